/**
 * Lists the features with server code. Their order matters: the sitemap lists their pages in this order, and the OpenAPI
 * document lists their routes in it.
 */
import type { Platform } from '../platform/app/platform.ts'
import type { CopyFeatureData } from '../platform/content/server/content.ts'
import type { DemoContent } from '../platform/content/server/seed.ts'
import type { TimedRulesByResource } from '../platform/db/timed-presentation.ts'
import type { OnAnswerFailed } from '../platform/mail/send-and-retry.ts'
import type { DocumentPath } from '../platform/seo/document-source.ts'
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
import { redirects } from './redirects/index.server.ts'
import { season } from './season/index.server.ts'
import type { FeatureParts, Inbox, OtherFeatures, RestoreWork, ServerFeature } from './server-manifest.ts'
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
  redirects,
  season,
] as const

/** The features without the types of their routes. */
const declared: readonly ServerFeature[] = features

type Pages<F> = F extends { pages: readonly (infer P)[] } ? P : never
export type SitePageKey = Pages<(typeof features)[number]>['key']

export const sitePages: readonly SitePage[] = declared.flatMap(({ pages = [] }) => pages)

export const itemFeeds: readonly ItemFeed[] = declared.flatMap(({ feeds = [] }) => feeds)

export const listedPages = sitePages.filter((page): page is ListedPage => page.listing !== undefined)

export const timedRules: TimedRulesByResource = Object.assign({}, ...declared.map((each) => each.timedRules))

export const copyFeatureData: CopyFeatureData = async (tx, copy) => {
  for (const { copyData } of declared) await copyData?.(tx, copy)
}

export const onAnswerFailed: OnAnswerFailed = async (tx, failure) => {
  for (const feature of declared) await feature.onAnswerFailed?.(tx, failure)
}

export const restoreWork = declared.flatMap(({ restore = [] }): RestoreWork | RestoreWork[] => restore)

export const loadDemo = async (): Promise<DemoContent> =>
  Object.assign({}, ...(await Promise.all(declared.map(({ demo }) => demo?.()))))

export const documentPaths = declared.flatMap(
  ({ documentPaths = [] }): readonly DocumentPath[] => documentPaths,
)

/** A route of a feature, with the type of its request body. */
export type FeatureRoute = RouteIn<(typeof features)[number]>
type RouteIn<F> = F extends { create(...args: never): { routes: readonly (infer R)[] } } ? R : never

/** Creates what the features add to a club, in the order of their list. */
export function createFeatures(
  platform: Platform,
  given: Pick<OtherFeatures, 'readReport' | 'isDocument'>,
): FeatureParts[] {
  const others: OtherFeatures = {
    ...given,
    inboxes: () => parts.flatMap(({ inbox = [] }): Inbox | Inbox[] => inbox),
    nightFigures: () => Object.assign({}, ...parts.map(({ nightFigures }) => nightFigures)),
  }
  const parts = declared.flatMap(({ create }) => create?.(platform, others) ?? [])
  return parts
}
