/** Feeds: RSS 2.0 and JSON Feed 1.1, of the same items. */
import { DECLARATION, element, xml } from './xml.ts'

export interface FeedItem {
  id: string
  title: string
  /** Plain text. */
  text: string
  /** Absolute. */
  url: string
  /** ms since 1970. */
  publishedAt: number
  /** ms since 1970. */
  changedAt: number
  picture: { url: string; bytes: number } | null
}

export interface Feed {
  /** Absolute URL of the feed. */
  url: string
  /** Absolute URL of the page that lists the items. */
  page: string
  title: string
  description: string
  /** Absolute. */
  icon: string
  items: FeedItem[]
  /** ms since 1970. null when unknown */
  changedAt: number | null
}

const LANGUAGE = 'es-AR'
const PICTURES = 'image/jpeg'

/** Independent of the URL, which changes with the title: feed readers would show the item as new. */
const idOf = ({ id }: FeedItem): string => `urn:uuid:${id}`

const rfc822 = (instant: number): string => new Date(instant).toUTCString()

/** RSS 2.0. Validators require one element of Atom, the feed's own URL. */
export function rss({ url, page, title, description, icon, items, changedAt }: Feed): string {
  const entry = (item: FeedItem) =>
    [
      '<item>',
      element('title', item.title),
      element('link', item.url),
      `<guid isPermaLink="false">${xml(idOf(item))}</guid>`,
      element('pubDate', rfc822(item.publishedAt)),
      element('description', item.text),
      ...(item.picture
        ? [`<enclosure url="${xml(item.picture.url)}" length="${item.picture.bytes}" type="${PICTURES}"/>`]
        : []),
      '</item>',
    ].join('\n')
  return [
    `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">`,
    '<channel>',
    element('title', title),
    element('link', page),
    element('description', description),
    element('language', LANGUAGE.toLowerCase()),
    `<atom:link href="${xml(url)}" rel="self" type="application/rss+xml"/>`,
    ...(changedAt === null ? [] : [element('lastBuildDate', rfc822(changedAt))]),
    '<image>',
    element('url', icon),
    element('title', title),
    element('link', page),
    '</image>',
    ...items.map(entry),
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

/** JSON Feed 1.1 (jsonfeed.org). */
export const jsonFeed = ({ url, page, title, description, icon, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: url,
    description,
    icon,
    language: LANGUAGE,
    items: items.map((item) => ({
      id: idOf(item),
      url: item.url,
      title: item.title,
      content_text: item.text,
      ...(item.picture && {
        image: item.picture.url,
        attachments: [{ url: item.picture.url, mime_type: PICTURES, size_in_bytes: item.picture.bytes }],
      }),
      date_published: new Date(item.publishedAt).toISOString(),
      date_modified: new Date(item.changedAt).toISOString(),
    })),
  })
