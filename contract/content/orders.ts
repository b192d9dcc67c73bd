/** How lists may be ordered. The newest come first when nobody asks for anything else. */
import type { Declaration } from './fields.ts'
import { hasNames } from './kinds.ts'

export const orders = ['newest', 'oldest', 'changed', 'name'] as const

export type Order = (typeof orders)[number]

/** The orders that a resource has: what is called by its date has no other name. The first is the default. */
export const ordersOf = (declaration: Pick<Declaration, 'heading' | 'fields'>): Order[] =>
  orders.filter((order) => order !== 'name' || hasNames(declaration))
