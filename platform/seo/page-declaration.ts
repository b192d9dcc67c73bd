/** Types of the pages and feeds that features declare in index.server.ts. */
import type { ResourceName } from '../content/shared/resources.ts'
import type { Head, PageKey } from '../settings/shared/club-types.ts'
import type { SettingsName } from '../settings/shared/settings-names.ts'
import type { FeedContents, FeedSources } from './feed-items.ts'

export interface SitePage {
  /** Key of the page. It is also the name of its share image, `/share/<key>.jpg`. */
  readonly key: string
  readonly path: string
  /** Fixed title and description, or the name of the settings group that has them. */
  readonly head: Head | EditedHead
  /** Set to include the page in the sitemap, visit reports and the request log. */
  readonly listing?: PageListing
}

/** Settings groups with the title and description of a page. */
export type EditedHead = PageKey & SettingsName

interface PageListing {
  /** Name of the page in visit reports. */
  readonly label: string
  /** Resources that the page shows. Their last change, or that of the page's settings, is its `lastmod` in the sitemap. */
  readonly changedBy?: readonly ResourceName[]
}

/** The newest items of a resource, published as RSS and as JSON Feed. */
export interface ItemFeed {
  readonly resource: ResourceName
  /** The page that lists the items. The feed has its title and description. */
  readonly page: string
  readonly rssPath: string
  readonly jsonPath: string
  contents(sources: FeedSources): Promise<FeedContents>
}

export type ListedPage = SitePage & { readonly listing: PageListing }
