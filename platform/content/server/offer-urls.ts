/** Hides the URLs of offers that cannot be bought now from visitors, as /ir does. */

import { offersOnSale } from '../../../features/nights/shared/night-state.ts'
import type { AnyEntity, EntityOf } from '../shared/resources.ts'

/** @param now ms since 1970; @param timeZone the club's IANA time zone */
export function withoutClosedUrls(item: AnyEntity, now: number, timeZone: string): AnyEntity {
  const night = item as unknown as EntityOf<'events'>
  if (night.offers.every(({ url }) => url === null)) return item
  const onSale = new Set(offersOnSale(night, now, timeZone))
  const offers = night.offers.map((offer) => (onSale.has(offer) ? offer : { ...offer, url: null }))
  return { ...item, offers }
}
