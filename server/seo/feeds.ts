/** Documents for programs: sitemap.xml, robots.txt, the RSS feed, the manifest, security.txt. */
import { club } from '../../club/club.ts'
import type { Head } from '../../contract/club.ts'
import { INK } from '../../contract/colours.ts'
import { FEED_PATH, SECURITY_PATH, SITEMAP_PATH } from '../../contract/share.ts'
import type { Site } from '../../contract/site/site.ts'
import { instantOf } from '../../contract/zoned-dates.ts'

/** Text of an element or attribute. What XML 1.0 (§2.2) has no place for is left out. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`

export interface Address {
  /** Absolute. */
  url: string
  /** ms since 1970; null where nobody knows. */
  changedAt: number | null
}

/** The sitemap protocol (sitemaps.org, version 0.9). */
export function sitemap(addresses: Address[]): string {
  const entries = addresses.map(({ url, changedAt }) => {
    const changed = changedAt === null ? '' : element('lastmod', new Date(changedAt).toISOString())
    return `<url>${element('loc', url)}${changed}</url>\n`
  })
  return `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
}

/** RFC 9309: everything is open but the back office and the API. */
export const robots = (siteUrl: string | null, apiPath: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    `Disallow: ${apiPath}/`,
    ...(siteUrl ? ['', `Sitemap: ${siteUrl}${SITEMAP_PATH}`] : []),
    '',
  ].join('\n')

export interface FeedItem {
  id: string
  title: string
  description: string
  /** Absolute. */
  url: string
  /** As stored. */
  date: string
  picture: { url: string; bytes: number } | null
}

interface Feed {
  siteUrl: string
  /** Of the page that lists the items. */
  head: Head
  /** In which items without a zone of their own are dated. */
  timeZone: string
  items: FeedItem[]
  changedAt: number | null
}

/** RSS 2.0, with the one element of Atom that its validators ask for: the feed's own address. */
export function rss({ siteUrl, head, timeZone, items, changedAt }: Feed): string {
  const rfc822 = (instant: number) => new Date(instant).toUTCString()
  const entry = ({ id, title, description, url, date, picture }: FeedItem) =>
    [
      '<item>',
      element('title', title),
      element('link', url),
      // Not the address: that moves when an item is renamed, and readers would show it as new.
      `<guid isPermaLink="false">urn:uuid:${xml(id)}</guid>`,
      element('pubDate', rfc822(instantOf(date, timeZone))),
      element('description', description),
      ...(picture
        ? [`<enclosure url="${xml(picture.url)}" length="${picture.bytes}" type="image/jpeg"/>`]
        : []),
      '</item>',
    ].join('\n')
  return [
    `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">`,
    '<channel>',
    element('title', head.title),
    element('link', `${siteUrl}/news`),
    element('description', head.description),
    element('language', 'es-ar'),
    `<atom:link href="${xml(siteUrl + FEED_PATH)}" rel="self" type="application/rss+xml"/>`,
    ...(changedAt === null ? [] : [element('lastBuildDate', rfc822(changedAt))]),
    '<image>',
    element('url', `${siteUrl}/icons/icon-192.png`),
    element('title', head.title),
    element('link', `${siteUrl}/news`),
    '</image>',
    ...items.map(entry),
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

/** Web Application Manifest. */
export const manifest = ({ name, description }: Pick<Site['identity'], 'name' | 'description'>): string =>
  JSON.stringify({
    name,
    short_name: name,
    description,
    lang: 'es-AR',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: INK,
    theme_color: INK,
    icons: [
      { src: '/icons/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })

/** RFC 9116. @param contacts URIs, the best first */
export const securityTxt = (origin: string | null, contacts: string[], expires: Date): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${club.security.languages.join(', ')}`,
    ...(origin === null ? [] : [`Canonical: ${origin}${SECURITY_PATH}`]),
    '',
  ].join('\n')
