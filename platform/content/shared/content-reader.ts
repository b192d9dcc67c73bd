import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import type { Reference } from './fields.ts'
import type { Order } from './orders.ts'
import type { EntityOf, ResourceName } from './resources.ts'
import type { ShareSetResource } from './share-set-resources.ts'

export interface Page<T> {
  items: T[]
  /** Number of items of all pages. */
  total: number
}

export interface PageQuery {
  q?: string
  limit?: number
  page?: number
  order?: Order
  /** `YYYY-MM-DD`: items of that day and later, for resources with a date. */
  from?: string | undefined
  /** Items of that day and earlier. */
  to?: string | undefined
  /** Items that refer to this one. Unrevealed rows do not count. */
  mentions?: Reference
}

/** Reads content for public pages, as visitors see it, with the functions that the API calls. */
export interface Reader {
  list<R extends ResourceName>(resource: R, query?: PageQuery): Promise<Page<EntityOf<R>>>
  /** @returns null for a missing or hidden item */
  one<R extends ResourceName>(resource: R, id: string): Promise<EntityOf<R> | null>
  /** Finds an item also by a former title. Then its `newsTitle` differs from the requested one. */
  newsByTitle(title: string): Promise<EntityOf<'news'> | null>
  /** Finds an item by the path above its page and its slug, also by a former slug. Then its `slug` differs from the requested one. */
  bySlug(path: string, slug: string): Promise<ItemBySlug | null>
  /** @returns the years with items before a day (`YYYY-MM-DD`), latest first */
  yearsBefore(resource: ResourceName, until: string): Promise<number[]>
  /** @returns the path of the share image of an item. @param item as visitors see it */
  shareImage<R extends ShareSetResource>(resource: R, item: EntityOf<R>): Promise<string>
  /** The settings of the club, with its name in place of the placeholders. */
  settings(): Promise<SiteSettings>
  /** The page expires after this time at the latest. ms */
  expiresIn(milliseconds: number): void
}

export type ItemBySlug = {
  [R in ResourceName]: { resource: R; slug: string; entity: EntityOf<R> }
}[ResourceName]

/** Also reads values that the API does not return to visitors. */
export interface ServerReader extends Reader {
  /** Retention period of visitors' messages, in months. */
  messagesKeptMonths(): Promise<number>
}
