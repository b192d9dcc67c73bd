/** Each control shows that it has the focus: its picture differs from the one without the focus (WCAG 2.4.7). */

import { resources } from '../../platform/content/shared/resources.ts'
import { newsPath, nightPath } from '../../platform/shared/public-paths.ts'
import { openScreen, signIn } from './back-office-helpers.ts'
import { readFrom } from './club-api.ts'
import { computeDifferentShare } from './compare-pictures.ts'
import { openDoor } from './door.ts'
import { expect, type Page, test } from './journey.ts'
import { fetchFirstNews, publicPages, stubMapTiles, waitUntilReady } from './public-site-helpers.ts'

/** Number of presses of Tab on each page. All controls of all pages would take minutes. */
const PRESSES = 40
/** Distance from a control to the outer edge of its mark. CSS px */
const MARGIN = 8
/** Difference of a colour channel that people see, of 255. */
const COLOUR_STEP = 48
/** Pixels of a line of 1 px around a target of 24 px. */
const PIXELS_MIN = 96
/** Elements that show the focus of a control inside them. */
const FRAMES = 'label, .picture-drop, .publication-choice, .rich'

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } })

/** Returns the focused control, and the part of the window that can show its mark. null when no control has the focus */
const findFocused = (page: Page) =>
  page.evaluate(
    ({ margin, frames }) => {
      const focused = document.activeElement
      if (!focused || focused === document.body) return null
      const { left, top, right, bottom } = (focused.closest(frames) ?? focused).getBoundingClientRect()
      const x = Math.max(0, Math.floor(left - margin))
      const y = Math.max(0, Math.floor(top - margin))
      const width = Math.min(innerWidth, Math.ceil(right + margin)) - x
      const height = Math.min(innerHeight, Math.ceil(bottom + margin)) - y
      const markup = focused.outerHTML.slice(0, 200)
      return { isFrame: focused.matches('iframe'), markup, clip: { x, y, width, height } }
    },
    { margin: MARGIN, frames: FRAMES },
  )

/** Returns how many pixels of the part of the window change when the focused control loses the focus. It gets the focus back. */
async function countChangedPixels(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const takePicture = () => page.screenshot({ clip, animations: 'disabled' })
  const marked = await takePicture()
  const control = await page.evaluateHandle(() => document.activeElement as HTMLElement)
  await control.evaluate((element) => element.blur())
  const plain = await takePicture()
  await control.evaluate((element) => element.focus({ preventScroll: true }))
  return (await computeDifferentShare(marked, plain, COLOUR_STEP)) * clip.width * clip.height
}

/**
 * Returns the controls of the open page that do not show the focus.
 * @param seen markup of the controls that need no other look, such as those of the bar on every page
 */
async function findUnmarkedControls(page: Page, seen: Set<string>): Promise<string[]> {
  const unmarked: string[] = []
  for (let presses = 0; presses < PRESSES; presses++) {
    await page.keyboard.press('Tab')
    const focused = await findFocused(page)
    if (!focused) break
    const { isFrame, markup, clip } = focused
    // The focus is inside of a frame with a public page, which has a look of its own.
    if (isFrame || seen.has(markup)) continue
    seen.add(markup)
    const isOutside = clip.width <= 0 || clip.height <= 0
    if (isOutside || (await countChangedPixels(page, clip)) < PIXELS_MIN) unmarked.push(markup)
  }
  return unmarked
}

test('marks each focused control of the public pages', { tag: ['@wcag-2.4.7-site'] }, async ({ page }) => {
  await stubMapTiles(page)
  const { data } = await readFrom(page, '/api/events?order=oldest&limit=1')
  const { newsTitle } = await fetchFirstNews(page)
  const seen = new Set<string>()
  const faults: [string, string[]][] = []
  for (const path of [...publicPages, newsPath(newsTitle), nightPath(data[0].slug)]) {
    await page.goto(path)
    await waitUntilReady(page)
    faults.push([path, await findUnmarkedControls(page, seen)])
  }
  expect(seen.size).toBeGreaterThan(60)
  expect(faults.filter(([, unmarked]) => unmarked.length > 0)).toEqual([])
})

test('marks each focused control of the back office', { tag: ['@wcag-2.4.7-office'] }, async ({ page }) => {
  await signIn(page)
  const seen = new Set<string>()
  const faults: [string, string[]][] = []
  for (const path of [
    '/admin',
    '/admin/messages',
    resources.news.admin.create,
    resources.events.admin.create,
    resources.events.admin.update,
    resources.residents.admin.remove,
    '/admin/account',
    '/admin/users',
  ]) {
    await openScreen(page, path)
    faults.push([path, await findUnmarkedControls(page, seen)])
  }
  expect(seen.size).toBeGreaterThan(60)
  expect(faults.filter(([, unmarked]) => unmarked.length > 0)).toEqual([])
})

test('marks each focused control of the door', { tag: ['@wcag-2.4.7-door'] }, async ({ page }) => {
  const remove = await openDoor(page)
  const seen = new Set<string>()
  const unmarked = await findUnmarkedControls(page, seen)
  await remove()
  expect(seen.size).toBeGreaterThan(10)
  expect(unmarked).toEqual([])
})
