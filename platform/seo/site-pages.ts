/** Exports the pages, feeds and documents that features declare, and reads the titles of the pages. */
import { type SitePageKey, sitePages } from '../../features/index.server.ts'
import type { Head, PageKey } from '../settings/shared/club-types.ts'
import { type ClubNames, fillAllPlaceholders } from '../settings/shared/site-settings.ts'
import type { EditedHead } from './page-declaration.ts'

export { documentPaths, itemFeeds, listedPages } from '../../features/index.server.ts'

type Settings = { readonly identity: ClubNames } & { readonly [G in EditedHead]: { readonly meta: Head } }

/** Returns title and description of every page, for feeds and share images. */
export function getPageHeads(site: Settings): Record<PageKey, Head> {
  const heads = sitePages.map(({ key, head }) => [key, typeof head === 'string' ? site[head].meta : head])
  // The return type makes the compiler check that features declare every page.
  return fillAllPlaceholders(Object.fromEntries(heads) as Record<SitePageKey, Head>, site.identity)
}
