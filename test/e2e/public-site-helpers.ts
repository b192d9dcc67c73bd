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
  await page.waitForLoadState()
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

/** The button of the dropdown, a `summary`, which has no role in Playwright. */
export const clubToggle = (page: Page) => bar(page).locator('summary', { hasText: 'Nuestro Club' })

/** Returns the state that the browser reports to screen readers: true when the control with this name is expanded. */
export async function isExpanded(page: Page, name: string): Promise<unknown> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const control = nodes.find(
    // Style sheets write some names in capitals.
    (node) =>
      node.name?.value.toLowerCase() === name.toLowerCase() &&
      node.properties?.some((property) => property.name === 'expanded'),
  )
  return control?.properties?.find((property) => property.name === 'expanded')?.value.value
}

/** Waits until React handles the island. The focus on a link or control inside makes it start. */
export async function waitForIsland(page: Page, name: string): Promise<void> {
  await page.locator(`[data-island="${name}"][data-live]`).first().waitFor({ state: 'attached' })
}

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
