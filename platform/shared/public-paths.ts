/** Paths of public pages, feeds and calendars. Page heads and the server's routes use them. */

/** Replaces the hyphens of a news item's slug by spaces. */
export const titleFromSlug = (title: string): string => title.replaceAll('-', ' ')

/** The title of a news item: its headline, or the words of its slug. */
export const formatNewsTitle = ({
  headline,
  newsTitle,
}: {
  headline: string | null
  newsTitle: string
}): string => headline ?? titleFromSlug(newsTitle)

/** Route pattern of a news item's page. */
export const NEWS_ROUTE = '/news/:title'

export const newsPath = (title: string): string => NEWS_ROUTE.replace(':title', encodeURIComponent(title))

/** Path prefix of previews. The token of the preview link follows it. */
export const PREVIEWS_PATH = '/preview/'

/** The list of nights. */
export const NIGHTS_PATH = '/fechas'

// The same path is in the declaration of nights. It is repeated here, so that screens without nights need not load the
// declaration.
export const nightPath = (slug: string): string => `${NIGHTS_PATH}/${encodeURIComponent(slug)}`

/** Returns the path of the page with a year's past nights. */
export const archivePath = (year: number): string => `${NIGHTS_PATH}/archivo/${year}`

/** Paths of iCalendar files: of all nights, and of one night. */
export const NIGHTS_CALENDAR_PATH = `${NIGHTS_PATH}.ics`

export const nightCalendarPath = (slug: string): string => `${nightPath(slug)}.ics`

/** Path of the oEmbed 1.0 endpoint (oembed.com). */
export const OEMBED_PATH = '/oembed'

/** Path prefix of ticket links. The server counts the click and redirects to the seller. */
export const TICKETS_PATH = '/ir/'

/** Paths of the feeds of news and of nights, each as RSS and as JSON Feed. */
export const FEED_PATH = '/rss.xml'
export const JSON_FEED_PATH = '/feed.json'
export const NIGHTS_FEED_PATH = `${NIGHTS_PATH}.xml`
export const NIGHTS_JSON_FEED_PATH = `${NIGHTS_PATH}.json`
export const SITEMAP_PATH = '/sitemap.xml'
export const MANIFEST_PATH = '/manifest.webmanifest'
export const SECURITY_PATH = '/.well-known/security.txt'

export const pageImagePath = (key: string): string => `/share/${key}.jpg`

/**
 * Returns the path of an artist's share image. Social networks cache it by URL, so each edit changes the URL.
 * @param updatedAt ISO 8601
 */
export const artistImagePath = (id: string, updatedAt: string): string =>
  `/share/artists/${id}.jpg?v=${Date.parse(updatedAt).toString(36)}`

/** Origin of the map tiles. It is the only other site from which a page loads files before the visitor clicks. */
export const MAP_TILES_ORIGIN = 'https://tile.openstreetmap.org'
