import type { Reference } from './fields.ts'
import type { Order } from './orders.ts'
import type { Period } from './periods.ts'
import type { EntityOf, ResourceName } from './resources.ts'

export interface Page<T> {
  items: T[]
  /** Number of items on all pages. */
  total: number
}

export interface PageQuery {
  q?: string
  limit?: number
  page?: number
  order?: Order
  /** First day or night of the list, `YYYY-MM-DD`. Only for resources with a date. */
  from?: string | undefined
  /** Last day or night of the list, `YYYY-MM-DD`. */
  to?: string | undefined
  /** Limits a list of nights. */
  period?: Period | undefined
  /** Limits the list to items that refer to this item. Unrevealed rows do not count. */
  mentions?: Reference
}

export type ItemBySlug = {
  [R in ResourceName]: { resource: R; slug: string; entity: EntityOf<R> }
}[ResourceName]
