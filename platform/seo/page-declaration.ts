/** The pages and feeds that features declare in index.server.ts. */
import type { ResourceName } from '../content/shared/resources.ts'
import type { Head, PageKey } from '../settings/shared/club-types.ts'
import type { SettingsName } from '../settings/shared/settings-names.ts'
import type { FeedContents, FeedSources } from './feed-items.ts'

export interface SitePage {
  /** Also the name of the share image: `/share/<key>.jpg`. */
  readonly key: string
  readonly path: string
  /** Title and description: fixed, or from the settings that administrators edit. */
  readonly head: Head | EditedHead
  /** Puts the page into the sitemap, visit reports and the request log. */
  readonly listing?: PageListing
}

/** Settings with the head of a page. */
export type EditedHead = PageKey & SettingsName

interface PageListing {
  /** Name in visit reports. */
  readonly label: string
  /** Resources whose changes date the page in the sitemap. Changes of its settings always do. */
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
