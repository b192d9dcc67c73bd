/** The pages, feeds and documents that features declare. */
export {
  documentPaths,
  itemFeeds,
  listedPages,
  type SitePageKey,
  sitePages,
} from '../../features/index.server.ts'
