/** Section of the home page: residents and artists of the agency. */
import './home-artists.css?later'
import { Fragment } from 'react'
import { localize } from '../../../platform/content/shared/translations.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { ExternalLink } from '../../../platform/site-layout/components/external-link.tsx'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { useLocalizeLink, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { Picture, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import type { HomeInput } from '../../page-manifest.ts'
import { type Artist, getArtistPath } from './exports/artist-links.ts'

export async function load(reader: Reader, { language, site }: HomeInput) {
  const [residents, agency] = await Promise.all([
    reader.list('residents', { order: 'manual' }),
    reader.list('agency', { order: 'manual' }),
  ])
  const settings = localize(language, site.home)
  return {
    residentsLead: getLead(settings, 'residents'),
    residents: residents.items.map(summariseArtist),
    agencyLead: getLead(settings, 'agency'),
    agency: agency.items.map(summariseArtist),
  }
}

type Data = Awaited<ReturnType<typeof load>>
type ArtistSummary = ReturnType<typeof summariseArtist>

function summariseArtist(artist: Artist) {
  const { _id, name, biography, instagram, soundcloud, pressKit, images, alt } = artist
  return {
    _id,
    name,
    path: getArtistPath(artist),
    nationality: 'nationality' in artist ? artist.nationality : null,
    biography,
    links: [
      { label: 'Instagram', url: instagram },
      { label: 'SoundCloud', url: soundcloud },
      { label: 'Press kit', url: pressKit },
    ],
    photo: images.photo ? withoutPlaceholder(images.photo) : null,
    alt: alt.photo,
  }
}

export default function HomeArtists({ data }: { data: Data }) {
  const words = usePageTexts()
  const { residents, residentsLead, agency, agencyLead } = data
  return (
    <>
      {residents.length > 0 && (
        <section className="residents far">
          <SectionHead title={words.residents} lead={residentsLead} />
          <Names artists={residents} className="names" />
        </section>
      )}
      {agency.length > 0 && (
        <section className="agency far">
          <SectionHead title={words.agency} lead={agencyLead} />
          <Names artists={agency} className="agents" hasPictures />
        </section>
      )}
    </>
  )
}

interface NamesProps {
  artists: readonly ArtistSummary[]
  className: string
  /** True shows a small portrait beside each name. */
  hasPictures?: boolean
}

/** Each name opens the artist's portrait. The name of an artist without a photo leads to the artist's page. */
function Names({ artists, className, hasPictures = false }: NamesProps) {
  const linkTo = useLocalizeLink()
  const lang = useSpanishLang()
  return (
    <ul className={className}>
      {artists.map((artist) => (
        <li key={artist._id}>
          {artist.photo ? (
            <>
              <button
                type="button"
                className="name"
                popoverTarget={getPortraitId(artist)}
                {...command('show-modal', getPortraitId(artist))}
                aria-haspopup="dialog"
              >
                {hasPictures && (
                  <Picture
                    picture={artist.photo}
                    alt={null}
                    sizes="(min-width: 64rem) 6vw, 56px"
                    className="photo framed"
                  />
                )}
                <span>
                  <bdi>{artist.name}</bdi>{' '}
                  {artist.nationality !== null && (
                    <span className="name-origin mono" lang={lang}>
                      {artist.nationality}
                    </span>
                  )}
                </span>
              </button>
              <Portrait artist={artist} />
            </>
          ) : (
            <a className="name" {...linkTo(artist.path)}>
              <bdi>{artist.name}</bdi>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

const getPortraitId = ({ _id }: { _id: string }) => `retrato-${_id}`

/** Attributes of a button that opens or closes a dialog without a script. The types of React have them not yet. */
const command = (command: 'show-modal' | 'close', commandfor: string) => ({ command, commandfor })

/**
 * The portrait is a modal dialog, which keeps the focus inside and returns it. Browsers without `command` (before 2026) open
 * it as a popover. The page below it does not move.
 */
function Portrait({ artist }: { artist: ArtistSummary }) {
  const { name, path, nationality, biography, links, photo, alt } = artist
  const words = usePageTexts()
  const lang = useSpanishLang()
  const id = getPortraitId(artist)
  return (
    <dialog id={id} popover="auto" closedby="any" aria-label={name} className="portrait">
      <button type="button" className="portrait-close mono" popoverTarget={id} {...command('close', id)}>
        {words.close}
      </button>
      {photo && (
        <Picture
          picture={photo}
          alt={alt}
          lang={lang}
          sizes="(min-width: 64rem) 36rem, 100vw"
          className="photo framed"
        />
      )}
      <div className="portrait-words">
        <h3 className="portrait-name">
          <bdi>{name}</bdi>
        </h3>
        {nationality !== null && (
          <p className="mono" lang={lang}>
            {nationality}
          </p>
        )}
        {biography !== null && (
          <p className="portrait-text" lang={lang}>
            {biography}
          </p>
        )}
        <p className="portrait-links mono">
          {links.map(
            ({ label, url }) =>
              url !== null && (
                <Fragment key={label}>
                  <ExternalLink to={url} of={name}>
                    {label}
                  </ExternalLink>{' '}
                </Fragment>
              ),
          )}
        </p>
        <a className="laser-link" {...useLocalizeLink()(path)}>
          {words.artistPage}
          <span className="unseen">{words.ofArtist(name)}</span>
        </a>
      </div>
    </dialog>
  )
}
