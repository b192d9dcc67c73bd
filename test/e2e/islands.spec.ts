/** React components of public pages before, while and after React loads. */

import { MISSING_FIELDS } from '../../platform/api/shared/problems.ts'
import { CHUNK_TIMEOUT_MS } from '../../platform/shared/limits.ts'
import { expect, type Page, test } from './journey.ts'
import {
  bar,
  fetchFirstNews,
  isExpanded,
  publicPages,
  stubMapTiles,
  waitForIsland,
} from './public-site-helpers.ts'

const FILE = '**/assets/enhance-islands-entry-*.js'
const PHONE = { width: 390, height: 844 }

/** Delays the file of the islands. @param ms Infinity when it never arrives @returns the number of requests so far */
async function delayIslands(page: Page, ms: number): Promise<() => number> {
  let requests = 0
  await page.route(FILE, async (route) => {
    requests += 1
    if (ms === Number.POSITIVE_INFINITY) return
    await new Promise((resolve) => setTimeout(resolve, ms))
    // The page may be closed by now.
    await route.continue().catch(() => {})
  })
  return () => requests
}

/** Records calls of the share sheet. */
const stubShareSheet = (page: Page) =>
  page.addInitScript(() => {
    const shared: string[] = []
    Object.assign(window, { shared })
    Object.defineProperty(navigator, 'share', {
      value: async ({ url }: ShareData) => void shared.push(url ?? ''),
    })
  })

const readShared = (page: Page) => page.evaluate(() => (window as unknown as { shared: string[] }).shared)

test.use({ viewport: PHONE })

test.describe('with a file that takes 3 s', () => {
  test('one press acts once', async ({ page }) => {
    await stubShareSheet(page)
    const { newsTitle } = await fetchFirstNews(page)
    const requests = await delayIslands(page, 3000)
    await page.goto(`/news/${newsTitle}`)
    const share = page.getByRole('button', { name: 'Compartir' })
    await share.click()
    await share.click()
    expect(await readShared(page)).toEqual([])
    await waitForIsland(page, 'share')
    expect(await readShared(page)).toHaveLength(1)
    await share.click()
    await expect.poll(() => readShared(page)).toHaveLength(2)
    expect(requests()).toBe(1)
  })

  test('the menu opens at once, and React closes it later', async ({ page }) => {
    await delayIslands(page, 3000)
    await page.goto('/culture')
    await bar(page).getByRole('button', { name: 'Menú' }).click()
    await bar(page).getByText('Nuestro Club').click()
    await expect(bar(page).getByRole('link', { name: 'Historia' })).toBeVisible()
    await expect(page.locator('[data-island="menu"][data-live]')).toHaveCount(0)
    await waitForIsland(page, 'menu')
    expect(await isExpanded(page, 'Nuestro Club')).toBe(true)
    await page.keyboard.press('Escape')
    expect(await isExpanded(page, 'Nuestro Club')).toBe(false)
    expect(await isExpanded(page, 'Menú')).toBe(true)
  })

  for (const [state, isPosted] of [
    ['new', false],
    ['refused', true],
  ] as const)
    test(`text typed into a ${state} form survives`, async ({ page }) => {
      await delayIslands(page, 3000)
      await stubMapTiles(page)
      await page.goto('/contact')
      if (isPosted) {
        await page.getByLabel('Comentario').fill('Dejé la bici')
        await page.getByRole('button', { name: 'Enviar' }).click()
        await expect(page.getByRole('alert')).toContainText(MISSING_FIELDS)
      }
      await page.getByLabel('Nombre').fill('Marta')
      await page.getByLabel('Comentario').fill('Dejé la bici en el patio.')
      await waitForIsland(page, 'contact-form')
      await expect(page.getByLabel('Nombre')).toHaveValue('Marta')
      await expect(page.getByLabel('Comentario')).toHaveValue('Dejé la bici en el patio.')
      await expect(page.getByLabel('Comentario')).toBeFocused()
    })
})

