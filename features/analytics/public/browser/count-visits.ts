/** Reports a page view and its source, without identifying the visitor. */

import { API_BASE } from '../../../../platform/api/client/call.ts'
import { TICKETS_PATH } from '../../../../platform/shared/public-paths.ts'
import { whenActive } from '../../../../platform/site-layout/browser/page-events.ts'
import { sourceOf } from '../../shared/sources.ts'

/** The back office, sign-in, registration and previews are not counted. */
const UNCOUNTED = /^\/(admin|login|register|preview)(\/|$)/

/** Each view counts, also one from the back/forward cache. Do Not Track and Global Privacy Control are honoured. */
export function countVisits(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  const { pathname, href } = location
  if (doNotTrack === '1' || globalPrivacyControl || UNCOUNTED.test(pathname)) return
  const source = sourceOf(new URL(href), document.referrer)
  const tell = (from: string | null) =>
    // Some browsers let their owners switch it off.
    navigator.sendBeacon?.(`${API_BASE}/visits`, JSON.stringify({ path: pathname, source: from }))
  // A reload or a return has no source, because the address and the referrer are those of the first view.
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isAgain = entry?.type === 'back_forward' || entry?.type === 'reload'
  addEventListener('pageshow', ({ persisted }) =>
    whenActive(() => tell(persisted || isAgain ? null : source)),
  )
  // Ticket links of the home page lead directly to the seller, not through /ir. A middle click opens them too.
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
