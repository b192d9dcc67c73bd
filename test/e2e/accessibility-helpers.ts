import { findAxeViolations } from './back-office-helpers.ts'
import { findClaimFaults } from './claim-faults.ts'
import { expect, type Locator, type Page } from './journey.ts'
import { pauseBetweenKeys, waitUntilReady } from './public-site-helpers.ts'

export async function expectAccessible(page: Page, state: string) {
  expect(await findAxeViolations(page), state).toEqual([])
}

/** Expects that a page fits in windows of 320, 640 and 1440 px without horizontal overflow, and passes axe. */
export async function expectFitsAndAccessible(page: Page, path: string) {
  // 320 px equals a window of 1280 px at 400 % zoom (WCAG 1.4.10). 640 px equals that window at 200 % zoom (1.4.4).
  for (const width of [320, 640, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // The page loads only once, at 320 px. For the other widths the test resizes the window.
    if (width === 320) {
      await page.goto(path)
      await waitUntilReady(page)
    }
    const state = `${path} at ${width} px`
    // axe does not run at 640 px, because the page shows the same elements as at 320 px, with more room.
    if (width !== 640) {
      await expectAccessible(page, state)
      expect(await findClaimFaults(page), state).toEqual([])
    }
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide, state).toBeLessThanOrEqual(0)
  }
}

/** Moves a carousel to its second slide by keyboard, and expects that the page passes axe. */
export async function expectAccessibleSecondSlide(page: Page, path: string, name: string) {
  await page.goto(path)
  const carousel = page.getByRole('region', { name, exact: true })
  await carousel.locator('.carousel-slide').first().getByRole('link').first().focus()
  await expect(carousel).toHaveAttribute('data-ready')
  await pauseBetweenKeys(page)
  await page.keyboard.press('ArrowRight')
  await expect(carousel.locator('.carousel-slide').nth(1).getByRole('link').first()).toBeFocused()
  await expectAccessible(page, `second slide of ${name}`)
}

/** Expects that an element of the page has the focus, and that the window shows it whole (WCAG 2.4.3). */
export async function expectFocusInView(page: Page) {
  const look = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'nothing has the focus'
      const { top, bottom, height } = focused.getBoundingClientRect()
      const isInView =
        height > innerHeight ? top < innerHeight && bottom > 0 : top > -1 && bottom < innerHeight + 1
      return isInView ? 'in view' : `at ${top} px: ${focused.outerHTML.slice(0, 100)}`
    })
  await expect.poll(look).toBe('in view')
}

/** Presses a control by keyboard that leaves the page, and expects that the focus is in view then. */
export async function pressAway(control: Locator) {
  await control.press('Enter')
  await expect(control).toHaveCount(0)
  await expectFocusInView(control.page())
}

/**
 * Finds words that meet without a space, such as "Anticipada$ 8.000". Browsers and screen readers join the texts of inline
 * elements, also where CSS puts each on a line of its own.
 */
export const findJoinedWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const separators =
      'p, div, br, ul, ol, li, dl, dt, dd, h1, h2, h3, h4, header, figure, article, section, form, details, summary, button, label, input, select, textarea, svg, img, picture, iframe, script, style, template, noscript'
    const joined = new Set<string>()
    for (const root of document.querySelectorAll('a, button, summary, h1, h2, h3, h4, li, dt, dd, p')) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      let last: Text | null = null
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element && node.matches(separators)) last = null
        if (!(node instanceof Text) || node.data === '') continue
        const parent = node.parentElement
        if (
          !parent?.checkVisibility() ||
          parent.closest('[aria-hidden=true], script, style, noscript, template')
        )
          continue
        // The block around the last text ends before this text begins.
        if (last?.parentElement?.closest(separators) !== parent.closest(separators)) last = null
        if (
          last &&
          last.parentElement !== parent &&
          /[\p{L}\p{N}]$/u.test(last.data) &&
          /^[\p{L}\p{N}$+]/u.test(node.data)
        )
          joined.add(`${last.data}|${node.data}`)
        last = node
      }
    }
    return [...joined]
  })

/** Finds elements whose own text is wider than the page, or is cut off at the edge of its element. */
const findCutTexts = (page: Page) =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }) && hasText(element))
      .filter((element) => {
        const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(element)
        // Texts for screen readers are clipped by design, and so are excerpts of some lines.
        if (clipPath !== 'none' || webkitLineClamp !== 'none') return false
        const isWide = element.scrollWidth > element.clientWidth + 1
        const isHigh = element.scrollHeight > element.clientHeight + 1
        return (overflowX === 'hidden' && isWide) || (overflowY === 'hidden' && isHigh)
      })
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [])
  })

/** Widens the spacing of text as WCAG 1.4.12 says. */
export const widenTextSpacing = (page: Page) =>
  page.evaluate(() => {
    // The content security policy of pages allows a constructed style sheet, but no <style>.
    const sheet = new CSSStyleSheet()
    // Values of WCAG 1.4.12.
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets.push(sheet)
  })

/** Widens the spacing, and returns the texts that are cut off then. */
export async function findCutTextsWithSpacing(page: Page): Promise<string[]> {
  await widenTextSpacing(page)
  return findCutTexts(page)
}
