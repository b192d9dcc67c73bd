/**
 * Lists the features with server code. Their order matters: the sitemap lists their pages in this order, and the OpenAPI
 * document lists their routes in it.
 */
import type { Route } from '../platform/api/server/route.ts'
import type { CopyFeatureData } from '../platform/content/server/content.ts'
import type { DemoContent } from '../platform/content/server/seed.ts'
import type { TimedRulesByResource } from '../platform/db/timed-presentation.ts'
import type { DocumentPath, FindDocument } from '../platform/seo/document-source.ts'
import type { ItemFeed, ListedPage, SitePage } from '../platform/seo/page-declaration.ts'
import { accounts } from './accounts/index.server.ts'
import { analytics } from './analytics/index.server.ts'
import { artists } from './artists/index.server.ts'
import { firstDay } from './first-day/index.server.ts'
import { guests } from './guests/index.server.ts'
import { home } from './home/index.server.ts'
import { messages } from './messages/index.server.ts'
import { news } from './news/index.server.ts'
import { nights } from './nights/index.server.ts'
import { pages } from './pages/index.server.ts'
import { privacy } from './privacy/index.server.ts'
import { recordings } from './recordings/index.server.ts'
import type { ServerFeature } from './server-manifest.ts'
import type { FeatureApiServices, FeatureDocumentServices } from './services.ts'
import { shareImages } from './share-images/index.server.ts'

const features = [
  home,
  pages,
  messages,
  news,
  nights,
  privacy,
  accounts,
  firstDay,
  analytics,
  artists,
  recordings,
  shareImages,
  guests,
] as const

export type SitePageKey = (typeof features)[number]['pages'][number]['key']

export const sitePages: readonly SitePage[] = features.flatMap(({ pages }): readonly SitePage[] => pages)

export const itemFeeds: readonly ItemFeed[] = features.flatMap(({ feeds = [] }: ServerFeature) => feeds)

export const listedPages = sitePages.filter((page): page is ListedPage => page.listing !== undefined)

export const timedRules: TimedRulesByResource = Object.assign(
  {},
  ...features.map(({ timedRules }: ServerFeature) => timedRules),
)

export const copyFeatureData: CopyFeatureData = async (tx, copy) => {
  for (const { copyData } of features as readonly ServerFeature[]) await copyData?.(tx, copy)
}

export const loadDemo = async (): Promise<DemoContent> =>
  Object.assign({}, ...(await Promise.all(features.map(({ demo }: ServerFeature) => demo?.()))))

export const documentPaths = features.flatMap(
  ({ documentPaths = [] }: ServerFeature): readonly DocumentPath[] => documentPaths,
)

export const featureDocuments = (services: FeatureDocumentServices): FindDocument[] =>
  features.flatMap(({ documents }: ServerFeature) => documents?.(services) ?? [])

/** A route of a feature, with the type of its request body. */
export type FeatureRoute = RouteIn<(typeof features)[number]>
type RouteIn<F> = F extends { apiRoutes(services: never): readonly (infer R)[] } ? R : never

export const featureRoutes = (services: FeatureApiServices): Route[] =>
  features.flatMap(({ apiRoutes }: ServerFeature) => apiRoutes?.(services) ?? [])
