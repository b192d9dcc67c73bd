/** What the journeys of visitors share. */
import type { Page } from '@playwright/test'
import { MAP_TILES_ORIGIN } from '../../platform/mail/contact-message.ts'
import { DATA_ID } from '../../platform/pages/delivery/page-delivery.ts'

/** Every public page but the news items, which have names of their own. */
export const pages = [
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

/** Everything on the page works: its script has run, and React has hydrated it where it does. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector(':root[data-enhanced]')
  if ((await page.locator(`#${DATA_ID}`).count()) > 0) await page.waitForSelector(':root[data-hydrated]')
}

/**
 * The pause between two keys of a quick typist, who presses none before there is something to see. Programs press both before
 * the browser has drawn what the first one did.
 */
export const breath = (page: Page): Promise<void> =>
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

export async function firstNews(page: Page): Promise<{ newsTitle: string; date: string; photo: string }> {
  const [item] = await (await page.request.get('/api/news?limit=1')).json()
  return item
}

/** Before the page loads: a browser whose owner saves data. */
export const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }),
  )

/** Answers for the map's server, which is not ours to ask: every tile is one white dot. */
export const stubTiles = (page: Page) =>
  page.route(`${MAP_TILES_ORIGIN}/**`, (route) =>
    route.fulfill({
      contentType: 'image/gif',
      body: Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
    }),
  )
