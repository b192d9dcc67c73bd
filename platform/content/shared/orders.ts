/** How lists may be ordered. The newest come first when nobody asks for anything else. */

import { hasNameOrder, hasNights } from './field-types.ts'
import type { Declaration } from './fields.ts'

/**
 * 'next': nights from tonight on, the next one first, then those that are over, the last one first. 'manual': as somebody
 * ordered them; what came since is before them.
 */
export const orders = ['newest', 'oldest', 'changed', 'name', 'next', 'manual'] as const

export type Order = (typeof orders)[number]

/** The orders that a resource has: what is called by its date has no other name. The first is the default. */
export const getOrders = (
  declaration: Pick<Declaration, 'nameField' | 'fields' | 'orderBy' | 'ordered'>,
): Order[] =>
  orders.filter(
    (order) =>
      (order !== 'name' || hasNameOrder(declaration)) &&
      (order !== 'next' || hasNights(declaration)) &&
      (order !== 'manual' || declaration.ordered === true),
  )
