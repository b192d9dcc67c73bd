/** The types of `contents`, the function with which a feature writes the items of a feed. */
import type { Content } from '../content/server/content.ts'
import type { Picture } from '../content/shared/entity-parts.ts'
import type { Head } from '../settings/shared/club-types.ts'
import type { Feed, FeedItem } from './feeds.ts'

export interface FeedSources {
  content: Content
  /** Returns the size of a picture's largest JPEG. null when the file is missing. Bytes */
  sizeOf(picture: Picture): Promise<number | null>
  /** Public origin without a trailing slash. */
  origin: string
  /** Name of the club. */
  name: string
  timeZone: string
  /** Title and description of the page that lists the items. */
  head: Head
  now: Date
  /** Limits how long the feed is cached. ms */
  expiresIn(milliseconds: number): void
}

export type FeedContents = Omit<Feed, 'url' | 'icon' | 'changedAt'>

export async function toFeedPicture(
  picture: Picture,
  { sizeOf, origin }: FeedSources,
): Promise<FeedItem['picture']> {
  const bytes = await sizeOf(picture)
  return bytes === null ? null : { url: origin + picture.src, bytes }
}
