/** Writes feeds in two formats: RSS 2.0 and JSON Feed 1.1. */
import { escapeXml, toHtmlParagraphs, writeElement, XML_DECLARATION } from './xml.ts'

export interface FeedItem {
  id: string
  title: string
  /** Plain text of the item. */
  text: string
  /** Absolute URL of the item. */
  url: string
  /** Time of publication. ms since 1970 */
  publishedAt: number
  /** Time of the last change. ms since 1970 */
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
  /** Absolute URL of the icon. */
  icon: string
  items: FeedItem[]
  /** Time of the last change of any item. ms since 1970. null when unknown */
  changedAt: number | null
}

const LANGUAGE = 'es-AR'
const PICTURE_TYPE = 'image/jpeg'

/**
 * Returns the id of an item. It must not contain the URL, which changes with the title: feed readers would show the item as
 * new.
 */
const getItemUrn = ({ id }: FeedItem): string => `urn:uuid:${id}`

const formatRfc822 = (instant: number): string => new Date(instant).toUTCString()

/** Writes RSS 2.0. `atom:link` has the URL of the feed. It is not part of RSS 2.0, but validators require it. */
export function writeRss({ url, page, title, description, icon, items, changedAt }: Feed): string {
  const entry = (item: FeedItem) =>
    [
      '<item>',
      writeElement('title', item.title),
      writeElement('link', item.url),
      `<guid isPermaLink="false">${escapeXml(getItemUrn(item))}</guid>`,
      writeElement('pubDate', formatRfc822(item.publishedAt)),
      writeElement('description', toHtmlParagraphs(item.text)),
      ...(item.picture
        ? [
            `<enclosure url="${escapeXml(item.picture.url)}" length="${item.picture.bytes}" type="${PICTURE_TYPE}"/>`,
          ]
        : []),
      '</item>',
    ].join('\n')
  return [
    `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">`,
    '<channel>',
    writeElement('title', title),
    writeElement('link', page),
    writeElement('description', description),
    writeElement('language', LANGUAGE.toLowerCase()),
    `<atom:link href="${escapeXml(url)}" rel="self" type="application/rss+xml"/>`,
    ...(changedAt === null ? [] : [writeElement('lastBuildDate', formatRfc822(changedAt))]),
    '<image>',
    writeElement('url', icon),
    writeElement('title', title),
    writeElement('link', page),
    '</image>',
    ...items.map(entry),
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

/** Writes JSON Feed 1.1 (jsonfeed.org). */
export const writeJsonFeed = ({ url, page, title, description, icon, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: url,
    description,
    icon,
    language: LANGUAGE,
    items: items.map((item) => ({
      id: getItemUrn(item),
      url: item.url,
      title: item.title,
      content_text: item.text,
      // Readers that prefer HTML would put all lines of the text into one.
      content_html: toHtmlParagraphs(item.text),
      ...(item.picture && {
        image: item.picture.url,
        attachments: [{ url: item.picture.url, mime_type: PICTURE_TYPE, size_in_bytes: item.picture.bytes }],
      }),
      date_published: new Date(item.publishedAt).toISOString(),
      date_modified: new Date(item.changedAt).toISOString(),
    })),
  })
