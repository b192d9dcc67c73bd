/** Describes recordings and their series as JSON-LD (schema.org PodcastEpisode, PodcastSeries). */
import type { MetaDescriptor } from 'react-router'
import { audioTypes, parseAudioPath } from '../../../platform/media/shared/audio.ts'
import type { ClubSettings } from '../../../platform/pages/club-settings.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { pageImagePath } from '../../../platform/shared/public-paths.ts'
import type { Embed } from '../../../platform/site-layout/embeds.ts'
import {
  createJsonLd,
  describePublisher,
  getClubId,
  type SiteUrl,
  withOrigin,
} from '../../../platform/site-layout/structured-data.ts'
import type { PictureSource } from '../../../platform/ui/picture.tsx'
import { getRecordingTitle } from '../shared/recording-resources.ts'
import { recordingTexts } from './recording-texts.ts'

interface Recording {
  path: string
  title: string | null
  artist: { name: string; path: string } | null
  intro: string
  url: string
  flyer: PictureSource
}

export interface Series {
  name: string
  description: string | null
  recordings: Recording[]
}

const recordingId = (path: string, siteUrl: SiteUrl): string => `${siteUrl ?? ''}${path}#recording`

export const describeSeries = (
  { name, description, recordings }: Series,
  { identity }: ClubSettings,
  siteUrl: SiteUrl,
  language: Language,
) => ({
  '@type': 'PodcastSeries',
  name: recordingTexts[language].seriesOf(name, identity.name),
  ...(description !== null && { description }),
  inLanguage: 'es-AR',
  author: { '@id': getClubId(siteUrl) },
  ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/`, image: origin + pageImagePath('home') })),
  hasPart: recordings.map(({ title, artist, intro, url, path, flyer }) => ({
    '@type': 'PodcastEpisode',
    '@id': recordingId(path, siteUrl),
    name: getRecordingTitle({ title, intro }),
    description: intro,
    url,
    ...(artist && { creator: { '@type': 'MusicGroup', name: artist.name } }),
    ...withOrigin(siteUrl, (origin) => ({ image: origin + flyer.src })),
  })),
})

interface WholeRecording extends Recording {
  updatedAt: string
  publishedAt: string
  /** Name of the series of the recording. */
  series: string
  embed: Embed | null
  /** Path of the recording's audio file on this site. null when it is only on another site. */
  audio: string | null
  /** True when `url` leads to the page of the recording. */
  isOwnLink: boolean
  image: string
}

export function createRecordingJsonLd(
  recording: WholeRecording,
  club: ClubSettings,
  siteUrl: SiteUrl,
): MetaDescriptor {
  const { path, intro, url, isOwnLink, artist, flyer, publishedAt, updatedAt, series, embed, audio, image } =
    recording
  const name = getRecordingTitle(recording)
  return createJsonLd({
    '@type': 'PodcastEpisode',
    '@id': recordingId(path, siteUrl),
    name,
    description: intro,
    datePublished: publishedAt,
    dateModified: updatedAt,
    inLanguage: 'es-AR',
    ...(artist && {
      creator: {
        '@type': 'MusicGroup',
        '@id': `${siteUrl ?? ''}${artist.path}#artist`,
        name: artist.name,
        ...withOrigin(siteUrl, (origin) => ({ url: origin + artist.path })),
      },
    }),
    partOfSeries: {
      '@type': 'PodcastSeries',
      name: `${series} de ${club.identity.name}`,
      ...withOrigin(siteUrl, (origin) => ({ url: `${origin}/` })),
    },
    publisher: describePublisher(club, siteUrl),
    ...(!isOwnLink && { sameAs: url }),
    ...(audio !== null && {
      associatedMedia: {
        '@type': 'AudioObject',
        name,
        description: intro,
        uploadDate: publishedAt,
        encodingFormat: audioTypes[parseAudioPath(audio)?.format ?? 'mp3'],
        ...withOrigin(siteUrl, (origin) => ({
          contentUrl: origin + audio,
          thumbnailUrl: origin + flyer.src,
        })),
      },
    }),
    ...(audio === null &&
      embed && {
        associatedMedia: {
          '@type': embed.player === 'YouTube' ? 'VideoObject' : 'AudioObject',
          name,
          description: intro,
          uploadDate: publishedAt,
          embedUrl: embed.frame,
          ...withOrigin(siteUrl, (origin) => ({ thumbnailUrl: origin + flyer.src })),
        },
      }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + path,
      image: [origin + flyer.src, origin + image],
    })),
  })
}
