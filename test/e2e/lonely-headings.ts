/** Finds headings on paper that stand alone at the foot of a sheet. */
import type { Page } from './journey.ts'

/** A heading and the text or picture that follows it, by the names of their destinations in the PDF. */
type Pair = [heading: string, next: string, words: string]

/**
 * Gives each visible heading, and what follows it, a name and a link at the end of the page. Chromium writes the position of an
 * element into the PDF when a link leads to it.
 */
const nameHeadings = (page: Page): Promise<Pair[]> =>
  page.evaluate(() => {
    const names = new Map<Element, string>()
    const links = document.body.appendChild(document.createElement('p'))
    const isPrinted = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return element.checkVisibility({ visibilityProperty: true }) && width > 2 && height > 2
    }
    const name = (element: HTMLElement | SVGElement): string => {
      const known = names.get(element)
      if (known) return known
      const id = `place-${names.size}`
      names.set(element, id)
      element.id = id
      const link = links.appendChild(document.createElement('a'))
      link.href = `#${id}`
      link.textContent = id
      return id
    }
    const findNext = (heading: Element): Element | null => {
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      nodes.currentNode = heading
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement
        if (!element || heading.contains(element) || !isPrinted(element)) continue
        const isContent = node instanceof Element ? node.matches('img, svg') : node.textContent?.trim()
        if (isContent) return element === links ? null : element
      }
      return null
    }
    return [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, h4)')]
      .filter(isPrinted)
      .flatMap((heading): Pair[] => {
        const next = findNext(heading)
        // A heading can be the end of a card.
        if (!next || !heading.closest('li, article, section, main')?.contains(next)) return []
        // The box of a heading can begin on the sheet before its words, because of its padding.
        const words = document.createElement('span')
        words.append(...heading.childNodes)
        heading.append(words)
        // Chromium leaves out elements that begin at the left of the sheet.
        heading.style.marginLeft = '0'
        return [[name(words), name(next as HTMLElement), heading.textContent?.slice(0, 40) ?? '']]
      })
  })

/** Prints the open page. @returns the words of the headings whose next text or picture is on another sheet */
export async function findLonelyHeadings(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const pairs = await nameHeadings(page)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  await page.emulateMedia({ media: null })
  // Chromium does not compress the objects of a PDF: `/place-3 [17 0 R /XYZ 10.5 298.2 0]`.
  const sheets = new Map([...pdf.matchAll(/\/(place-\d+) \[(\d+) 0 R/g)].map(([, id, sheet]) => [id, sheet]))
  return pairs
    .filter(([heading, next]) => !sheets.has(heading) || sheets.get(heading) !== sheets.get(next))
    .map(([, , words]) => words)
}
