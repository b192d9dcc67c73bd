/** The page of an artist on a phone: portrait and biography. */
import { readFrom } from '../../../test/e2e/club-api.ts'
import { expect, test } from '../../../test/e2e/journey.ts'
import { waitUntilReady } from '../../../test/e2e/public-site-helpers.ts'

interface Artist {
  slug: string
  biography: string
}

/** Windows of phones without the bars of the browser. px */
const PHONES = [
  { width: 360, height: 640 },
  { width: 390, height: 664 },
]
/** The lines of the biography that have to be on the first screen. px */
const THREE_LINES = 75

for (const viewport of PHONES)
  test(`shows portrait and beginning of the biography on a screen of ${viewport.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const { data } = await readFrom<{ data: Artist[] }>(page, '/api/agency?q=Vogelsang')
    const [artist] = data
    await page.goto(`/artistas/${artist?.slug}`)
    await waitUntilReady(page)
    await expect(page.locator('.artist-portrait')).toBeInViewport({ ratio: 0.99 })
    const top = await page.locator('.artist-biography').evaluate((text) => text.getBoundingClientRect().top)
    expect(top).toBeLessThanOrEqual(viewport.height - THREE_LINES)
  })
