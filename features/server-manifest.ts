/** The parts of a feature that the Node server runs. Node loads these files as they are, so they import no components. */

import type { Route } from '../platform/api/server/route.ts'
import type { ApiServices } from '../platform/api/server/services.ts'
import type { ResourceName } from '../platform/content/shared/resources.ts'
import type { FeedContents, FeedSources } from '../platform/seo/feed-items.ts'
import type { Head, PageKey } from '../platform/settings/shared/club.ts'
import type { GroupName } from '../platform/settings/shared/group-names.ts'

/** What `features/<feature>/index.server.ts` exports. */
export interface ServerFeature {
  /** Pages with a title of their own. Pages of single items take theirs from the item. */
  readonly pages: readonly SitePage[]
  readonly feeds?: readonly ItemFeed[]
  /** Routes besides those that every resource has (platform/api/server/table.ts). */
  apiRoutes?(services: ApiServices): Route[]
}

export interface SitePage {
  /** Also the name of the share image: `/share/<key>.jpg`. */
  readonly key: PageKey
  readonly path: string
  /** Title and description: fixed, or from the settings that administrators edit. */
  readonly head: Head | EditedHead
  /** Puts the page into the sitemap, visit reports and the request log. */
  readonly listing?: PageListing
}

/** Settings with the head of a page. */
export type EditedHead = PageKey & GroupName

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
  readonly page: PageKey
  readonly rssPath: string
  readonly jsonPath: string
  contents(sources: FeedSources): Promise<FeedContents>
}

export type ListedPage = SitePage & { readonly listing: PageListing }
