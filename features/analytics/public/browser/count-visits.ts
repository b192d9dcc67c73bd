/** Tells the club that a page is looked at, and where its visitor comes from: nothing about who they are. */

import { API_BASE } from '../../../../platform/api/client/call.ts'
import { TICKETS_PATH } from '../../../../platform/shared/public-addresses.ts'
import { whenActive } from '../../../../platform/site-layout/browser/moments.ts'
import { sourceOf } from '../../shared/sources.ts'

/** Pages of whoever administers, and those that only one person was shown. */
const UNCOUNTED = /^\/(admin|login|register|preview)(\/|$)/

/** Counted each time that it is shown, also from the back/forward cache. Not at all where the browser asks for that. */
export function countVisits(): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  const { pathname, href } = location
  if (doNotTrack === '1' || globalPrivacyControl || UNCOUNTED.test(pathname)) return
  const source = sourceOf(new URL(href), document.referrer)
  const tell = (from: string | null) =>
    // Some browsers let their owners switch it off.
    navigator.sendBeacon?.(`${API_BASE}/visits`, JSON.stringify({ path: pathname, source: from }))
  // Who comes back, or loads it again, was here already: the address and the referrer still say what they did.
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
