/** The pages, feeds and documents that features declare. */
import { type SitePageKey, sitePages } from '../../features/index.server.ts'
import type { Head, PageKey } from '../settings/shared/club-types.ts'
import { type ClubNames, fillAllPlaceholders } from '../settings/shared/site-settings.ts'
import type { EditedHead } from './page-declaration.ts'

export { documentPaths, itemFeeds, listedPages } from '../../features/index.server.ts'

type Settings = { readonly identity: ClubNames } & { readonly [G in EditedHead]: { readonly meta: Head } }

/** Title and description of every page, for feeds and share images. */
export function getPageHeads(site: Settings): Record<PageKey, Head> {
  const heads = sitePages.map(({ key, head }) => [key, typeof head === 'string' ? site[head].meta : head])
  // The return type requires that some feature has each page.
  return fillAllPlaceholders(Object.fromEntries(heads) as Record<SitePageKey, Head>, site.identity)
}
