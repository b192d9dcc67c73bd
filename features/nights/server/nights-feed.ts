/** The feed of coming nights. The most recently announced night is first. */
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { type FeedContents, type FeedSources, toFeedPicture } from '../../../platform/seo/feed-items.ts'
import type { FeedItem } from '../../../platform/seo/feeds.ts'
import { currentNight, formatDate, untilNextNight } from '../../../platform/shared/dates.ts'
import { timeOfDay } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH, nightPath } from '../../../platform/shared/public-paths.ts'
import { addStampToName, describeNight, getChangeTime } from './night-text.ts'

/** Maximum number of nights in the feed: five nights a week for ten weeks. */
const NIGHTS = 50

export async function createNightsFeed(sources: FeedSources): Promise<FeedContents> {
  const { content, origin, name, timeZone, head, now, expiresIn } = sources
  expiresIn(untilNextNight(now, timeZone))
  const from = currentNight(now, timeZone)
  const moment = { now: now.getTime(), timeZone }
  const { items } = await content.list('events', { from, order: 'oldest', limit: NIGHTS })
  const entries = items.map(async (night): Promise<FeedItem> => {
    const when = [formatDate(night.date), timeOfDay(night.date)].filter((part) => part !== null).join(' ')
    return {
      id: night._id,
      title: addStampToName(night, `${night.title ?? name} · ${when}`, moment),
      text: describeNight(night, moment),
      url: origin + nightPath(night.slug),
      publishedAt: getAnnouncedTime(night),
      changedAt: getChangeTime(night, moment),
      picture: await toFeedPicture(night.images.flyerLarge, sources),
    }
  })
  const announced = (await Promise.all(entries)).toSorted((one, other) => other.publishedAt - one.publishedAt)
  return { ...head, page: origin + NIGHTS_PATH, items: announced }
}

/** Returns the time from which visitors see the night. ms since 1970 */
const getAnnouncedTime = ({ createdAt, publishAt }: EntityOf<'events'>): number =>
  Math.max(Date.parse(createdAt), publishAt === null ? 0 : Date.parse(publishAt))
