// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
import './home-page.css'
import './home-sections.css?later'
import type { MetaDescriptor } from 'react-router'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { findClub, useClub } from '../../../platform/pages/club-settings.ts'
import { readerContext } from '../../../platform/pages/page-context.ts'
import {
  loadSections,
  type PageSection,
  Sections,
  createSectionMeta,
  createSectionStructuredData,
} from '../../../platform/pages/page-sections.tsx'
import { LaterStyles } from '../../../platform/pages/delivery/later-styles.tsx'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { isMainTextInEnglish } from '../../../platform/settings/shared/main-texts.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import type { SiteSettings } from '../../../platform/settings/shared/site-settings.ts'
import { type Language, getLanguage } from '../../../platform/shared/languages.ts'
import { CAROUSEL_MS } from '../../../platform/shared/limits.ts'
import { fallbackLanguage, localize } from '../../../platform/content/shared/translations.ts'
import { useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { createPageMeta, getPageLanguage, getSiteUrl } from '../../../platform/pages/page-meta.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { createJsonLd, describeClub } from '../../../platform/site-layout/structured-data.ts'
import { Carousel } from '../../../platform/site-layout/carousel/carousel.island.tsx'
import { withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import { ClubName, ExpandingName } from '../../../platform/site-layout/animated-name/animated-name.tsx'
import { AddressLines } from '../../../platform/site-layout/components/address.tsx'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { Pictogram } from '../../../platform/site-layout/components/pictogram.tsx'
import { loadAnnouncement, NightAnnouncement } from '../../nights/public/exports/night-announcement.tsx'
import type { HomeInput } from '../../page-manifest.ts'
import { describeVisit } from '../../visit/public/exports/visit-structured-data.ts'
import { HeroFilm, type HeroMedia } from './hero-film.tsx'

async function load(reader: Reader, language: Language, sections: readonly PageSection<HomeInput>[]) {
  const site = await reader.settings()
  const input = { language, now: new Date(), site }
  return {
    meta: localize(language, site.home).meta,
    isInEnglish: isMainTextInEnglish('home', site),
    look: ownFilm(site.look),
    announcement: await loadAnnouncement(reader, input),
    sections: await loadSections(sections, reader, input),
  }
}

function ownFilm({ film, poster, images }: SiteSettings['look']): HeroMedia {
  const picture = poster === null ? undefined : images[poster]
  return { film, poster: picture ? withoutPlaceholder(picture) : null }
}

type Home = Awaited<ReturnType<typeof load>>

export const loader = ({ context, request, sections }: LoaderArgs<never, HomeInput>) =>
  load(context.get(readerContext), getLanguage(new URL(request.url).pathname), sections)

export const handle = { hasLaterStyles: true, edits: () => settingsGroups.home.admin.update }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { sections } = page.loaderData
  return [
    ...createPageMeta('home', '/', { isInEnglish: (data: Home) => data.isInEnglish })(page),
    ...createSectionMeta(sections, page),
    createJsonLd({
      '@graph': [
        {
          ...describeClub(findClub(page), getSiteUrl(page)),
          ...describeVisit(findClub(page), getPageLanguage(page)),
        },
        ...createSectionStructuredData(sections, page),
      ],
    }),
  ]
}

export default function HomePage({ loaderData: { look, announcement, sections } }: PageProps<typeof loader>) {
  return (
    <>
      <Hero look={look} announcement={announcement} />
      <LaterStyles />
      <ShortHistory />
      <Slogans />
      <Sections sections={sections} />
    </>
  )
}

function Hero({ look, announcement }: Pick<Home, 'look' | 'announcement'>) {
  return (
    <section className="hero" aria-label={useClub().identity.name}>
      <HeroFilm {...look} />
      <ClubName as="h1" className="hero-name" />
      {announcement && <NightAnnouncement night={announcement} />}
      <p className="hero-place mono">
        <AddressLines />
      </p>
      <a className="hero-cue mono" href="#historia">
        {usePageTexts().scrollDown}
      </a>
    </section>
  )
}

function ShortHistory() {
  const { identity } = useClub()
  const { founder } = identity
  return (
    <section id="historia" className="story">
      <ExpandingName as="h2" className="story-name" />
      <FittedText as="p" text={usePageTexts().forEverybody} motion="open" className="story-line" />
      {founder.quote !== null && (
        <figure className="grid">
          <blockquote className="quote" lang={fallbackLanguage(identity, 'founder.quote')}>
            <p>{founder.quote}</p>
          </blockquote>
          {founder.name !== null && <figcaption className="quote-by mono">{founder.name}</figcaption>}
        </figure>
      )}
    </section>
  )
}

function Slogans() {
  const words = usePageTexts()
  const culture = useLocalizeLink()('/culture').href
  const { slogans } = useClub().identity
  if (slogans.length === 0) return null
  return (
    <Carousel
      label={words.ourValues}
      role={words.carousel}
      every={CAROUSEL_MS}
      kind="fade"
      className="slogans"
      slides={slogans.map(({ _id, text, value, ...slogan }, index) => ({
        key: _id,
        content: (
          <a className="slogan" href={culture}>
            <span className="slogan-number mono" aria-hidden="true">
              {index + 1}/{slogans.length}
            </span>
            <Pictogram of={value} className="slogan-sign" />
            <span className="slogan-text" lang={fallbackLanguage(slogan, 'text')}>
              {text}
            </span>
          </a>
        ),
      }))}
    />
  )
}
