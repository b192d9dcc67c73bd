/** Loads the data of the pages of podcasts and episodes, and creates their meta tags. */
import { type MetaDescriptor, redirect } from 'react-router'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { getItemPath } from '../../../platform/content/shared/slugs.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import {
  createAlternateLink,
  createMeta,
  DESCRIPTION_MAX,
  getSiteUrl,
  type MetaArguments,
} from '../../../platform/pages/page-meta.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { formatLongDate } from '../../../platform/shared/night-dates.ts'
import { capitalised, truncateAtWord } from '../../../platform/shared/text/text.ts'
import { findEmbed, splitBody } from '../../../platform/site-layout/embeds.ts'
import { findArtistLinks } from '../../artists/public/exports/artist-links.ts'
import {
  computeMsUntilChange,
  getNightBounds,
  isOff,
  summariseNight,
} from '../../nights/public/exports/night-summary.ts'
import { getRecordingImagePath, PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import {
  EPISODES_PATH,
  getRecordingTitle,
  PODCAST_PATH,
  type RecordingResource,
} from '../shared/recording-resources.ts'
import { createRecordingJsonLd } from './recording-structured-data.ts'
import { summariseRecording } from './sleeve.tsx'

/** Names of the two series, the same as on the home page. */
const series: Record<RecordingResource, string> = { podcast: 'Podcast', episode: 'Episodios' }
const paths: Record<RecordingResource, string> = { podcast: PODCAST_PATH, episode: EPISODES_PATH }

const COMING = 3
/** Number of coming nights that are read. The page shows the first `COMING` of those that take place. */
const COMING_SEARCHED = 12
const PAST = 6
const OTHERS = 4

export async function loadRecording(reader: Reader, resource: RecordingResource, slug: string) {
  const now = new Date()
  const found = await reader.bySlug(paths[resource], slug)
  if (found?.resource !== resource) throw redirect('/404')
  const item = found.entity
  // A recording has one address. After a rename, the former address redirects.
  if (item.slug !== slug) throw redirect(getItemPath(getDeclaration(resource), item.slug), 301)
  const { timeZone } = (await reader.settings()).identity
  const artists = await findArtistLinks(reader, [item.artist])
  const { tonight, lastNight } = getNightBounds(now, timeZone)
  // If visitors cannot see the artist, the page does not list the artist's nights either.
  const mentions = item.artist && artists.has(item.artist._id) ? item.artist : null
  const none = { items: [], total: 0 }
  const [coming, past, others] = await Promise.all([
    mentions
      ? reader.list('events', { mentions, from: tonight, order: 'oldest', limit: COMING_SEARCHED })
      : none,
    mentions ? reader.list('events', { mentions, to: lastNight, limit: PAST }) : none,
    reader.list(resource, { limit: OTHERS + 1 }),
  ])
  const stays = computeMsUntilChange(coming.items, now, timeZone)
  reader.expiresIn(stays)
  const { _id, updatedAt, createdAt, publishAt, url } = item
  const publishedAt = publishAt !== null && publishAt > createdAt ? publishAt : createdAt
  return {
    staleAt: now.getTime() + stays,
    resource,
    recording: {
      ...summariseRecording(resource, item, artists),
      updatedAt,
      publishedAt,
      // The first sentence of the introduction would be too long as the heading of a recording without a title.
      heading: item.title ?? createHeading(resource, wallClock(new Date(publishedAt), timeZone)),
      series: series[resource],
      embed: findEmbed(url),
      transcript: splitBody(item.transcript ?? ''),
    },
    coming: coming.items
      .filter((night) => !isOff(night))
      .slice(0, COMING)
      .map((night) => summariseNight(night, now, timeZone)),
    past: past.items.filter((night) => !isOff(night)).map((night) => summariseNight(night, now, timeZone)),
    others: others.items
      .filter((other) => other._id !== _id)
      .slice(0, OTHERS)
      .map((other) => summariseRecording(resource, other, new Map())),
  }
}

/** Returns a heading such as 'Episodio del sábado 14 de marzo de 2026'. @param published `YYYY-MM-DD…` */
const createHeading = (resource: RecordingResource, published: string): string =>
  `${capitalised(getDeclaration(resource).words.one)} del ${formatLongDate(published, { year: true })}`

type RecordingData = Awaited<ReturnType<typeof loadRecording>>

export const getRecordingEditPath = ({ resource, recording }: RecordingData): string =>
  editPath(getDeclaration(resource), recording._id)

export function createRecordingMeta(page: MetaArguments): MetaDescriptor[] {
  const data = page.loaderData as RecordingData | undefined
  if (!data) return []
  const { resource, recording } = data
  const club = findClub(page)
  const { _id, path, artist, intro, updatedAt, series } = recording
  const heading = getRecordingTitle(recording)
  const image = getRecordingImagePath(resource, _id, updatedAt)
  const title = artist && !heading.includes(artist.name) ? `${heading} · ${artist.name}` : heading
  return [
    ...createMeta(
      {
        title: `${title} · ${series} de ${club.identity.name}`,
        description: truncateAtWord(intro, DESCRIPTION_MAX),
        image,
      },
      path,
      page,
    ),
    ...(recording.audio === null
      ? []
      : createAlternateLink(
          PODCAST_FEED_PATH,
          'application/rss+xml',
          `Podcast · ${club.identity.name}`,
          page,
        )),
    createRecordingJsonLd({ ...recording, image }, club, getSiteUrl(page)),
  ]
}
