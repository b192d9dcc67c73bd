// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
/** The page of a podcast or an episode: its cover with the player below, its artist, and its transcript. */
import { readerContext } from '../../../platform/pages/page-context.ts'
import type { LoaderArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { getRecordingEditPath, loadRecording, createRecordingMeta } from './recording-data.ts'
import './recording.css'
import { useRouteLoaderData } from 'react-router'
import { PODCAST_PATH } from '../shared/recording-resources.ts'
import { PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import { ROOT_ID } from '../../../platform/pages/club-settings.ts'
import { Picture } from '../../../platform/ui/picture.tsx'
import { NightCard } from '../../nights/public/exports/night-card.tsx'
import { PastNights } from '../../nights/public/exports/past-nights.tsx'
import { EmbedPlayer } from '../../../platform/site-layout/components/embed-player.tsx'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { RichText } from '../../../platform/site-layout/components/rich-text.tsx'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { ShareButton } from '../../../platform/site-layout/components/share-button.tsx'
import { Sleeve } from './sleeve.tsx'

export const loader = ({ context, params, request }: LoaderArgs<'slug'>) => {
  const isPodcast = new URL(request.url).pathname.startsWith(PODCAST_PATH)
  return loadRecording(context.get(readerContext), isPodcast ? 'podcast' : 'episode', params.slug)
}

export const handle = { edits: getRecordingEditPath }

export const meta = createRecordingMeta

/** Longer headings get a smaller font size. Characters */
const LONG_HEADING = 36

const TRANSCRIPT_ID = 'transcripcion'

export default function RecordingPage({ loaderData }: PageProps<typeof loader>) {
  const { recording, coming, past, others, staleAt } = loaderData
  const { artist, flyer, alt, intro, url, isOwnLink, embed, series, audio, heading, transcript } = recording
  const isAlsoElsewhere = audio !== null && !isOwnLink
  // Without SITE_URL there is no podcast feed, so the page does not link to it.
  const { siteUrl } = useRouteLoaderData(ROOT_ID) as { siteUrl: string | null }
  return (
    <div className="recording-page" data-stale-at={staleAt}>
      <article className="recording">
        <div className="recording-sleeve">
          <Picture picture={flyer} alt={alt} sizes="(min-width: 64rem) 42vw, 88vw" className="framed" first />
          {audio !== null && <OwnAudio path={audio} label={heading} />}
          {audio === null && embed && <EmbedPlayer embed={embed} name={heading} />}
          {audio === null && !embed && !isOwnLink && (
            <a className="recording-out" href={url} target="_blank" rel="noopener">
              Escuchar<span className="mono">{getHost(url)}</span>
            </a>
          )}
          {(transcript.length > 0 || isAlsoElsewhere) && (
            <p className="recording-elsewhere mono">
              {transcript.length > 0 && <a href={`#${TRANSCRIPT_ID}`}>Leer la transcripción</a>}
              {isAlsoElsewhere && (
                <a href={url} target="_blank" rel="noopener">
                  Abrir en {embed?.player ?? getHost(url)}
                </a>
              )}
            </p>
          )}
          {audio !== null && siteUrl !== null && (
            <p className="recording-feed">
              Para seguirlo en tu app de podcasts, copiá esta dirección y pegala donde dice agregar por RSS:{' '}
              <code className="mono">{siteUrl + PODCAST_FEED_PATH}</code>
            </p>
          )}
        </div>
        <div className="recording-words">
          <header>
            <p className="recording-series mono">{series}</p>
            <h1
              className={`recording-heading ${heading.length > LONG_HEADING ? 'recording-heading-small' : ''}`}
            >
              {heading}
            </h1>
            {artist && (
              <p className="recording-artist">
                <a href={artist.path}>
                  <bdi>{artist.name}</bdi>
                </a>
              </p>
            )}
          </header>
          <p className="recording-intro">{intro}</p>
          <ShareButton title={heading} />
        </div>
      </article>
      {artist && coming.length > 0 && (
        <section className="recording-more">
          <SectionTitle>Toca en</SectionTitle>
          <ol className="flyers mosaic">
            {coming.map((night, index) => (
              <li key={night._id}>
                <NightCard night={night} sizes={getMosaicSizes(index, coming.length)} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {artist && past.length > 0 && (
        <section className="recording-more">
          <SectionTitle>Tocó acá</SectionTitle>
          <PastNights nights={past} />
        </section>
      )}
      {others.length > 0 && (
        <section className="recording-more">
          <SectionTitle>Seguí escuchando</SectionTitle>
          <ul className="recording-others">
            {others.map((other) => (
              <li key={other._id}>
                <Sleeve recording={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* The transcript of an hour is longer than the rest of the page, so it is last and the player has a link to it. */}
      {transcript.length > 0 && (
        <section className="recording-more recording-transcript">
          <SectionTitle id={TRANSCRIPT_ID}>Transcripción</SectionTitle>
          <RichText parts={transcript} title={heading} />
        </section>
      )}
    </div>
  )
}

/** The audio player of the browser. It needs no script, and loads no audio before the visitor plays it. */
const OwnAudio = ({ path, label }: { path: string; label: string }) => (
  // biome-ignore lint/a11y/useMediaCaption: music has no speech, and a talk has its transcript on the page
  <audio className="recording-audio" controls preload="none" src={path} aria-label={label} />
)

/** Returns the host of an address without 'www.', such as 'mixcloud.com'. */
const getHost = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
