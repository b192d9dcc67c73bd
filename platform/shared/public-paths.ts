/** Paths of public pages, feeds and calendars, used in page heads and by the server's routes. */

/** Replaces the hyphens of a news item's slug by spaces. */
export const titleFromSlug = (title: string): string => title.replaceAll('-', ' ')

/** The title of a news item: its headline, or the words of its slug. */
export const newsHeading = ({
  headline,
  newsTitle,
}: {
  headline: string | null
  newsTitle: string
}): string => headline ?? titleFromSlug(newsTitle)

/** Route pattern of a news item's page. */
export const NEWS_ROUTE = '/news/:title'

export const newsPath = (title: string): string => NEWS_ROUTE.replace(':title', encodeURIComponent(title))

/** Prefix of previews. Their token follows. */
export const PREVIEWS_PATH = '/preview/'

/** The list of nights. */
export const NIGHTS_PATH = '/fechas'

// Equals the path in the declaration of nights. Screens without nights do not have to load that declaration.
export const nightPath = (slug: string): string => `${NIGHTS_PATH}/${encodeURIComponent(slug)}`

/** Past nights of a year. */
export const archivePath = (year: number): string => `${NIGHTS_PATH}/archivo/${year}`

/** iCalendar files: of all nights, and of one night. */
export const NIGHTS_CALENDAR_PATH = `${NIGHTS_PATH}.ics`

export const nightCalendarPath = (slug: string): string => `${nightPath(slug)}.ics`

/** oEmbed 1.0 (oembed.com). */
export const OEMBED_PATH = '/oembed'

/** Prefix of ticket links. The server counts the click and redirects to the seller. */
export const TICKETS_PATH = '/ir/'

/** Feeds of news and of nights, each as RSS and as JSON Feed. */
export const FEED_PATH = '/rss.xml'
export const JSON_FEED_PATH = '/feed.json'
export const NIGHTS_FEED_PATH = `${NIGHTS_PATH}.xml`
export const NIGHTS_JSON_FEED_PATH = `${NIGHTS_PATH}.json`
export const SITEMAP_PATH = '/sitemap.xml'
export const MANIFEST_PATH = '/manifest.webmanifest'
export const SECURITY_PATH = '/.well-known/security.txt'

export const pageImagePath = (key: string): string => `/share/${key}.jpg`

/**
 * The share image of a resident or an artist of the agency. Social networks cache it by URL, so each edit changes the URL.
 * @param updatedAt ISO 8601
 */
export const artistImagePath = (id: string, updatedAt: string): string =>
  `/share/artists/${id}.jpg?v=${Date.parse(updatedAt).toString(36)}`