test.describe('with a file that never arrives', () => {
  test('a press shows the message of a chunk once, and the page stays usable', async ({ page }) => {
    await page.clock.install()
    await delayIslands(page, Number.POSITIVE_INFINITY)
    const { newsTitle } = await fetchFirstNews(page)
    await page.goto(`/news/${newsTitle}`)
    await page.getByRole('button', { name: 'Compartir' }).click()
    await bar(page).getByRole('button', { name: 'Menú' }).click()
    await page.clock.fastForward(CHUNK_TIMEOUT_MS + 1000)
    await expect(page.getByText('Loading chunk islands failed')).toHaveCount(1)
    await bar(page).getByText('Nuestro Club').click()
    await bar(page).getByRole('link', { name: 'Historia' }).click()
    await expect(page).toHaveURL('/history')
  })

  test('a file that is blocked shows it at once, and every slide is readable', async ({ page }) => {
    await page.route(FILE, (route) => route.abort())
    await page.goto('/news')
    await expect(page.getByText('Loading chunk islands failed')).toBeVisible()
    const second = page.getByRole('region', { name: 'Últimas novedades' }).locator('.carousel-slide').nth(1)
    await second.scrollIntoViewIfNeeded()
    await expect(second.getByRole('img')).toBeInViewport()
  })

  test('the form posts', async ({ page }) => {
    await page.route(FILE, (route) => route.abort())
    await stubMapTiles(page)
    await page.goto('/contact')
    await page.getByLabel('Nombre').fill('Colo')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await expect(page.getByRole('alert')).toContainText(MISSING_FIELDS)
    await expect(page.getByLabel('Nombre')).toHaveValue('Colo')
  })
})

test('loads no React on a page without a moving part until somebody uses it', async ({ page }) => {
  const requests = await delayIslands(page, 0)
  for (const path of ['/fechas', '/culture', '/history', '/milestones', '/privacidad']) {
    await page.goto(path)
    // Islands on the screen start within a second after loading.
    await page.waitForTimeout(1800)
    expect(requests(), path).toBe(0)
  }
  await page.getByRole('main').click({ position: { x: 5, y: 300 } })
  // The first press of the page requests the file, but only a press of an island runs it.
  await expect.poll(requests).toBe(1)
  await expect(page.locator('[data-live]')).toHaveCount(0)
})

for (const path of ['/', '/news', '/contact'])
  test(`starts React on ${path} after the page has loaded and its largest part was painted`, async ({
    page,
  }) => {
    await stubMapTiles(page)
    await page.goto(path)
    await page.locator('[data-live]').first().waitFor({ state: 'attached' })
    const { requested, loaded, painted } = await page.evaluate(async () => {
      const largest = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Infinity)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      })
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const file = performance.getEntriesByType('resource').find(({ name }) => name.includes('islands-entry'))
      return {
        requested: file?.startTime ?? 0,
        loaded: navigation?.loadEventStart ?? Infinity,
        painted: largest,
      }
    })
    expect(requested).toBeGreaterThan(loaded)
    // The map is larger than everything before it, and it is an island.
    if (path !== '/contact') expect(requested).toBeGreaterThan(painted)
  })

test('every island of the public pages starts, without an error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (entry) => {
    if (entry.type() === 'error') errors.push(entry.text())
  })
  await stubMapTiles(page)
  const { newsTitle } = await fetchFirstNews(page)
  // The 404 page is an error in the console.
  for (const path of [...publicPages.filter((each) => each !== '/404'), `/news/${newsTitle}`]) {
    await page.goto(path)
    const islands = page.locator('react-island')
    for (const island of await islands.all())
      await island.evaluate((root) =>
        root.firstElementChild?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })),
      )
    await expect(page.locator('react-island:not([data-live])'), path).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test('keeps its slides on a page that the browser has translated before React started', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/news')
  const carousel = page.getByRole('region', { name: 'Últimas novedades' })
  const titles = await carousel.locator('h2').allTextContents()
  expect(titles.length).toBeGreaterThan(1)
  // Translations wrap texts, and extensions add elements.
  await carousel.locator('li').evaluateAll((slides) => {
    for (const slide of slides) slide.append(document.createElement('font'))
  })
  await carousel.dispatchEvent('pointerup')
  await expect(carousel).toHaveAttribute('data-ready')
  expect(await carousel.locator('h2').allTextContents()).toEqual(titles)
})

