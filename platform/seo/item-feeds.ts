/** Writes the RSS and JSON feeds that features declare. */
import type { Dependencies } from '../cache/freshness.ts'
import type { Content } from '../content/server/content.ts'
import type { Picture } from '../content/shared/entity-parts.ts'
import type { Database } from '../db/connect.ts'
import { findLastChange } from '../db/item-queries.ts'
import type { MediaStore } from '../media/server/store.ts'
import { findStoredJpeg } from '../media/server/variants.ts'
import type { Head } from '../settings/shared/club-types.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { writeJsonFeed, writeRss } from './feeds.ts'
import type { ItemFeed } from './page-declaration.ts'
import { getPageHeads, itemFeeds } from './site-pages.ts'

const RSS = { format: writeRss, type: 'application/rss+xml' }
const JSON_FEED = { format: writeJsonFeed, type: 'application/feed+json' }

type FormattedFeed = ItemFeed & typeof RSS

/** All feeds by path. */
export const feeds = new Map(
  itemFeeds.flatMap((feed): [string, FormattedFeed][] => [
    [feed.rssPath, { ...feed, ...RSS }],
    [feed.jsonPath, { ...feed, ...JSON_FEED }],
  ]),
)

interface FeedServices {
  database: Database
  content: Content
  store: Pick<MediaStore, 'size'>
  settings(dependencies: Dependencies): Promise<SiteSettings>
  now: () => number
}

export async function writeFeed(
  { resource, page, contents, format }: FormattedFeed,
  { origin, path }: { origin: string; path: string },
  { database, content, store, settings, now }: FeedServices,
  dependencies: Dependencies,
): Promise<string> {
  dependencies.reads(resource)
  const words = await settings(dependencies)
  const { name, timeZone } = words.identity
  const at = now()
  const sources = {
    content,
    sizeOf: (picture: Picture) => store.size(findStoredJpeg(picture, picture.width)),
    origin,
    name,
    timeZone,
    head: (getPageHeads(words) as Record<string, Head>)[page] as Head,
    now: new Date(at),
    expiresIn: (milliseconds: number) => dependencies.expiresIn(milliseconds),
  }
  const [feed, changedAt] = await Promise.all([
    contents(sources),
    findLastChange(database.read, [resource], at),
  ])
  return format({ ...feed, url: origin + path, icon: `${origin}/icons/icon-192.png`, changedAt })
}
