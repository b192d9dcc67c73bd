import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import type { Reference } from './fields.ts'
import type { Order } from './orders.ts'
import type { EntityOf, ResourceName } from './resources.ts'
import type { ShareSetResource } from './share-set-resources.ts'

export interface Page<T> {
  items: T[]
  /** How many there are in all pages. */
  total: number
}

export interface PageQuery {
  q?: string
  limit?: number
  page?: number
  order?: Order
  /** `YYYY-MM-DD`: of that day and later, for a resource whose items have a date. */
  from?: string | undefined
  /** Of that day and earlier. */
  to?: string | undefined
  /** What refers to this, as far as it is revealed. */
  mentions?: Reference
}

/** What a public page may read of the content: what visitors see, through the functions that the API calls. */
export interface Reader {
  list<R extends ResourceName>(resource: R, query?: PageQuery): Promise<Page<EntityOf<R>>>
  /** null: there is none, or visitors do not see it. */
  one<R extends ResourceName>(resource: R, id: string): Promise<EntityOf<R> | null>
  /** A renamed item is found under its old title too: its `newsTitle` then differs from the one asked for. */
  newsByTitle(title: string): Promise<EntityOf<'news'> | null>
  /** What has a page of its own, by the path above it and its slug; one that it had before finds it too: `slug` then differs. */
  bySlug(path: string, slug: string): Promise<ItemBySlug | null>
  /** Years of which there are items before a day (`YYYY-MM-DD`), the last first. */
  yearsBefore(resource: ResourceName, until: string): Promise<number[]>
  /** The path of the picture that a link to an item shows. @param item as visitors see it */
  shareImage<R extends ShareSetResource>(resource: R, item: EntityOf<R>): Promise<string>
  /** What the club says of itself, with its name wherever it stands. */
  site(): Promise<SiteSettings>
  /** The page just read is true for this long only (ms), whatever happens to the content. */
  expiresIn(milliseconds: number): void
}

export type ItemBySlug = {
  [R in ResourceName]: { resource: R; slug: string; entity: EntityOf<R> }
}[ResourceName]

/** And what no call of the API tells visitors. */
export interface ServerReader extends Reader {
  /** After how many months a visitor's message is erased. */
  messagesKeptMonths(): Promise<number>
}