test('an island with a fault stays as the server rendered it, and the others work', async ({ page }) => {
  await stubMapTiles(page)
  await page.addInitScript(() => {
    class Broken {
      constructor() {
        throw new Error('broken')
      }
    }
    Object.defineProperty(window, 'ResizeObserver', { value: Broken })
  })
  const failed = page.waitForEvent('console', (entry) => entry.text().includes('broken'))
  await page.goto('/contact')
  await page.locator('.plan').scrollIntoViewIfNeeded()
  await failed
  await expect(page.locator('.plan-tiles')).toHaveCount(1)
  await page.getByRole('button', { name: 'Enviar' }).focus()
  await waitForIsland(page, 'contact-form')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.locator('.form-problem')).toHaveText(MISSING_FIELDS)
})

test('a fade carousel looks the same before and after React has started', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [path, name] of [
    ['/news', 'Últimas novedades'],
    ['/', 'Nuestros valores'],
  ] as const) {
    await page.goto(path)
    const carousel = page.getByRole('region', { name })
    await carousel.scrollIntoViewIfNeeded()
    await expect(page.locator('html')).toHaveAttribute('data-type')
    await page.waitForLoadState('networkidle')
    const before = await carousel.screenshot()
    await carousel.dispatchEvent('pointerup')
    await expect(carousel).toHaveAttribute('data-ready')
    expect(before.equals(await carousel.screenshot()), path).toBe(true)
  }
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  /** Drags one finger horizontally. @param distance CSS px to the left */
  async function swipe(page: Page, from: { x: number; y: number }, distance: number): Promise<void> {
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: from.y }],
      })
    await touch('touchStart', from.x)
    for (let step = 1; step <= 8; step++) await touch('touchMove', from.x - (distance * step) / 8)
    await touch('touchEnd', from.x - distance)
    await devtools.detach()
  }

  for (const [path, name] of [
    ['/', 'Nuestros valores'],
    ['/news', 'Últimas novedades'],
  ] as const)
    test(`39 px stay and 41 px move the carousel "${name}"`, async ({ page }) => {
      await page.goto(path)
      const carousel = page.getByRole('region', { name })
      await carousel.scrollIntoViewIfNeeded()
      await expect(carousel).toHaveAttribute('data-ready')
      await page.getByRole('button', { name: 'Pausar movimiento' }).tap()
      const box = await carousel.boundingBox()
      if (!box) throw new Error('the carousel is not on the screen')
      const middle = { x: box.x + box.width / 2, y: Math.max(box.y, 0) + 120 }
      const current = () =>
        carousel
          .locator('.carousel-slide')
          .evaluateAll((slides) => slides.findIndex((slide) => slide.hasAttribute('data-current')))
      const first = await current()
      await swipe(page, middle, 39)
      await page.waitForTimeout(300)
      expect(await current()).toBe(first)
      await swipe(page, middle, 41)
      await expect.poll(current).toBe(first + 1)
      await swipe(page, middle, -41)
      await expect.poll(current).toBe(first)
      await expect(page).toHaveURL(path)
    })

  test('a row of recordings scrolls with the finger', async ({ page }) => {
    await page.goto('/')
    const row = page.getByRole('region', { name: 'Podcast' })
    await row.scrollIntoViewIfNeeded()
    await expect(row).toHaveAttribute('data-ready')
    const box = await row.boundingBox()
    if (!box) throw new Error('the row is not on the screen')
    await swipe(page, { x: box.x + 300, y: box.y + box.height / 2 }, 250)
    await expect
      .poll(() => row.locator('.carousel-track').evaluate((track) => track.scrollLeft))
      .toBeGreaterThan(100)
  })
})
