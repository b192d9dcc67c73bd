/** The features with server code. The sitemap keeps the order of their pages, and the API document that of their routes. */
import type { Route } from '../platform/api/server/route.ts'
import type { ApiServices } from '../platform/api/server/services.ts'
import { accounts } from './accounts/index.server.ts'
import { analytics } from './analytics/index.server.ts'
import { firstDay } from './first-day/index.server.ts'
import { home } from './home/index.server.ts'
import { messages } from './messages/index.server.ts'
import { news } from './news/index.server.ts'
import { nights } from './nights/index.server.ts'
import { pages } from './pages/index.server.ts'
import { privacy } from './privacy/index.server.ts'
import type { ItemFeed, ListedPage, ServerFeature, SitePage } from './server-manifest.ts'

const features = [home, pages, messages, news, nights, privacy, accounts, firstDay, analytics] as const

export type SitePageKey = (typeof features)[number]['pages'][number]['key']

export const sitePages: readonly SitePage[] = features.flatMap(({ pages }): readonly SitePage[] => pages)

export const itemFeeds: readonly ItemFeed[] = features.flatMap(({ feeds = [] }: ServerFeature) => feeds)

export const listedPages = sitePages.filter((page): page is ListedPage => page.listing !== undefined)

export const featureRoutes = (services: ApiServices): Route[] =>
  features.flatMap(({ apiRoutes }: ServerFeature) => apiRoutes?.(services) ?? [])
