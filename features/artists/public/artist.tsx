// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
import './artist.css'
import { type MetaDescriptor, redirect } from 'react-router'
import { ARTISTS_PATH } from '../shared/artist-resources.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { getDeclaration } from '../../../platform/content/shared/resources.ts'
import { artistImagePath, NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'
import { truncateAtWord } from '../../../platform/shared/text/text.ts'
import { editPath } from '../../../platform/admin-layout/paths.ts'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import {
  loadSections,
  type PageSection,
  Sections,
  createSectionMeta,
} from '../../../platform/pages/page-sections.tsx'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { Picture, type PictureSource, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import { DESCRIPTION_MAX, createMeta, getSiteUrl } from '../../../platform/pages/page-meta.ts'
import { createJsonLd, type SiteUrl, withOrigin } from '../../../platform/site-layout/structured-data.ts'
import { NightCard } from '../../nights/public/exports/night-card.tsx'
import { PastNights } from '../../nights/public/exports/past-nights.tsx'
import {
  getNightBounds,
  isOff,
  summariseNight,
  computeMsUntilChange,
} from '../../nights/public/exports/night-summary.ts'
import { ExternalLink } from '../../../platform/site-layout/components/external-link.tsx'
import { ShareButton } from '../../../platform/site-layout/components/share-button.tsx'
import type { ArtistInput } from '../../page-manifest.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { getMosaicSizes } from '../../../platform/site-layout/components/mosaic.ts'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { getArtistPath } from './exports/artist-links.ts'

/** Maximum number of nights in each list. Older nights are left out. */
const NIGHTS = 48

async function load(reader: Reader, slug: string, sections: readonly PageSection<ArtistInput>[]) {
  const now = new Date()
  const found = await reader.bySlug(ARTISTS_PATH, slug)
  if (found?.resource !== 'residents' && found?.resource !== 'agency') throw redirect('/404')
  const artist = found.entity
  // An artist has one address. A former name, or another spelling, redirects to it.
  if (artist.slug !== slug) throw redirect(getArtistPath(artist), 301)
  const mentions = { resource: found.resource, _id: artist._id }
  const { timeZone } = (await reader.settings()).identity
  const { tonight, lastNight } = getNightBounds(now, timeZone)
  const [coming, past, loadedSections] = await Promise.all([
    reader.list('events', { mentions, from: tonight, order: 'oldest', limit: NIGHTS }),
    reader.list('events', { mentions, to: lastNight, limit: NIGHTS }),
    loadSections(sections, reader, { artist: mentions }),
  ])
  const stays = computeMsUntilChange(coming.items, now, timeZone)
  reader.expiresIn(stays)
  const { name, biography, instagram, soundcloud, pressKit, images, alt } = artist
  return {
    staleAt: now.getTime() + stays,
    artist: {
      _id: artist._id,
      updatedAt: artist.updatedAt,
      name,
      path: getArtistPath(artist),
      origin: 'nationality' in artist ? artist.nationality : null,
      isResident: found.resource === 'residents',
      biography,
      photo: images.photo ? withoutPlaceholder(images.photo) : null,
      alt: alt.photo,
      links: [
        { label: 'Instagram', url: instagram },
        { label: 'SoundCloud', url: soundcloud },
        { label: 'Press kit', url: pressKit },
      ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }])),
    },
    coming: coming.items
      .filter((night) => !isOff(night))
      .map((night) => summariseNight(night, now, timeZone)),
    off: coming.items.filter(isOff).map((night) => summariseNight(night, now, timeZone)),
    past: past.items.filter((night) => !isOff(night)).map((night) => summariseNight(night, now, timeZone)),
    sections: loadedSections,
  }
}

export const loader = ({ context, params, sections }: LoaderArgs<'slug', ArtistInput>) =>
  load(context.get(readerContext), params.slug, sections)

