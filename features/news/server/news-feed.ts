/** The feed of the newest news. */
import { type FeedContents, type FeedSources, toFeedPicture } from '../../../platform/seo/feed-items.ts'
import type { FeedItem } from '../../../platform/seo/feeds.ts'
import { formatNewsTitle, newsPath } from '../../../platform/shared/public-paths.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'

const NEWS = 20

export async function createNewsFeed(sources: FeedSources): Promise<FeedContents> {
  const { content, origin, timeZone, head } = sources
  const { items } = await content.list('news', { limit: NEWS })
  const entries = items.map(async (news): Promise<FeedItem> => {
    return {
      id: news._id,
      title: formatNewsTitle(news),
      text: news.newsDescription,
      url: origin + newsPath(news.newsTitle),
      publishedAt: toInstant(news.date, timeZone),
      changedAt: Date.parse(news.updatedAt),
      picture: await toFeedPicture(news.images.photo, sources),
    }
  })
  return { ...head, page: `${origin}/news`, items: await Promise.all(entries) }
}
