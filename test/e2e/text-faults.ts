/** Finds faults of text at 200 % (WCAG 1.4.4): content wider than the window, cut texts, and covered controls. */
import type { Page } from './journey.ts'

/** Doubles the root font size of the open page. A style sheet of the DOM is not subject to the page's policy. */
export function doubleText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { font-size: 200% !important }')
  document.adoptedStyleSheets = [sheet]
}

/**
 * Returns the parts of the open page that are wider than the window, the texts that are cut off at a side, and the controls that
 * are covered.
 * @param part CSS selector of the part of the page whose controls are examined
 */
export const findTextFaults = (page: Page, part = 'body'): Promise<string[]> =>
  page.evaluate(async (part) => {
    const CONTROLS =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], [role=option]'
    const describe = (element: Element | null) =>
      element === null ? 'nothing' : element.outerHTML.replace(/\s+/g, ' ').slice(0, 120)
    const isClipping = (element: Element) => getComputedStyle(element).overflowX !== 'visible'

    /** Returns the innermost elements that reach beyond the right edge of the window and widen the page. */
    function findWideElements(): string[] {
      const excess = document.documentElement.scrollWidth - innerWidth
      if (excess <= 0) return []
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1,
      )
      const innermost = wide.filter(
        (element) => !wide.some((other) => other !== element && element.contains(other)),
      )
      return [`${excess} px too wide`, ...innermost.slice(0, 3).map(describe)]
    }

    const isScrolling = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)

    /**
     * Returns the elements whose text reaches beyond the window, or beyond an element that hides its overflow. A visitor can
     * scroll to text in a scrolling element.
     */
    function findCutTexts(): string[] {
      const found = new Set<Element>()
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        if (!parent?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
        if (parent.closest('svg, .unseen, [aria-hidden=true]') || !text.textContent?.trim()) continue
        if (getComputedStyle(parent).clipPath !== 'none') continue
        let [left, right] = [0, innerWidth]
        for (let outer: Element | null = parent; outer; outer = outer.parentElement) {
          if (isScrolling(outer)) {
            ;[left, right] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
            break
          }
          if (!isClipping(outer)) continue
          const box = outer.getBoundingClientRect()
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        const range = document.createRange()
        range.selectNodeContents(text)
        for (const line of range.getClientRects())
          if (line.width > 1 && (line.left < left - 2 || line.right > right + 2)) found.add(parent)
      }
      return [...found].map((element) => `${describe(element)} is cut off`)
    }

    /** Controls that the page shows. Visually hidden ones, such as a skip link, become visible only with the focus. */
    const isShown = (control: Element) =>
      control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !getComputedStyle(control).clipPath.startsWith('inset(50%') &&
      !control.matches(':disabled')

    /** The visible element of a control: its label when the control itself is drawn by the browser or hidden. */
    const findVisiblePart = (control: Element): Element =>
      control instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(control.type)
        ? (control.labels?.[0] ?? control)
        : control

    /** Returns the boxes of the lines of text in an element, cut by the elements that hide their overflow. */
    function findLines(element: Element): DOMRect[] {
      const lines: DOMRect[] = []
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement
        if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('.unseen')) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        let [left, right, top, bottom] = [0, innerWidth, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
        for (let outer: Element | null = parent; outer; outer = outer.parentElement)
          if (isClipping(outer) && outer !== document.documentElement && outer !== document.body) {
            const box = outer.getBoundingClientRect()
            left = Math.max(left, box.left)
            right = Math.min(right, box.right)
            top = Math.max(top, box.top)
            bottom = Math.min(bottom, box.bottom)
          }
        for (const { x, y, width, height } of range.getClientRects()) {
          const middle = y + height / 2
          if (middle < top || middle > bottom) continue
          const line = new DOMRect(
            Math.max(x, left),
            y,
            Math.min(x + width, right) - Math.max(x, left),
            height,
          )
          if (line.width > 2) lines.push(line)
        }
      }
      return lines
    }

    /** Returns the largest box of a control. A link can have a box for each of its lines. */
    const findBox = (target: Element): DOMRect | undefined =>
      [...target.getClientRects()].toSorted((a, b) => b.width * b.height - a.width * a.height)[0]

    /** Returns the centre of a control, and the first and the last letter of each line of its text. */
    function findPoints(target: Element): [x: number, y: number][] {
      const box = findBox(target)
      if (!box || box.width <= 1 || box.height <= 1) return []
      const centre = box.top + box.height / 2
      const ends = findLines(target).flatMap(({ left, right, top, bottom }): [number, number][] => [
        [left + 1, (top + bottom) / 2],
        [right - 1, (top + bottom) / 2],
      ])
      // A control taller than half of the window is examined only at its centre.
      return [[box.left + box.width / 2, centre], ...(box.height > innerHeight / 2 ? [] : ends)]
    }

    const scrollToMiddle = (control: Element) =>
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const scrollToEnd = () => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    /**
     * Places to which a visitor scrolls, and pauses after them in ms. Parts of sticky bars are only in view at an end of the
     * page. The last pause is for parts of the page that load while the first scroll is examined, and move the control.
     */
    const scrolls: [scroll: (control: Element) => void, pause: number][] = [
      [scrollToMiddle, 0],
      [() => scrollTo({ top: 0, behavior: 'instant' }), 0],
      [scrollToEnd, 0],
      [scrollToMiddle, 500],
    ]

    const listCovers = (target: Element): string[] =>
      findPoints(target)
        .map(([x, y]) => document.elementFromPoint(x, y))
        .filter((hit) => !target.contains(hit) && !hit?.contains(target))
        .map((hit) => `${describe(target)} is covered by ${describe(hit)}`)

    /** The scroll position of the last drawn frame. CSS px */
    let drawnAt = scrollY

    /** Returns the elements that cover a control after each of the scrolls. */
    async function findCover(control: Element): Promise<string[]> {
      const target = findVisiblePart(control)
      // Most controls are uncovered at once. A frame is drawn only each half window, because drawing takes most of the time.
      scrollToMiddle(control)
      if (Math.abs(scrollY - drawnAt) < innerHeight / 2 && listCovers(target).length === 0) return []
      let covers: string[] = []
      for (const [scroll, pause] of scrolls) {
        scroll(control)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, pause)))
        if (pause > 0) scroll(control)
        drawnAt = scrollY
        covers = listCovers(target)
        if (covers.length === 0) break
      }
      return [...new Set(covers)]
    }

    const faults = [...findWideElements(), ...findCutTexts()]
    for (const control of document.querySelectorAll(`${part} :is(${CONTROLS})`))
      if (isShown(control)) faults.push(...(await findCover(control)))
    return faults
  }, part)
