/** The home page on a phone: its height, the announcement on the first screen, and the portraits of artists. */

import { findAxeViolations } from '../../../test/e2e/back-office-helpers.ts'
import { expect, type Page, test } from '../../../test/e2e/journey.ts'
import { waitUntilReady } from '../../../test/e2e/public-site-helpers.ts'

/** Maximum height of the page with the demo club. px */
const HEIGHT_MAX = 6000
const PHONE = { width: 390, height: 844 }

const readHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

for (const path of ['/', '/en'])
  test(`${path} is at most ${HEIGHT_MAX} px high on a phone`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto(path)
    await waitUntilReady(page)
    // Sections that are not rendered yet have an estimated height.
    await expect(page.locator('.far:not([data-drawn])')).toHaveCount(0)
    const sections = page.locator('main > *')
    expect(await sections.count()).toBeGreaterThanOrEqual(9)
    expect(await readHeight(page)).toBeLessThanOrEqual(HEIGHT_MAX)
  })

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test(`announces the next night on the first screen of ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/', '/en']) {
      await page.goto(path)
      const announcement = page.locator('.announcement')
      await expect(announcement).toBeInViewport({ ratio: 1 })
      const href = await announcement.getAttribute('href')
      await announcement.click()
      await expect(page).toHaveURL(String(href))
      await expect(page.locator('.night-page')).toBeVisible()
    }
  })

test('plays a muted film in a loop, without a control that turns its sound on', {
  tag: ['@wcag-1.2.2-site', '@wcag-1.2.3-site', '@wcag-1.2.5-site', '@wcag-1.4.2-site'],
}, async ({ page }) => {
  await page.goto('/')
  const film = page.locator('.hero video')
  await expect(film).toBeAttached()
  expect(
    await film.evaluate(({ muted, loop, controls }: HTMLVideoElement) => [muted, loop, controls]),
  ).toEqual([true, true, false])
  await expect(film).toHaveAttribute('aria-hidden', 'true')
})

test('opens a portrait with the keyboard, moves nothing, keeps the focus, and returns it', {
  tag: ['@wcag-2.4.3-site'],
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await waitUntilReady(page)
  await expect(page.locator('.far:not([data-drawn])')).toHaveCount(0)
  // The fonts have arrived.
  await expect(page.locator('html')).toHaveAttribute('data-type')
  const button = page.locator('.agents').getByRole('button').first()
  const name = String(await page.locator('.agents bdi').first().textContent())
  await button.focus()
  const before = [await readHeight(page), await button.boundingBox()]
  await page.keyboard.press('Enter')
  const portrait = page.getByRole('dialog', { name, exact: true })
  await expect(portrait).toBeVisible()
  await expect(portrait.locator('img')).toBeVisible()
  expect([await readHeight(page), await button.boundingBox()]).toEqual(before)
  expect(await findAxeViolations(page)).toEqual([])
  // Tab goes around in the portrait. Between its last and its first control the browser has the focus, and the page its body.
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    const isBehind = () =>
      page.evaluate(() => !document.activeElement?.matches('body, dialog[open], dialog[open] *'))
    expect(await isBehind(), `after ${steps} presses of Tab`).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(portrait).toBeHidden()
  await expect(button).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('opens and closes a portrait, which leads to the page of the artist', async ({ page }) => {
    await page.goto('/')
    await page.locator('.agents').getByRole('button').first().click()
    const portrait = page.getByRole('dialog')
    await expect(portrait).toBeVisible()
    await portrait.getByRole('button', { name: 'Cerrar' }).click()
    await expect(portrait).toBeHidden()
    await page.locator('.agents').getByRole('button').first().click()
    await portrait.getByRole('link', { name: /^Ver la página/ }).click()
    await expect(page).toHaveURL(/\/artistas\//)
  })
})
