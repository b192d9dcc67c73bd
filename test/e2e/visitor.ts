/** What the journeys of visitors share. */
import type { Page } from '@playwright/test'
import { MAP_TILES_ORIGIN } from '../../contract/messages/contact.ts'

/** Every public page but the news items, which have names of their own. */
export const pages = [
  '/',
  '/history',
  '/culture',
  '/milestones',
  '/events',
  '/contact',
  '/news',
  '/privacidad',
  '/login',
  '/register',
  '/404',
]

/** The framework has come, because it was asked for, and everything on the page is alive. */
export async function hydrated(page: Page): Promise<void> {
  await act(page)
  await page.waitForSelector(':root[data-alive]')
}

/** The page has been painted: nobody presses a key before there is something to see. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/** The least that tells a page that its visitor is about to do something. */
export async function act(page: Page): Promise<void> {
  await painted(page)
  await page.keyboard.press('Shift')
}

/** The pause between two keys of a quick typist. Programs press both before the browser has drawn what the first one did. */
export async function breath(page: Page): Promise<void> {
  await painted(page)
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 50)))
}

export const bar = (page: Page) => page.getByRole('navigation', { name: 'Principal' })

export async function firstNews(page: Page): Promise<{ newsTitle: string; date: string }> {
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
