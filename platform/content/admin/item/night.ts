/** What can be done with a night and with nothing else, asked of what a resource declares. Pure, so that it can be tested. */

import { type NightState, type Stamp, stampOf } from '../../../../features/nights/shared/night-state.ts'
import type { Declaration } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'

type Declared = Pick<Declaration, 'fields'>

/** Whether items can be called off: they have a status, and that is one. */
export function canBeCancelled({ fields }: Declared): boolean {
  const { status } = fields
  return status?.kind === 'choice' && 'cancelled' in status.options
}

/** Whether items have offers that can be sold out. */
function canSellOut({ fields }: Declared): boolean {
  const { offers } = fields
  const availability = offers?.kind === 'rows' ? offers.columns.availability : undefined
  return availability?.kind === 'choice' && 'soldout' in availability.options
}

/** The stamp of a night. null for nights without one and for other items. @param timeZone the club's IANA time zone */
export const stampOfItem = (declaration: Declared, item: AnyEntity, timeZone: string): Stamp | null =>
  canBeCancelled(declaration) ? stampOf(item as unknown as NightState, Date.now(), timeZone) : null

/** Whether something of it is on sale, which may be over. */
export const hasOffers = (declaration: Declared, item: AnyEntity): boolean =>
  canSellOut(declaration) && (item as unknown as NightState).offers.length > 0
