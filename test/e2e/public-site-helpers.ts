/** Helpers of the journeys on the public site. */
import type { Page } from '@playwright/test'
import { MAP_TILES_ORIGIN } from '../../platform/mail/contact-message.ts'
import { DATA_ID } from '../../platform/pages/delivery/page-delivery.ts'

/** Every public page except the news items. */
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

/** Resolves when the page's script has run and, on React screens, hydration has finished. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForSelector(':root[data-enhanced]')
  if ((await page.locator(`#${DATA_ID}`).count()) > 0) await page.waitForSelector(':root[data-hydrated]')
}

/**
 * The pause between two keys of a fast typist, who waits for the result of each key. Without the pause, programs press
 * both keys before the browser has drawn the result of the first.
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
  const [item] = await (await page.request.get('/api/news?limit=1')).json()
  return item
}

/** Turns Save-Data on. Call it before the page loads. */
export const enableSaveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }),
  )

/** Replaces the tiles of the map's server with a white dot, so that tests send it no requests. */
export const stubMapTiles = (page: Page) =>
  page.route(`${MAP_TILES_ORIGIN}/**`, (route) =>
    route.fulfill({
      contentType: 'image/gif',
      body: Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
    }),
  )
