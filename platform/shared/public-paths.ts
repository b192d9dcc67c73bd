/** Addresses by which the site is found and shared: what its pages name in their heads, and what the server answers. */

/** The title of a news item as people read it. */
export const titleFromSlug = (title: string): string => title.replaceAll('-', ' ')

/** What a news item is called wherever it is shown: its title as it was typed, else its address in words. */
export const newsHeading = ({
  headline,
  newsTitle,
}: {
  headline: string | null
  newsTitle: string
}): string => headline ?? titleFromSlug(newsTitle)

/** The page of a news item, as a route. */
export const NEWS_ROUTE = '/news/:title'

export const newsPath = (title: string): string => NEWS_ROUTE.replace(':title', encodeURIComponent(title))

/** Previews are under it, by their tokens. */
export const PREVIEWS_PATH = '/preview/'

/** The nights. */
export const NIGHTS_PATH = '/fechas'

// As the declaration of nights has it, which screens that show none can do without.
export const nightPath = (slug: string): string => `${NIGHTS_PATH}/${encodeURIComponent(slug)}`

/** Nights that are over. */
export const archivePath = (year: number): string => `${NIGHTS_PATH}/archivo/${year}`

/** Files that calendars follow: of all nights, and of one. */
export const NIGHTS_CALENDAR_PATH = `${NIGHTS_PATH}.ics`

export const nightCalendarPath = (slug: string): string => `${nightPath(slug)}.ics`

/** oEmbed 1.0 (oembed.com). */
export const OEMBED_PATH = '/oembed'

/** Ticket links lead here. The server counts the click and redirects to the seller. */
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
 * Of a resident or an artist of the agency. Networks keep a picture by its address, so an edit gives it a new one.
 * @param updatedAt ISO 8601
 */
export const artistImagePath = (id: string, updatedAt: string): string =>
  `/share/artists/${id}.jpg?v=${Date.parse(updatedAt).toString(36)}`
