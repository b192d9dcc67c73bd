/**
 * Faults of the open page that axe does not report, for the claims of docs/accessibility.yaml. Journeys that open every page, screen and state of
 * the door look for them.
 */
import { expect, type Page } from './journey.ts'

/** Contrast of parts of controls (WCAG 1.4.11). */
const PART_CONTRAST = 3

/** Returns the faults, one line each, which begins with the number of the criterion. */
export const findClaimFaults = (page: Page): Promise<string[]> =>
  page.evaluate((contrastMin) => {
    const describe = (element: Element) => element.outerHTML.replace(/\s+/g, ' ').slice(0, 140)
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !getComputedStyle(element).clipPath.startsWith('inset(50%') &&
      element.getBoundingClientRect().height > 1
    const findShown = <T extends Element>(selector: string) =>
      [...document.querySelectorAll<T>(selector)].filter(isShown)

    /** 1.3.2: each heading, text and control is below or to the right of the one before it in the document. */
    function findMisplaced(): string[] {
      const isInFlow = (element: Element) => {
        for (let outer: Element | null = element; outer; outer = outer.parentElement)
          if (/fixed|sticky|absolute/.test(getComputedStyle(outer).position)) return false
        return true
      }
      // A hint is read with its field, so it may stand below the whole row of fields.
      const isDescription = ({ id }: Element) =>
        id !== '' && document.querySelector(`[aria-describedby~="${CSS.escape(id)}"]`) !== null
      // These parts are complete in themselves: the state of a night, above its flyer on phones, and the side column of the start.
      const isApart = (element: Element) => element.closest('.night-state, .home-side') !== null
      const stops = findShown('h1, h2, h3, p, a[href], button, input, select, textarea, summary').filter(
        (stop) => isInFlow(stop) && !isApart(stop),
      )
      return stops.slice(1).flatMap((stop, index) => {
        const before = stops[index] as Element
        if (before.contains(stop) || isDescription(before)) return []
        // A link that wraps has a box on each line.
        const [a, b] = [before.getClientRects(), stop.getClientRects()].map(
          (boxes, index) => boxes[index === 0 ? boxes.length - 1 : 0],
        ) as [DOMRect, DOMRect]
        const isAbove = b.bottom <= a.top + 1 && b.left < a.right - 1
        const isBeside =
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2
        const isLeft = isBeside && b.right <= a.left + 1
        return isAbove || isLeft ? [`1.3.2: ${describe(before)} is after ${describe(stop)}`] : []
      })
    }

    /** 1.4.1: links inside of a sentence are underlined. */
    const findPlainLinks = () =>
      findShown('p a[href], li a[href], dd a[href]')
        .filter((link) => {
          const words = link.closest('p, li, dd')?.cloneNode(true) as Element
          for (const part of words.querySelectorAll('a, button, svg, .unseen')) part.remove()
          return getComputedStyle(link).display === 'inline' && /\p{L}{3}/u.test(words.textContent ?? '')
        })
        .filter((link) => !/underline/.test(getComputedStyle(link).textDecorationLine))
        .map((link) => `1.4.1: not underlined ${describe(link)}`)

    /** 1.4.2: no sound starts by itself. */
    const findSounds = () =>
      [...document.querySelectorAll<HTMLMediaElement>('audio, video')]
        .filter((media) => !media.muted && (media.autoplay || !media.paused))
        .map((media) => `1.4.2: sounds ${describe(media)}`)

    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    /** Red, green, blue and alpha of a colour in any notation, of 255. */
    function readColour(colour: string): number[] {
      if (canvas === null) throw new Error('no canvas')
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const computeLuminance = ([red = 0, green = 0, blue = 0]: number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) =>
        channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    function computeContrast(one: string, other: string): number {
      const [light = 0, dark = 0] = [one, other]
        .map((colour) => computeLuminance(readColour(colour)))
        .sort((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    }
    /** The first opaque background around an element. null over a picture */
    function findBackground(element: Element | null): string | null {
      for (let outer = element; outer; outer = outer.parentElement) {
        const { backgroundColor, backgroundImage } = getComputedStyle(outer)
        if (backgroundImage.includes('url(')) return null
        if ((readColour(backgroundColor)[3] ?? 0) > 250) return backgroundColor
      }
      return 'rgb(0 0 0)'
    }

    /** 1.4.11: edges of fields and lines of icons differ from what is around them. */
    function findFaintParts(): string[] {
      const fields = findShown(
        'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), select, textarea',
      ).filter((field) => {
        const around = findBackground(field.parentElement)
        if (around === null) return false
        const { borderBottomColor, borderBottomWidth, borderBottomStyle, backgroundColor } =
          getComputedStyle(field)
        const hasEdge = borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0
        const isFilled = (readColour(backgroundColor)[3] ?? 0) > 250
        return !(
          (hasEdge && computeContrast(borderBottomColor, around) >= contrastMin) ||
          (isFilled && computeContrast(backgroundColor, around) >= contrastMin)
        )
      })
      const icons = findShown('a svg, button svg, summary svg').filter((icon) => {
        const around = findBackground(icon.parentElement)
        const inks = [icon, ...icon.querySelectorAll('*')]
          .map((part) => getComputedStyle(part))
          .flatMap(({ stroke, fill }) => [stroke, fill])
          .filter((ink) => ink !== 'none' && !ink.includes('url('))
        return around !== null && !inks.some((ink) => computeContrast(ink, around) >= contrastMin)
      })
      return [...fields, ...icons].map((part) => `1.4.11: faint ${describe(part)}`)
    }

    /** 2.4.4, 2.4.6: no two headings of a level, or links to different places, have the same words in the same section. */
    function findAmbiguous(): string[] {
      const getSection = (element: Element) =>
        element.parentElement?.closest(
          'p, li, tr, section, article, fieldset, form, nav, header, footer, main, dialog',
        ) ?? document.body
      const getWords = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
      const groups = Map.groupBy(
        [...findShown('a[href]'), ...findShown('h2, h3, label, legend')],
        (element) => getWords(element),
      )
      return [...groups.values()].flatMap((same) => {
        const bySection = Map.groupBy(same, getSection)
        return [...bySection.values()].flatMap((all) => {
          const links = all.filter((element) => element.matches('a'))
          const others = all.filter((element) => !element.matches('a'))
          const targets = new Set(links.map((link) => (link as HTMLAnchorElement).href))
          const faults: string[] = []
          // The words around a link in a sentence tell its place (technique H80).
          if (targets.size > 1 && !links.every((link) => link.closest('p')))
            faults.push(`2.4.4: ${describe(links[0] as Element)} ${[...targets]}`)
          if (others.length > 1) faults.push(`2.4.6: ${others.map(describe)}`)
          return faults
        })
      })
    }

    /** 1.4.13: a tooltip of the browser only repeats the name of its control. */
    const findTooltips = () =>
      [...document.querySelectorAll<HTMLElement>('[title]:not(iframe)')]
        .filter((element) => element.title !== (element.ariaLabel ?? element.textContent?.trim()))
        .map((element) => `1.4.13: another tooltip ${describe(element)}`)

    return [
      ...findMisplaced(),
      ...findPlainLinks(),
      ...findSounds(),
      ...findFaintParts(),
      ...findAmbiguous(),
      ...findTooltips(),
    ]
  }, PART_CONTRAST)

/** Controls that act when they are pressed. A carousel is dragged, and text fields are pressed to select text. */
const PRESSED = ':is(a[href], button, summary, label, [role=option]):not(.carousel *)'
const PRESSED_MAX = 40

/** Returns the state of the page that a person notices: address, words, and which parts are open. Runs in the page. */
const readState = () =>
  [
    location.pathname + location.search,
    document.body.innerText,
    document.querySelectorAll('[open], [aria-expanded=true], :popover-open').length,
    [...document.querySelectorAll('body *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    ).length,
  ].join('\n')

/** Reads until two readings are the same, because previews, islands and layouts arrive late. */
async function readSettled(page: Page, read: () => Promise<string>): Promise<string> {
  let last = await read()
  await expect
    .poll(async () => {
      await page.waitForTimeout(300)
      const before = last
      last = await read()
      return last === before
    })
    .toBe(true)
  return last
}

/** Returns what happens in the page although no control was used, one line each, which begins with the number of the criterion. */
export async function findSurprises(page: Page): Promise<string[]> {
  const faults: string[] = []
  // Words of distant sections count only after the browser has rendered them.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':not(.carousel *) { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  let state = await readSettled(page, () => page.evaluate(readState))
  async function compare(what: string) {
    const now = await page.evaluate(readState)
    const [before, after] = [state, now].map((text) => text.split('\n'))
    const line = after?.findIndex((text, index) => text !== before?.[index]) ?? -1
    if (now !== state) faults.push(`${what}: ${before?.[line]} → ${after?.[line]}`)
    state = now
  }

  // 2.2.2: nothing moves without an end.
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().iterations === Infinity,
      )
      .map(({ effect }) => (effect as KeyframeEffect).target?.className),
  )
  faults.push(...endless.map((name) => `2.2.2: ${name} moves`))

  // 2.1.4: no character is a shortcut.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.type('abcdefghijklmnopqrstuvwxyz0123456789?/.,-+*#')
  await compare('2.1.4: a character acts')

  // 3.2.1: the focus keeps the screen.
  const readPlace = () =>
    page.evaluate(() =>
      [
        location.pathname,
        document.querySelector('h1')?.textContent,
        document.querySelectorAll('dialog[open]').length,
      ].join(' '),
    )
  const place = await readPlace()
  for (const control of await page.locator('a[href], button, summary, input, select, textarea').all())
    await control.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  if ((await readPlace()) !== place) faults.push(`3.2.1: the focus leads to ${await readPlace()}`)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())

  // 1.4.13, 2.5.2: a pointer above a control shows nothing, and one that is released elsewhere does nothing.
  const controls = (await page.locator(PRESSED).filter({ visible: true }).all()).slice(0, PRESSED_MAX)
  for (const control of controls) {
    const box = await control.evaluate((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      return {
        x: left + Math.min(width / 2, 20),
        y: top + Math.min(height / 2, 20),
        markup: element.outerHTML.slice(0, 120),
      }
    })
    // The page shows and hides parts when it scrolls.
    state = await page.evaluate(readState)
    await page.mouse.move(box.x, box.y)
    await compare(`1.4.13: the pointer shows ${box.markup}`)
    await page.mouse.down()
    await page.mouse.move(1, 1)
    await page.mouse.up()
    await compare(`2.5.2: acts before the release ${box.markup}`)
  }

  // 3.2.2: a choice keeps the screen and the focus.
  for (const field of await page
    .locator('main :is(select, input[type=checkbox], input[type=radio]):not(:disabled)')
    .filter({ visible: true })
    .all()) {
    await field.focus()
    if (await field.evaluate((element) => element.matches('select')))
      await field.evaluate((element: HTMLSelectElement) => {
        element.selectedIndex = element.options.length - 1
        element.dispatchEvent(new Event('input', { bubbles: true }))
        element.dispatchEvent(new Event('change', { bubbles: true }))
      })
    else await page.keyboard.press('Space')
    const hasFocus = await field.evaluate((element) => element === document.activeElement)
    if (!hasFocus || (await readPlace()) !== place)
      faults.push(`3.2.2: ${await field.evaluate((element) => element.outerHTML.slice(0, 120))}`)
  }
  return faults
}

/** Returns the parts that the page shows only in one orientation (WCAG 1.3.4). Both windows have the same width. */
export async function findOrientationFaults(page: Page): Promise<string[]> {
  const readParts = async (height: number) => {
    await page.setViewportSize({ width: 844, height })
    const parts = page.locator('h1, h2, main label, main button').filter({ visible: true })
    return (await readSettled(page, async () => (await parts.allInnerTexts()).join('\n'))).split('\n')
  }
  const [across, upright] = [await readParts(390), await readParts(1200)]
  return [
    ...upright.filter((part) => !across.includes(part)),
    ...across.filter((part) => !upright.includes(part)),
  ].map((part) => `1.3.4: ${part}`)
}
