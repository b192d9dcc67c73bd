import type { ItemBySlug, Page, PageQuery } from '../../content/shared/content-query.ts'
import type { AnyEntity, EntityOf, ResourceName } from '../../content/shared/resources.ts'
import type { RevisionKey } from '../../content/shared/revision-keys.ts'
import type { ShareSetResource } from '../../content/shared/share-set-resources.ts'
import type { SiteSettings } from '../../settings/shared/site-settings.ts'
import type { FeaturePageServices } from './feature-services.ts'

/** Reads content for public pages, as visitors see it. It uses the same functions as the API. */
export interface Reader {
  list<R extends ResourceName>(resource: R, query?: PageQuery): Promise<Page<EntityOf<R>>>
  /** Finds an item. null when it is missing or hidden */
  one<R extends ResourceName>(resource: R, id: string): Promise<EntityOf<R> | null>
  /** Finds a news item by its title. A former title finds it too: `newsTitle` then differs from the requested title. */
  newsByTitle(title: string): Promise<EntityOf<'news'> | null>
  /**
   * Finds an item by the path above its page and its slug. A former slug finds it too: `slug` then differs from the
   * requested one.
   */
  bySlug(path: string, slug: string): Promise<ItemBySlug | null>
  /** Lists the years with items before a day (`YYYY-MM-DD`), latest first. */
  yearsBefore(resource: ResourceName, until: string): Promise<number[]>
  /** Returns the path of an item's share image. @param item as visitors see it */
  shareImage<R extends ShareSetResource>(resource: R, item: EntityOf<R>): Promise<string>
  /** Returns the settings of the club. Placeholders are replaced by the club's name. */
  settings(): Promise<SiteSettings>
  /** Makes the page expire with the next write of a resource, for services of features that do not tell it. */
  reads(resource: RevisionKey): void
  /** The services that features declare for their pages. */
  features: FeaturePageServices
  /** Makes the page expire after this time, or earlier. ms */
  expiresIn(milliseconds: number): void
}

/** Renders the page at a path with unsaved settings, or with an unsaved item. */
export type PreviewPage = (path: string, unsaved: PreviewData, request: Request) => Promise<Response>

/** Data that a preview shows instead of the public data. */
export interface PreviewData {
  /** An item with unsaved values. Its page shows it in place of the stored one. */
  item?: { resource: ResourceName; entity: AnyEntity }
  /** Id of the item to read as if it were published. */
  itemId?: string
  /** Unsaved settings. They replace the stored ones. */
  settings?: SiteSettings
}
