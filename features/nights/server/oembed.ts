/** oEmbed 1.0 (oembed.com): returns the frame for the address of a night, or for the page of all nights. */

import type { Content } from '../../../platform/content/server/content.ts'
import type { EntityOf } from '../../../platform/content/shared/resources.ts'
import { shareFormats } from '../../../platform/content/shared/share-set.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { EMBEDDABLE } from '../../../platform/http/security-headers.ts'
import { parseSlug } from '../../../platform/seo/document-source.ts'
import { writeElement, XML_DECLARATION } from '../../../platform/seo/xml.ts'
import { spanishPath } from '../../../platform/shared/languages.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import { NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'
import type { ShareSets } from '../../share-images/index.server.ts'
import { createFrameHtml, EMBED_SIZES } from '../shared/nights-embed-address.ts'

const { preview } = shareFormats

/** Longer addresses are refused, because no address of this site is longer. Characters */
const ADDRESS_MAX = 500

/** Smaller limits are refused, because a night is not readable in a smaller frame. px */
const LEAST = { width: 240, height: 180 }

/** How long other sites may cache the answer. It is short, because any edit may change the answer. Seconds */
const CACHE_SECONDS = 3600

const NIGHT = new RegExp(`^${NIGHTS_PATH}/([^/]+)$`)

interface OEmbedSources {
  siteUrl: string
  /** The club's name. */
  name: string
  content: Pick<Content, 'bySlug'>
  shareSets: Pick<ShareSets, 'getNames'>
}

/** @param asked request URL with the query keys `url`, and optionally `format`, `maxwidth` and `maxheight` (px) */
export async function createOEmbed(
  asked: URL,
  { siteUrl, name, content, shareSets }: OEmbedSources,
): Promise<Response> {
  const { searchParams: query } = asked
  const format = query.get('format') ?? 'json'
  if (!isFormat(format)) return problemResponse('unknown-format')
  const path = parseSpanishPath(siteUrl, query.get('url') ?? '')
  if (path === null) return problemResponse('not-found')
  const isAll = path === NIGHTS_PATH
  const night = isAll ? null : await nightAt(path, content)
  if (!isAll && night === null) return problemResponse('not-found')
  const size = isAll ? EMBED_SIZES.all : EMBED_SIZES.night
  const most = { width: parseBound(query.get('maxwidth')), height: parseBound(query.get('maxheight')) }
  const width = Math.min(size.width, most.width)
  const height = Math.min(size.height, most.height)
  if (width < LEAST.width || height < LEAST.height) return problemResponse('not-found')
  const hasThumbnail = night !== null && most.width >= preview.width && most.height >= preview.height
  const title = night ? getTitle(night, name) : `Fechas de ${name}`
  const document = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: name,
    provider_url: siteUrl,
    cache_age: CACHE_SECONDS,
    width,
    height,
    html: createFrameHtml({ siteUrl, slug: night?.slug ?? null, title, width, height }),
    ...(hasThumbnail && {
      thumbnail_url: siteUrl + (await shareSets.getNames('events', night)).preview,
      thumbnail_width: preview.width,
      thumbnail_height: preview.height,
    }),
  }
  const { type, write } = formats[format]
  return new Response(write(document), {
    headers: [['Content-Type', type], ['Cache-Control', 'no-cache'], EMBEDDABLE],
  })
}

/** Serializes the properties of oEmbed 1.0 §2.3.4 in each format. */
const formats = {
  json: { type: 'application/json', write: (told: object) => JSON.stringify(told) },
  xml: {
    type: 'text/xml; charset=utf-8',
    write: (told: object) =>
      `${XML_DECLARATION}<oembed>${Object.entries(told)
        .map(([name, value]) => writeElement(name, String(value)))
        .join('')}</oembed>\n`,
  },
}

const isFormat = (format: string): format is keyof typeof formats => Object.hasOwn(formats, format)

/** @returns the path of the Spanish page for an address of this site, without its query. null for any other address */
function parseSpanishPath(siteUrl: string, address: string): string | null {
  if (address.length > ADDRESS_MAX || !URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return origin === new URL(siteUrl).origin ? spanishPath(pathname) : null
}

type Night = EntityOf<'events'>

async function nightAt(path: string, content: OEmbedSources['content']): Promise<Night | null> {
  const slug = parseSlug(NIGHT, path)
  const found = slug === null ? null : await content.bySlug(`${NIGHTS_PATH}/`, slug)
  return found?.resource === 'events' ? found.entity : null
}

const getTitle = ({ title, date }: Night, name: string): string =>
  `${title ?? name}, ${formatLongDate(date, { year: true })}`

/** Parses a size limit. A value that is not a number sets no limit. px */
const parseBound = (text: string | null): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : Infinity
