import { findItemPage } from '../../../platform/content/shared/item-pages.ts'
import {
  expectAccessibleSecondSlide,
  expectFitsAndAccessible,
} from '../../../test/e2e/accessibility-helpers.ts'
import { readFrom } from '../../../test/e2e/club-api.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { recordingResources } from '../shared/recording-resources.ts'

test('recording pages fit in windows of 320 to 1440 px and pass axe', async ({ page }) => {
  // Reduced motion ends animations at once, so that axe measures their final colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const resource of recordingResources) {
    const { data } = await readFrom(page, `/api/${resource}?limit=1`)
    await expectFitsAndAccessible(page, findItemPage(resource, data[0]))
  }
})

test('carousels of the home page pass axe with their second slide', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const name of ['Podcast', 'Episodios']) await expectAccessibleSecondSlide(page, '/', name)
})

test('the carousel of podcasts advances every 5 s, links to other sites, and follows the arrow keys', {
  tag: ['@wcag-2.1.1-site', '@wcag-2.2.2-site'],
}, async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const podcasts = page.getByRole('region', { name: 'Podcast' })
  await podcasts.scrollIntoViewIfNeeded()
  // It does not advance before the clock is stopped, because the pointer is on it.
  await podcasts.hover()
  await expect(podcasts).toHaveAttribute('data-ready')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(5, 5)
  await expect(podcasts).not.toHaveAttribute('data-held')
  const scrolled = () => podcasts.locator('ul').evaluate((row) => row.scrollLeft)
  const before = await scrolled()
  await page.clock.runFor(5_000)
  await expect.poll(scrolled).toBeGreaterThan(before + 100)
  const items = podcasts.getByRole('link')
  await expect(items.first()).toHaveAttribute('target', '_blank')
  await items.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(podcasts.locator('li').nth(1).getByRole('link').first()).toBeFocused()
})
