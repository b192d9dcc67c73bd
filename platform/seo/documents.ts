/** Writes documents for programs: sitemap.xml, robots.txt, the web app manifest and security.txt. */
import { club } from '../../club/club.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { INK } from '../shared/colours.ts'
import { SECURITY_PATH, SITEMAP_PATH, TICKETS_PATH } from '../shared/public-paths.ts'
import { escapeXml, writeElement, XML_DECLARATION } from './xml.ts'

export interface Address {
  /** Absolute URL of the page. */
  url: string
  /** Time of the last change. ms since 1970. null when unknown */
  changedAt: number | null
  /** URLs of the page in all languages, including the language of this entry. */
  languages?: (readonly [tag: string, url: string])[]
}

/** Writes a sitemap in the format of sitemaps.org, version 0.9. */
export function writeSitemap(addresses: Address[]): string {
  const entries = addresses.map(({ url, changedAt, languages = [] }) => {
    const changed = changedAt === null ? '' : writeElement('lastmod', new Date(changedAt).toISOString())
    const links = languages.map(
      ([tag, href]) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeXml(href)}"/>`,
    )
    return `<url>${writeElement('loc', url)}${changed}${links.join('')}</url>\n`
  })
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
}

/**
 * Writes robots.txt (RFC 9309). It excludes the back office, the API, and links on which each request counts as a click.
 */
export const writeRobots = (siteUrl: string | null, apiPath: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    `Disallow: ${apiPath}/`,
    `Disallow: ${TICKETS_PATH}`,
    ...(siteUrl ? ['', `Sitemap: ${siteUrl}${SITEMAP_PATH}`] : []),
    '',
  ].join('\n')

export const writeManifest = ({
  name,
  description,
}: Pick<SiteSettings['identity'], 'name' | 'description'>): string =>
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

/** Writes security.txt (RFC 9116). @param contacts URIs in order of preference */
export const writeSecurityTxt = (origin: string | null, contacts: string[], expires: Date): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${club.security.languages.join(', ')}`,
    ...(origin === null ? [] : [`Canonical: ${origin}${SECURITY_PATH}`]),
    '',
  ].join('\n')
