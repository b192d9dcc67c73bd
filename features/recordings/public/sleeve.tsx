/** A podcast or an episode, as a record in its sleeve. */
import './sleeve.css?later'
import { type EntityOf, getDeclaration } from '../../../platform/content/shared/resources.ts'
import { getItemPath } from '../../../platform/content/shared/slugs.ts'
import { useLanguage, useLocalizeLink, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { Picture, type PictureSource, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import type { ArtistLink } from '../../artists/public/exports/artist-links.ts'
import { getRecordingTitle, type RecordingResource } from '../shared/recording-resources.ts'
import { recordingTexts } from './recording-texts.ts'

export interface RecordingSummary {
  _id: string
  /** Path of the page of the recording. */
  path: string
  title: string | null
  intro: string
  url: string
  /** True when `url` leads to the page of the recording, because the recording is only on this site. */
  isOwnLink: boolean
  artist: ArtistLink | null
  /** Path of the recording's audio file on this site. null when it is only on another site. */
  audio: string | null
  flyer: PictureSource
  alt: string | null
}

export const summariseRecording = (
  resource: RecordingResource,
  { _id, slug, title, intro, url, artist, audio, images, alt }: EntityOf<RecordingResource>,
  artists: ReadonlyMap<string, ArtistLink>,
): RecordingSummary => {
  const path = getItemPath(getDeclaration(resource), slug)
  return {
    _id,
    path,
    title,
    intro,
    url,
    isOwnLink: URL.parse(url)?.pathname === path,
    artist: (artist && artists.get(artist._id)) ?? null,
    audio,
    flyer: withoutPlaceholder(images.flyer),
    alt: alt.flyer,
  }
}

interface Props {
  recording: RecordingSummary
  /**
   * True when the cover links to the site that hosts the recording. A second link then leads to the recording's own page.
   * A recording that is only on this site has one link, to its own page.
   */
  isExternal?: boolean
}

export function Sleeve({ recording, isExternal = false }: Props) {
  const leavesSite = isExternal && !recording.isOwnLink
  const { path, title, intro, url, artist, flyer, alt } = recording
  const lang = useSpanishLang()
  const linkTo = useLocalizeLink()
  const words = recordingTexts[useLanguage()]
  const content = (
    <>
      <span className="sleeve-cover">
        <Picture
          picture={flyer}
          alt={alt}
          lang={lang}
          sizes="(min-width: 64rem) 27vw, (min-width: 40rem) 42vw, 74vw"
          className="framed"
        />
      </span>
      {title && (
        <strong className="sleeve-title" lang={lang}>
          <bdi>{title}</bdi>
        </strong>
      )}{' '}
      <span className="sleeve-intro" lang={lang}>
        {intro}
      </span>
    </>
  )
  return (
    <>
      {leavesSite ? (
        <a className="sleeve" href={url} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <a className="sleeve" {...linkTo(path)}>
          {content}
        </a>
      )}
      {(leavesSite || artist) && (
        <p className="sleeve-ways mono">
          {leavesSite && (
            <a {...linkTo(path)}>
              {words.listenHere}
              <span className="unseen">: {getRecordingTitle(recording)}</span>
            </a>
          )}{' '}
          {artist && (
            <a {...linkTo(artist.path)}>
              <bdi>{artist.name}</bdi>
            </a>
          )}
        </p>
      )}
    </>
  )
}
