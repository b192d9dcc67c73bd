/** The orders of lists. The default is newest first. */

import { hasNameOrder, hasNights } from './field-types.ts'
import type { Declaration } from './fields.ts'

/**
 * 'next' lists coming nights, the next one first, then past nights, the latest first. 'manual' is the order of the
 * administrators. New items come first in it.
 */
export const orders = ['newest', 'oldest', 'changed', 'name', 'next', 'manual'] as const

export type Order = (typeof orders)[number]

/** Returns the orders of a resource, the default first. Items that are named by their date have no order by name. */
export const getOrders = (
  declaration: Pick<Declaration, 'nameField' | 'fields' | 'orderBy' | 'ordered'>,
): Order[] =>
  orders.filter(
    (order) =>
      (order !== 'name' || hasNameOrder(declaration)) &&
      (order !== 'next' || hasNights(declaration)) &&
      (order !== 'manual' || declaration.ordered === true),
  )
