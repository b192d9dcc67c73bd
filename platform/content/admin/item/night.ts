/** What can be done with a night and with nothing else, asked of what a resource declares. Pure, so that it can be tested. */

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

/** Whether something of it is on sale, which may be over. */
export const hasOffers = (declaration: Declared, item: AnyEntity): boolean =>
  canSellOut(declaration) && Array.isArray(item.offers) && item.offers.length > 0
