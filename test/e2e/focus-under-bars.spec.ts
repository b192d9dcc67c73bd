/** Bars cover no focused control, also in windows as low as those of 400 % zoom (WCAG 1.4.10, 2.4.11). */

import { club } from '../../club/club.ts'
import { resources } from '../../platform/content/shared/resources.ts'
import { settingsFormPath } from '../../platform/settings/shared/settings-names.ts'
import { currentNight } from '../../platform/shared/dates.ts'
import { addDays } from '../../platform/shared/night-dates.ts'
import { nightPath } from '../../platform/shared/public-paths.ts'
import { createSmallPicture, openScreen, signIn, toImageFile } from './back-office-helpers.ts'
import { readFrom } from './club-api.ts'
import { openDoor } from './door.ts'
import { expect, type Page, test } from './journey.ts'
import { waitForIsland, waitUntilReady } from './public-site-helpers.ts'

/** The largest number of presses of Tab on one page. */
const TABS = 60

/** 320 × 200 is a window of 1280 × 800 at 400 % zoom. CSS px */
const WINDOWS = [
  { width: 320, height: 200 },
  { width: 320, height: 256 },
  { width: 1280, height: 800 },
]

/**
 * Returns how an element is above or below the window, or under a bar, one line for each fault. Runs in the page.
 * @param element null for the focused element
 * @returns null when no element has the focus
 */
async function findFaults(element: Element | null): Promise<string[] | null> {
  const examined = element ?? document.activeElement
  if (!examined || examined === document.body) return null
  // A file input is invisible, and its label is drawn as a button. A radio button is a part of its label.
  const shown = (examined.matches('input') && examined.closest('label')) || examined

  /** Returns the sticky or fixed element at a point. null when it also contains the examined element. */
  function findBar(x: number, y: number): Element | null {
    for (let hit = document.elementFromPoint(x, y); hit && !hit.contains(shown); hit = hit.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(hit).position)) return hit
    return null
  }

  function find(): string[] {
    const { left, right, top, bottom, width, height } = shown.getBoundingClientRect()
    // Browsers scroll to the caret in a large text, here to its first line, and to the middle of another element that is
    // larger than the window.
    const hasRoom = height <= innerHeight * 0.6
    const isText = !hasRoom && shown.matches('textarea, [contenteditable=true]')
    const isLarge = !hasRoom && !isText
    const first = isLarge ? Math.max(top, 0) : top
    const last = isLarge ? Math.min(bottom, innerHeight) : isText ? Math.min(bottom, top + 24) : bottom
    const isBeside = width <= innerWidth && (left < -1 || right > innerWidth + 1)
    const isInside = !isBeside && first >= -1 && last <= innerHeight + 1 && last - first > 8
    const rows = isLarge ? [(first + last) / 2] : [first + 2, last - 2]
    const bars = rows.flatMap((y) =>
      [Math.max(left, 0) + 2, Math.min(right, innerWidth) - 2].map((x) => findBar(x, y)),
    )
    const faults = bars.flatMap((bar) => (bar ? [`is under ${bar.className}`] : []))
    if (!isInside)
      faults.push(`is at ${[left, right, top, bottom].map(Math.round)} of ${innerWidth} × ${innerHeight}`)
    return faults.map((fault) => `${shown.outerHTML.replace(/\s+/g, ' ').slice(0, 100)} ${fault}`)
  }

  // The page can scroll to the element in a later frame.
  let faults = find()
  for (let frame = 0; frame < 20 && faults.length > 0; frame++) {
    await new Promise(requestAnimationFrame)
    faults = find()
  }
  return [...new Set(faults)]
}

/** Moves the focus through the open page, forwards and then backwards, and returns the faults of each stop. */
async function walk(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const key of ['Tab', 'Shift+Tab']) {
    let stops = 0
    for (; stops < TABS; stops++) {
      await page.keyboard.press(key)
      const found = await page.evaluate(findFaults, null)
      if (found === null) break
      faults.push(...found.map((fault) => `${name}, ${key} ${stops}: ${fault}`))
    }
    expect(stops, `${name}, ${key}`).toBeGreaterThan(3)
  }
  return faults
}

for (const viewport of WINDOWS)
  test.describe(`in a window of ${viewport.width} × ${viewport.height}`, () => {
    // Reduced motion turns smooth scrolling off.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    test('shows each focused control of public pages', {
      tag: ['@wcag-1.4.10-site', '@wcag-2.4.11-site'],
    }, async ({ page }) => {
      const from = addDays(currentNight(new Date(), club.timeZone), 1)
      const nights = await readFrom(page, `/api/events?order=oldest&from=${from}&limit=1`)
      const faults: string[] = []
      for (const path of ['/', nightPath(nights.data[0].slug), '/login']) {
        await page.goto(path)
        await waitUntilReady(page)
        // Late styles and pictures move the page.
        await page.waitForLoadState('networkidle')
        faults.push(...(await walk(page, path)))
      }

      await page.goto('/contact')
      await page.getByRole('textbox').first().focus()
      await waitForIsland(page, 'contact-form')
      await page.getByRole('button', { name: 'Enviar' }).click()
      await expect(page.getByLabel('Nombre')).toBeFocused()
      await expect(page.locator('.notice')).toHaveCount(0)
      expect(await page.evaluate(findFaults, null)).toEqual([])
      expect(await page.getByText('Nombre', { exact: true }).evaluate(findFaults)).toEqual([])
      faults.push(...(await walk(page, '/contact')))

      await page.goto('/register')
      await page.getByLabel('E-mail').fill('alguien@club.example')
      await page.getByLabel('Contraseña', { exact: true }).fill('abc')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
      expect(await page.evaluate(findFaults, null)).toEqual([])
      expect(await page.getByText('Contraseña', { exact: true }).evaluate(findFaults)).toEqual([])
      expect(faults).toEqual([])
    })

    test('shows each focused control of the back office', {
      tag: ['@wcag-1.4.10-office', '@wcag-2.4.11-office'],
    }, async ({ page }) => {
      const { events, news } = resources
      const faults: string[] = []
      await signIn(page)
      await openScreen(page, events.admin.create)
      await page.getByRole('button', { name: 'Publicar' }).click()
      const flyer = page.getByLabel(/^Flyer grande: /)
      await expect(flyer).toBeFocused()
      await expect(page.locator('.notice')).toHaveCount(0)
      expect(await page.evaluate(findFaults, null)).toEqual([])
      faults.push(...(await walk(page, events.admin.create)))
      // The preview of a chosen picture moves the button down.
      await flyer.focus()
      await flyer.setInputFiles(toImageFile(await createSmallPicture('#a35')))
      await expect(page.getByText('Así se va a ver').first()).toBeVisible()
      await expect(flyer).toBeFocused()
      expect(await page.evaluate(findFaults, null)).toEqual([])

      for (const path of [news.admin.create, events.admin.update, settingsFormPath('home')]) {
        await openScreen(page, path)
        faults.push(...(await walk(page, path)))
      }
      expect(faults).toEqual([])
    })

    test('shows each focused control of the door', {
      tag: ['@wcag-1.4.10-door', '@wcag-2.1.2-door', '@wcag-2.4.11-door'],
    }, async ({ page }) => {
      const remove = await openDoor(page)
      const faults = await walk(page, 'the door')
      // Shift+Tab has left the page too.
      const isLeft = await page.evaluate(() => document.activeElement === document.body)
      await remove()
      expect(isLeft).toBe(true)
      expect(faults).toEqual([])
    })
  })
