/**
 * Writes the podcast feed: RSS 2.0 with the elements that directories and apps require. These are PSP-1 (the Podcast RSS
 * Standard) and the namespaces `itunes` and `podcast`. It contains only recordings with an audio file on this site.
 */
import { createHash } from 'node:crypto'
import { formatEmail } from '../../../platform/auth/shared/emails.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import type { Reference } from '../../../platform/content/shared/fields.ts'
import {
  type EntityOf,
  getDeclaration,
  type ResourceName,
} from '../../../platform/content/shared/resources.ts'
import { getItemPath } from '../../../platform/content/shared/slugs.ts'
import type { Images } from '../../../platform/media/server/images.ts'
import { audioTypes, parseAudioPath } from '../../../platform/media/shared/audio.ts'
import { escapeXml, toHtmlParagraphs, writeElement, XML_DECLARATION } from '../../../platform/seo/xml.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { getRecordingTitle, recordingResources } from '../shared/recording-resources.ts'

interface Sources {
  content: Content
  images: Pick<Images, 'audios'>
  site: SiteSettings
  /** Origin of the site, without a slash at its end. */
  origin: string
  /** Path of the feed. */
  path: string
  /** Path of the cover of the podcast. */
  cover: string
  reads(resource: ResourceName): void
}

/** Maximum number of podcasts and of episodes that are read. Directories need the whole feed, and no club has more. */
const LOOKED_THROUGH = 500

/** Category in Apple's list. All directories accept Apple's categories. */
const CATEGORY = 'Music'

/** Smaller episode pictures are left out of the feed. Length of a side, px */
const PICTURE_LEAST = 1400

/**
 * Namespace of the ids of podcasts (podcastindex.org, `podcast:guid`). A feed keeps its id when it moves to another
 * address.
 */
const NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6'

/**
 * Creates the id of a podcast: a UUID of version 5 (RFC 9562) of its address, without the scheme and without slashes at the
 * end.
 */
export function createPodcastGuid(url: string): string {
  const name = url.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '')
  const bytes = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export async function writePodcastFeed(sources: Sources): Promise<string> {
  const { content, images, site, origin, path, cover, reads } = sources
  const { name, description } = site.identity
  const lists = await Promise.all(
    recordingResources.map(async (resource) => {
      reads(resource)
      const { items } = await content.list(resource, { limit: LOOKED_THROUGH })
      return items.map((item) => ({ resource, item }))
    }),
  )
  const own = lists.flat().flatMap(({ resource, item }) => {
    const file = item.audio === null ? null : parseAudioPath(item.audio)
    return file === null ? [] : [{ resource, item, file, getPublishedTime: getPublishedTime(item) }]
  })
  const known = await images.audios(own.map(({ file }) => file.id))
  const authors = await readArtistNames(
    own.map(({ item }) => item.artist),
    sources,
  )
  const items = own
    .toSorted((one, other) => other.getPublishedTime - one.getPublishedTime)
    .flatMap(({ resource, item, file, getPublishedTime }) => {
      const audio = known.get(file.id)
      if (!audio) return []
      const { flyer } = item.images
      const isSquare = flyer.width === flyer.height && flyer.width >= PICTURE_LEAST
      const author = item.artist && authors.get(item.artist._id)
      return [
        '<item>',
        writeElement('title', getRecordingTitle(item)),
        writeElement('link', origin + getItemPath(getDeclaration(resource), String(item.slug))),
        `<guid isPermaLink="false">urn:uuid:${escapeXml(item._id)}</guid>`,
        writeElement('pubDate', new Date(getPublishedTime).toUTCString()),
        writeElement('description', toHtmlParagraphs(item.intro)),
        `<enclosure url="${escapeXml(origin + item.audio)}" length="${audio.bytes}" type="${audioTypes[file.format]}"/>`,
        ...(audio.seconds === null ? [] : [writeElement('itunes:duration', String(audio.seconds))]),
        writeElement('itunes:explicit', 'false'),
        ...(author ? [writeElement('itunes:author', author)] : []),
        ...(isSquare ? [`<itunes:image href="${escapeXml(origin + flyer.src)}"/>`] : []),
        '</item>',
      ]
    })
  const title = `${name} · Podcast`
  const summary = site.home.podcast ?? description
  return [
    `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">`,
    '<channel>',
    writeElement('title', title),
    writeElement('link', `${origin}/`),
    writeElement('description', summary),
    writeElement('language', 'es-ar'),
    `<atom:link href="${escapeXml(origin + path)}" rel="self" type="application/rss+xml"/>`,
    writeElement('podcast:guid', createPodcastGuid(origin + path)),
    writeElement('podcast:locked', 'no'),
    writeElement('itunes:author', name),
    ...(site.home.podcastOwner === null
      ? []
      : [
          '<itunes:owner>',
          writeElement('itunes:name', name),
          writeElement('itunes:email', formatEmail(site.home.podcastOwner)),
          '</itunes:owner>',
        ]),
    writeElement('itunes:type', 'episodic'),
    `<itunes:category text="${CATEGORY}"/>`,
    writeElement('itunes:explicit', 'false'),
    `<itunes:image href="${escapeXml(origin + cover)}"/>`,
    '<image>',
    writeElement('url', origin + cover),
    writeElement('title', title),
    writeElement('link', `${origin}/`),
    '</image>',
    ...items,
    '</channel>',
    '</rss>\n',
  ].join('\n')
}

/** Returns the time from which visitors see the recording. ms since 1970 */
const getPublishedTime = ({ createdAt, publishAt }: EntityOf<'podcast'>): number =>
  Math.max(Date.parse(createdAt), publishAt === null ? 0 : Date.parse(publishAt))

/** Reads the names of artists that visitors can see, by id. */
async function readArtistNames(
  references: (Reference | null)[],
  { content, reads }: Sources,
): Promise<Map<string, string>> {
  const wanted = new Map(
    references.flatMap((reference) => (reference ? [[reference._id, reference.resource]] : [])),
  )
  const names = new Map<string, string>()
  for (const [id, resource] of wanted) {
    reads(resource as ResourceName)
    const found = await content.one(resource as ResourceName, id as string, 'visitors')
    if (found && 'name' in found.entity) names.set(id as string, found.entity.name)
  }
  return names
}
