/** Public pages on large screens: text and flyers grow with the window, and titles are aligned with the margin. */

import sharp from 'sharp'
import { readFrom } from './club-api.ts'
import { expect, type Locator, type Page, test } from './journey.ts'

const LARGE = { width: 2560, height: 1440 }

/** Returns the path of a night of the demo club. Nights of other tests have smaller flyers. */
async function findNight(page: Page): Promise<string> {
  const { data } = await readFrom(page, '/api/events?q=seis+horas&limit=1')
  return `/fechas/${data[0].slug}`
}

const measureFont = (part: Locator): Promise<number> =>
  part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))

test('text grows almost as fast as titles from 1800 px', async ({ page }) => {
  await page.setViewportSize({ width: 1800, height: 1012 })
  await page.goto(await findNight(page))
  const title = page.getByRole('heading', { level: 1 })
  const text = page.getByRole('main').getByRole('listitem').first()
  const [smallTitle, smallText] = [await measureFont(title), await measureFont(text)]
  await page.setViewportSize(LARGE)
  const titleGrowth = (await measureFont(title)) / smallTitle
  const textGrowth = (await measureFont(text)) / smallText
  expect(titleGrowth).toBeGreaterThan(1.3)
  expect(textGrowth).toBeGreaterThan(titleGrowth - 0.15)
})

test('the flyer of a night fills the height of a large screen', async ({ page }) => {
  await page.setViewportSize(LARGE)
  for (const path of ['/fechas', await findNight(page)]) {
    await page.goto(path)
    const box = await page.getByRole('main').getByRole('figure').first().boundingBox()
    expect(box?.height, path).toBeGreaterThan(LARGE.height * 0.8)
    expect((box?.y ?? 0) + (box?.height ?? 0), path).toBeLessThanOrEqual(LARGE.height)
  }
})

/** Returns the distance from the left edge of the window to the first light pixel of a title. px */
async function findInk(page: Page, title: Locator): Promise<number> {
  await title.scrollIntoViewIfNeeded()
  const box = await title.boundingBox()
  if (!box) throw new Error('the title is not on screen')
  const clip = { x: 0, y: box.y, width: 200, height: Math.min(box.height, 200) }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let x = 0; x < info.width; x++)
    for (let y = 0; y < info.height; y++)
      if ((data[(y * info.width + x) * info.channels] ?? 0) > 120) return x
  throw new Error('the title has no letters')
}

test('section titles are aligned with the margin', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [390, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const margin = await page
      .getByRole('banner')
      .evaluate((bar) => Number.parseFloat(getComputedStyle(bar).paddingLeft))
    for (const name of ['Podcast', 'Próximas fechas', 'Novedades', 'Agencia']) {
      const title = page.getByRole('heading', { level: 2, name, exact: true })
      expect(Math.abs((await findInk(page, title)) - margin), `${name}, ${width} px`).toBeLessThanOrEqual(2)
    }
  }
})
