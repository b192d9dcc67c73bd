/**
 * The first screen of a page arrives in the first round trip. A connection begins with ten segments of 1460 bytes (RFC 6928), and
 * headers take some of them.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { NIGHTS_PATH, nightPath } from '../../platform/shared/public-paths.ts'
import { readFrom } from './club-api.ts'
import { computeDifferentShare } from './compare-pictures.ts'
import { expect, type Page, test } from './journey.ts'

/** Compressed bytes of the body that contain the first screen. */
const FIRST_BYTES = 14_000
/** Compressed bytes of a whole page: a little more than it has now, so that features notice what they add. */
const PAGE_BYTES = { '/': 18_300, night: 13_000, [NIGHTS_PATH]: 10_000, '/news': 10_500 }
/** Share of the pixels of the first screen that may differ. */
const DIFFERENT_MAX = 0.01
/** Difference of a colour that is no difference of rounding, of 255. */
const COLOUR_STEP = 16

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

/** Takes a picture of the first screen, without motion and with its fonts. */
async function takePicture(page: Page, path: string): Promise<Buffer> {
  await page.route(/\.(webm|mp4)$/, (route) => route.abort())
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-type', 'here')
  await page.evaluate(async () => {
    await document.fonts.ready
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.all(pictures.map((picture) => picture.decode()))
  })
  return page.screenshot({ animations: 'disabled' })
}

for (const name of ['/', 'night', NIGHTS_PATH, '/news'] as const) {
  test(`shows the first screen of ${name} from the first bytes alone`, async ({ page }, info) => {
    const { data } = await readFrom(page, '/api/events?order=oldest&limit=1')
    const path = name === 'night' ? nightPath(data[0].slug) : name
    // The server compresses a page at the highest level once it was idle, as here.
    const compressed = brotliCompressSync(await (await page.request.get(path)).body())
    const finished = await takePicture(page, path)

    const start = brotliDecompressSync(compressed.subarray(0, FIRST_BYTES), {
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    })
    await page.route(/\/assets\/later-/, (route) => route.abort())
    await page.route(
      ({ pathname }) => pathname === path,
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: start })
      },
    )
    const difference = await computeDifferentShare(await takePicture(page, path), finished, COLOUR_STEP)

    info.annotations.push({
      type: 'bytes',
      description: `${compressed.byteLength}, ${(100 * difference).toFixed(2)} % differ`,
    })
    expect(difference).toBeLessThanOrEqual(DIFFERENT_MAX)
    expect(compressed.byteLength).toBeLessThanOrEqual(PAGE_BYTES[name])
  })
}

test('reports the visit and requests the manifest after the first screen', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/')
  expect(requested).not.toContain('/manifest.webmanifest')
  expect(requested).not.toContain('/api/visits')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest')
  await expect.poll(() => requested).toContain('/api/visits')
})

test.describe('with motion', () => {
  // A width at which the picture of a slide does not end at a whole pixel.
  test.use({ viewport: { width: 412, height: 823 }, contextOptions: { reducedMotion: 'no-preference' } })

  test('a slide that fades in is no larger paint', async ({ page }) => {
    await page.addInitScript(() => {
      const paints: number[] = []
      Object.assign(globalThis, { paints })
      new PerformanceObserver((entries) => {
        for (const { startTime } of entries.getEntries()) paints.push(startTime)
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto('/news')
    const slides = page.locator('.carousel-fade .carousel-slide')
    await expect(slides.nth(1)).toHaveAttribute('data-current')
    const advancedAt = await page.evaluate(() => performance.now())
    await expect(slides.nth(2)).toHaveAttribute('data-current')
    const paints = await page.evaluate(() => (globalThis as unknown as { paints: number[] }).paints)
    expect(paints.length).toBeGreaterThan(0)
    for (const at of paints) expect(at).toBeLessThan(advancedAt)
  })
})
