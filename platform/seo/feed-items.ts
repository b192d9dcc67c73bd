/** What stands in the feeds: the newest news, and the nights that are to come, last announced first. */

import { changedAt, descriptionOf, named } from '../../features/nights/server/night-text.ts'
import type { Content } from '../content/server/content.ts'
import type { Picture } from '../content/shared/fields.ts'
import type { AnyEntity, EntityOf } from '../content/shared/resources.ts'
import type { Head } from '../settings/shared/club.ts'
import { currentNight, showDate, untilNextNight } from '../shared/dates.ts'
import { hourOf } from '../shared/night-dates.ts'
import { NIGHTS_PATH, newsHeading, newsPath, nightPath } from '../shared/public-addresses.ts'
import { instantOf } from '../shared/zoned-dates.ts'
import type { Feed, FeedItem } from './feeds.ts'

export interface FeedSources {
  content: Content
  /** Bytes of a picture's file; null: it is not there. */
  sizeOf(picture: Picture): Promise<number | null>
  /** Absolute, without a slash at its end. */
  origin: string
  /** The club's name. */
  name: string
  timeZone: string
  /** Of the page that lists the items. */
  head: Head
  now: Date
  /** What is told is true for no longer than this, ms. */
  expiresIn(milliseconds: number): void
}

export type FeedContents = Omit<Feed, 'url' | 'icon' | 'changedAt'>

const NEWS = 20
/** Five a week for ten weeks. */
const NIGHTS = 50

export async function newsFeed(sources: FeedSources): Promise<FeedContents> {
  const { content, origin, timeZone, head } = sources
  const { items } = await content.list('news', { limit: NEWS })
  const entries = items.map(async (item): Promise<FeedItem> => {
    const news = item as unknown as EntityOf<'news'>
    return {
      id: news._id,
      title: newsHeading(news),
      text: news.newsDescription,
      url: origin + newsPath(news.newsTitle),
      publishedAt: instantOf(news.date, timeZone),
      changedAt: Date.parse(news.updatedAt),
      picture: await pictureOf(news.images.photo, sources),
    }
  })
  return { ...head, page: `${origin}/news`, items: await Promise.all(entries) }
}

export async function nightsFeed(sources: FeedSources): Promise<FeedContents> {
  const { content, origin, name, timeZone, head, now, expiresIn } = sources
  expiresIn(untilNextNight(now, timeZone))
  const from = currentNight(now, timeZone)
  const moment = { now: now.getTime(), timeZone }
  const { items } = await content.list('events', { from, order: 'oldest', limit: NIGHTS })
  const entries = items.map(async (item: AnyEntity): Promise<FeedItem> => {
    const night = item as unknown as EntityOf<'events'>
    const when = [showDate(night.date), hourOf(night.date)].filter((part) => part !== null).join(' ')
    return {
      id: night._id,
      title: named(night, `${night.title ?? name} · ${when}`, moment),
      text: descriptionOf(night, moment),
      url: origin + nightPath(String(item.slug)),
      publishedAt: announcedAt(night),
      changedAt: changedAt(night),
      picture: await pictureOf(night.images.flyerLarge, sources),
    }
  })
  const announced = (await Promise.all(entries)).toSorted((one, other) => other.publishedAt - one.publishedAt)
  return { ...head, page: origin + NIGHTS_PATH, items: announced }
}

/** Since when visitors see it, ms since 1970. */
const announcedAt = ({ createdAt, publishAt }: EntityOf<'events'>): number =>
  Math.max(Date.parse(createdAt), publishAt === null ? 0 : Date.parse(publishAt))

async function pictureOf(picture: Picture, { sizeOf, origin }: FeedSources): Promise<FeedItem['picture']> {
  const bytes = await sizeOf(picture)
  return bytes === null ? null : { url: origin + picture.src, bytes }
}
