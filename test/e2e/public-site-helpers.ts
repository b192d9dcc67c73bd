/** Helpers of the journeys on the public site. */

import { DATA_ID } from '../../platform/pages/delivery/page-delivery.ts'
import { MAP_TILES_ORIGIN } from '../../platform/shared/public-paths.ts'
import { readFrom } from './club-api.ts'
import type { Page } from './journey.ts'

/** Paths of all public pages except news items. */
export const publicPages = [
  '/',
  '/history',
  '/culture',
  '/milestones',
  '/events',
  '/contact',
  '/news',
  '/fechas',
  '/privacidad',
  '/login',
  '/register',
  '/404',
]

/** Resolves when the page's script has run. On React screens it also waits for hydration. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForSelector(':root[data-enhanced]')
  if ((await page.locator(`#${DATA_ID}`).count()) > 0) await page.waitForSelector(':root[data-hydrated]')
}

/**
 * Waits as long as a fast typist between two keys. Without the pause Playwright presses the second key before the browser
 * has drawn the result of the first.
 */
export const pauseBetweenKeys = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const pause = () => setTimeout(() => requestAnimationFrame(() => resolve()), 50)
        if (performance.getEntriesByName('first-contentful-paint').length > 0) return pause()
        new PerformanceObserver((list, observer) => {
          if (list.getEntriesByName('first-contentful-paint').length === 0) return
          observer.disconnect()
          pause()
        }).observe({ type: 'paint', buffered: true })
      }),
  )

export const bar = (page: Page) => page.getByRole('navigation', { name: 'Principal' })

export async function fetchFirstNews(
  page: Page,
): Promise<{ newsTitle: string; date: string; photo: string }> {
  const [item] = await readFrom(page, '/api/news?limit=1')
  return item
}

/** Turns Save-Data on. The call must precede the load of the page. */
export const enableSaveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }),
  )

/** Answers requests for map tiles with a white dot, so that tests send no requests to the tile server. */
export const stubMapTiles = (page: Page) =>
  page.route(`${MAP_TILES_ORIGIN}/**`, (route) =>
    route.fulfill({
      contentType: 'image/gif',
      body: Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
    }),
  )
