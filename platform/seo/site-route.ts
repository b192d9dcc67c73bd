/** Names the routes of pages and documents for the log and the metrics. */
import { NEWS_ROUTE, PREVIEWS_PATH } from '../shared/public-paths.ts'
import { findSeoRoute } from './seo.ts'
import { listedPages } from './site-pages.ts'

const pages = new Set<string>(listedPages.map(({ path }) => path))
const NEWS_PATH = new RegExp(`^${NEWS_ROUTE.replace(':title', '.+')}$`)

/** Returns the pattern of a site path. There are few patterns, so invented paths create no new series of metrics. */
export function pageRoute(path: string): string {
  const bare = path.replace(/\/$/, '') || '/'
  if (pages.has(bare)) return bare
  if (NEWS_PATH.test(bare)) return NEWS_ROUTE
  if (bare.startsWith(PREVIEWS_PATH)) return `${PREVIEWS_PATH}:token`
  const [, first = ''] = bare.split('/')
  return ['admin', 'login', 'register', '404'].includes(first) ? `/${first}` : '/*'
}

/** Returns the pattern of the page or document at a path. */
export const siteRoute = (path: string): string => findSeoRoute(path) ?? pageRoute(path)