export const handle = {
  edits: ({ artist }: Awaited<ReturnType<typeof load>>) =>
    editPath(getDeclaration(artist.isResident ? 'residents' : 'agency'), artist._id),
}

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { _id, updatedAt, name, path, biography, isResident, photo, links } = page.loaderData.artist
  const club = findClub(page).identity
  const what = isResident ? `Residente de ${club.name}` : `Artista de la agencia de ${club.name}`
  const description = biography
    ? truncateAtWord(biography, DESCRIPTION_MAX)
    : `${name}: ${what}, en ${club.city}. Sus noches y sus sets.`
  return [
    ...createMeta(
      { title: `${name} · ${club.name}`, description, image: artistImagePath(_id, updatedAt) },
      path,
      page,
    ),
    ...createSectionMeta(page.loaderData.sections, page),
    artistData(
      {
        name,
        path,
        biography,
        photo,
        links: links.map(({ url }) => url),
      },
      getSiteUrl(page),
    ),
  ]
}

interface ArtistItem {
  name: string
  path: string
  biography: string | null
  photo: PictureSource | null
  links: string[]
}

/** Describes an artist as JSON-LD. schema.org has no type for a solo musician, but MusicGroup also covers soloists. */
const artistData = (artist: ArtistItem, siteUrl: SiteUrl): MetaDescriptor =>
  createJsonLd({
    '@type': 'MusicGroup',
    '@id': `${siteUrl ?? ''}${artist.path}#artist`,
    name: artist.name,
    genre: 'Techno',
    ...(artist.biography && { description: artist.biography }),
    ...(artist.links.length > 0 && { sameAs: artist.links }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + artist.path,
      ...(artist.photo && { image: origin + artist.photo.src }),
    })),
  })

export default function ArtistPage({ loaderData }: PageProps<typeof loader>) {
  const { artist, coming, off, past, sections, staleAt } = loaderData
  const { name, photo, alt, biography, isResident, origin, links } = artist
  const lines = splitIntoLines(name)
  return (
    <div className="artist-page-whole" data-stale-at={staleAt}>
      <article>
        <header className="artist-head">
          <p className="mono">{[isResident ? 'Residente' : 'Agencia', origin].filter(Boolean).join(' · ')}</p>
          <FittedText as="h1" text={name} lines={lines} face={chooseFace(lines)} motion="enter" />
        </header>
        <div className={photo ? 'artist-body' : 'artist-body artist-body-alone'}>
          {photo && (
            <Picture
              picture={photo}
              alt={alt}
              sizes="(min-width: 64rem) 50vw, 100vw"
              className="photo artist-portrait"
              first
            />
          )}
          <div className="artist-words">
            {biography && <p className="artist-biography">{biography}</p>}
            <ul className="artist-out">
              {links.map(({ label, url }) => (
                <li key={label}>
                  <ExternalLink to={url} of={name}>
                    {label}
                  </ExternalLink>
                </li>
              ))}
            </ul>
            <ShareButton title={name} />
          </div>
        </div>
      </article>
      <Sections sections={sections} />
      <section className="artist-nights">
        <SectionTitle>Próximas noches</SectionTitle>
        {coming.length > 0 ? (
          <ol className="flyers mosaic">
            {coming.map((night, index) => (
              <li key={night._id}>
                <NightCard night={night} sizes={getMosaicSizes(index, coming.length)} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="artist-none">
            Sin fecha por ahora. <a href={NIGHTS_PATH}>Todas las fechas</a>
          </p>
        )}
        {off.length > 0 && (
          <div className="artist-off">
            <PastNights nights={off} />
          </div>
        )}
      </section>
      {past.length > 0 && (
        <section className="artist-nights">
          <SectionTitle>Tocó acá</SectionTitle>
          <PastNights nights={past} />
        </section>
      )}
    </div>
  )
}

/**
 * Chooses the width of the letters of an artist's name, which fills the width of the page. Narrow letters of a short name
 * would be taller than a screen, so short names get wide letters.
 */
const chooseFace = (lines: readonly string[]) => (lines.some(({ length }) => length < 7) ? 'wide' : 'narrow')

/** Maximum number of characters on a line of the artist's name. */
const LINE = 15

/** Splits a name into lines of about the same length. Words are never broken. */
function splitIntoLines(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LINE)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  // React uses the lines as keys, so they must differ. A name with two equal lines stays on one line.
  return new Set(lines).size === lines.length ? lines : [name]
}
