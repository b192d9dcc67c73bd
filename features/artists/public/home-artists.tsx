/** Section of the home page: residents and artists of the agency. */
import type { Reader } from '../../../platform/content/shared/content-reader.ts'
import { localize } from '../../../platform/shared/localize.ts'
import { ExternalLink } from '../../../platform/site-layout/components/external-link.tsx'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { useLocalizeLink, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { Picture, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import type { HomeInput } from '../../page-manifest.ts'
import { createArtistLink, getArtistPath } from './exports/artist-links.ts'

export async function load(reader: Reader, { language, site }: HomeInput) {
  const [residents, agency] = await Promise.all([
    reader.list('residents', { order: 'manual' }),
    reader.list('agency', { order: 'manual' }),
  ])
  const settings = localize(language, site.home)
  return {
    residentsLead: getLead(settings, 'residents'),
    residents: residents.items.map((artist) => ({ _id: artist._id, ...createArtistLink(artist) })),
    agencyLead: getLead(settings, 'agency'),
    agency: agency.items.map(({ createdAt: _c, updatedAt: _u, images, alt, ...artist }) => ({
      ...artist,
      path: getArtistPath(artist),
      photo: withoutPlaceholder(images.photo),
      alt: alt.photo,
    })),
  }
}

type Data = Awaited<ReturnType<typeof load>>

export default function HomeArtists({ data }: { data: Data }) {
  return (
    <>
      {data.residents.length > 0 && <Residents {...data} />}
      {data.agency.length > 0 && <Agency {...data} />}
    </>
  )
}

function Residents({ residentsLead, residents }: Data) {
  const words = usePageTexts()
  const linkTo = useLocalizeLink()
  return (
    <section className="residents far">
      <SectionHead title={words.residents} lead={residentsLead} />
      <ul className="names">
        {residents.map(({ _id, name, path }) => (
          <li key={_id}>
            <a className="name" {...linkTo(path)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Agency({ agencyLead, agency }: Data) {
  const words = usePageTexts()
  const lang = useSpanishLang()
  const linkTo = useLocalizeLink()
  return (
    <section className="agency far">
      <SectionHead title={words.agency} lead={agencyLead} />
      <ul className="artists">
        {agency.map(
          ({ _id, name, path, nationality, biography, instagram, soundcloud, pressKit, photo, alt }) => (
            <li key={_id} className="artist">
              <a className="artist-page" {...linkTo(path)}>
                <Picture
                  picture={photo}
                  alt={alt}
                  lang={lang}
                  sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 94vw"
                  className="photo framed"
                />
                <h3 className="artist-name">{name}</h3>
              </a>
              <p className="mono" lang={lang}>
                {nationality}
              </p>
              <p className="artist-text" lang={lang}>
                {biography}
              </p>
              <p className="artist-links mono">
                <ExternalLink to={instagram} of={name}>
                  Instagram
                </ExternalLink>
                <ExternalLink to={soundcloud} of={name}>
                  SoundCloud
                </ExternalLink>
                <ExternalLink to={pressKit} of={name}>
                  Press kit
                </ExternalLink>
              </p>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
