/** Reports page views and clicks on ticket links to the server, without identifying the visitor. */

import { API_BASE } from '../../../../platform/api/client/call.ts'
import { TICKETS_PATH } from '../../../../platform/shared/public-paths.ts'
import { settled, whenActive } from '../../../../platform/site-layout/browser/page-events.ts'
import { PRIVATE_ATTRIBUTE } from '../../../../platform/ui/element-names.ts'
import { findSource } from '../../shared/sources.ts'

/** Paths that are not counted: the back office, sign-in, registration and previews. */
const UNCOUNTED = /^\/(admin|login|register|preview)(\/|$)/

/**
 * Counts every page view, also when the browser restores the page from its back/forward cache. Visitors with Do Not Track
 * or Global Privacy Control are not counted.
 */
export function countVisits(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  const { pathname, href } = location
  if (doNotTrack === '1' || globalPrivacyControl || UNCOUNTED.test(pathname)) return
  // The address of a private page contains a secret.
  if (document.documentElement.hasAttribute(PRIVATE_ATTRIBUTE)) return
  const source = findSource(new URL(href), document.referrer)
  const tell = (from: string | null) =>
    // `sendBeacon` is missing in browsers whose users have disabled it. Their visits are not counted.
    navigator.sendBeacon?.(`${API_BASE}/visits`, JSON.stringify({ path: pathname, source: from }))
  // After a reload or a return, address and referrer are still those of the first view, so the visit has no source.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isAgain = entry?.type === 'back_forward' || entry?.type === 'reload'
  addEventListener('pageshow', ({ persisted }) =>
    whenActive(() => void settled().then(() => tell(persisted || isAgain ? null : source))),
  )
  // Ticket links of the home page lead directly to the seller, so a script reports the click. Middle clicks open links too.
  const tellClick = ({ target, button }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-tickets]') : null
    if (link === null || button > 1) return
    navigator.sendBeacon?.(`${API_BASE}/clicks`, JSON.stringify({ event: link.dataset.tickets, source }))
  }
  addEventListener('click', tellClick)
  addEventListener('auxclick', tellClick)
  if (source === null) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[href^="${TICKETS_PATH}"]`))
    link.search = `?src=${source}`
}
