// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
import './home-page.css'
import type { MetaDescriptor } from 'react-router'
import type { Reader } from '../../../platform/content/shared/content-reader.ts'
import { type Language, languageOf } from '../../../platform/shared/languages.ts'
import { CAROUSEL_MS } from '../../../platform/shared/limits.ts'
import { isMainTextInEnglish } from '../../../platform/settings/shared/main-texts.ts'
import { saleOf } from '../../nights/shared/night-state.ts'
import { NIGHTS_PATH } from '../../../platform/shared/public-addresses.ts'
import { PODCAST_FEED_PATH } from '../../recordings/shared/recording-addresses.ts'
import { groups } from '../../../platform/settings/shared/settings-groups.ts'
import type { Site } from '../../../platform/settings/shared/site-settings.ts'
import { langOf, toldIn } from '../../../platform/shared/localize.ts'
import { clubOf, useClub } from '../../../platform/pages/club-words.ts'
import { readerContext } from '../../../platform/pages/context.ts'
import type { LoaderArgs, MetaArgs, PageProps } from '../../../platform/pages/page-types.ts'
import { Carousel } from '../../../platform/ui/carousel.tsx'
import { Picture, withoutPlaceholder } from '../../../platform/ui/picture.tsx'
import { artistLink, artistLinks, artistPath } from '../../artists/public/parts/artist-links.ts'
import { ClubName, OpeningName } from '../../../platform/site-layout/breathing/breathing.tsx'
import { useForeign, useLinks } from '../../../platform/site-layout/language.ts'
import { alternateLink, languageOfPage, pageMeta, siteUrlOf } from '../../../platform/site-layout/meta.ts'
import { homeData } from './home-structured-data.ts'
import { NewsCard, summarise } from '../../news/public/parts/news-card.tsx'
import { NightCard } from '../../nights/public/parts/night-card.tsx'
import { nightsAround, summariseNight, untilChange } from '../../nights/public/parts/night-summary.ts'
import { OutLink } from '../../../platform/site-layout/parts/out-link.tsx'
import { Pictogram } from '../../../platform/site-layout/parts/pictogram.tsx'
import { recording, Sleeve } from '../../recordings/public/parts/sleeve.tsx'
import { Wall } from '../../../platform/site-layout/parts/fitted-text.tsx'
import { AddressLines } from '../../../platform/site-layout/parts/address.tsx'
import { useWords, wordsIn } from '../../../platform/site-layout/page-words.ts'
import { Film, type OwnFilm } from './hero-film.tsx'

const RECORDINGS = 12
const NIGHTS = 12
const NEWS = 3

async function load(reader: Reader, language: Language) {
  const now = new Date()
  const site = await reader.site()
  const { timeZone } = site.identity
  const { meta, ...words } = toldIn(language, site.home)
  const { tonight } = nightsAround(now, timeZone)
  const [podcasts, episodes, news, events, residents, agency] = await Promise.all([
    reader.list('podcast', { limit: RECORDINGS }),
    reader.list('episode', { limit: RECORDINGS }),
    reader.list('news', { limit: NEWS }),
    reader.list('events', { from: tonight, order: 'oldest', limit: NIGHTS }),
    reader.list('residents', { order: 'manual' }),
    reader.list('agency', { order: 'manual' }),
  ])
  const stays = untilChange(events.items, now, timeZone)
  reader.expiresIn(stays)
  const artists = await artistLinks(
    reader,
    [...podcasts.items, ...episodes.items].map(({ artist }) => artist),
    [...residents.items, ...agency.items],
  )
  return {
    meta,
    words,
    isInEnglish: isMainTextInEnglish('home', site),
    newsLead: toldIn(language, site.news),
    look: ownFilm(site.look),
    /** From then on other things are true of the coming nights, or others are the coming ones. ms since the epoch */
    staleAt: now.getTime() + stays,
    podcasts: podcasts.items.map((item) => recording('podcast', item, artists)),
    episodes: episodes.items.map((item) => recording('episode', item, artists)),
    news: news.items.map(summarise),
    // Links of the home page lead directly to the seller, as specified. The redirect does not count them.
    nights: events.items.map((night) => {
      const summary = summariseNight(night, now, timeZone, language)
      return { ...summary, tickets: summary.tickets && night.url }
    }),
    /** The nights for structured data. */
    events: events.items.map(({ images, ...night }) => ({
      ...toldIn(language, night),
      sale: saleOf(night, now.getTime(), timeZone),
      square: withoutPlaceholder(images.flyerGrid),
    })),
    residents: residents.items.map((artist) => ({ _id: artist._id, ...artistLink(artist) })),
    agency: agency.items.map(({ createdAt: _c, updatedAt: _u, images, alt, ...artist }) => ({
      ...artist,
      path: artistPath(artist),
      photo: withoutPlaceholder(images.photo),
      alt: alt.photo,
    })),
  }
}

function ownFilm({ film, poster, images }: Site['look']): OwnFilm {
  const picture = poster === null ? undefined : images[poster]
  return { film, poster: picture ? withoutPlaceholder(picture) : null }
}

type Home = Awaited<ReturnType<typeof load>>

export const loader = ({ context, request }: LoaderArgs) =>
  load(context.get(readerContext), languageOf(new URL(request.url).pathname))

export const handle = { edits: () => groups.home.admin.update }

export const meta = (page: MetaArgs<typeof loader>): MetaDescriptor[] => {
  if (!page.loaderData) return []
  const { words, events, podcasts, episodes } = page.loaderData
  const language = languageOfPage(page)
  const fixed = wordsIn(language)
  const series = [
    { name: fixed.podcast, description: words.podcast, recordings: podcasts },
    { name: fixed.episodes, description: words.episodes, recordings: episodes },
  ]
  const isOwn = [...podcasts, ...episodes].some(({ audio }) => audio !== null)
  const { name } = clubOf(page).identity
  return [
    ...pageMeta('home', '/', { isInEnglish: (data: Home) => data.isInEnglish })(page),
    ...(isOwn ? alternateLink(PODCAST_FEED_PATH, 'application/rss+xml', `Podcast · ${name}`, page) : []),
    homeData({ nights: events, series }, clubOf(page), siteUrlOf(page), language),
  ]
}

export default function HomePage({ loaderData }: PageProps<typeof loader>) {
  const { words, newsLead, look, podcasts, episodes, news, nights, residents, agency, staleAt } = loaderData
  const { podcast, episodes: episodesTitle } = useWords()
  return (
    <>
      <Hero {...look} />
      <ShortHistory />
      <Slogans />
      <Recordings title={podcast} lead={leadOf(words, 'podcast')} items={podcasts} />
      <Recordings title={episodesTitle} lead={leadOf(words, 'episodes')} items={episodes} />
      <Nights
        lead={leadOf(words, nights.length > 0 ? 'dates' : 'noDates')}
        nights={nights}
        staleAt={staleAt}
      />
      {news.length > 0 && <LatestNews lead={leadOf(newsLead, 'lead')} news={news} />}
      {residents.length > 0 && <Residents lead={leadOf(words, 'residents')} residents={residents} />}
      {agency.length > 0 && <Agency lead={leadOf(words, 'agency')} artists={agency} />}
    </>
  )
}

function Hero(look: OwnFilm) {
  return (
    <section className="hero" aria-label={useClub().identity.name}>
      <Film {...look} />
      <ClubName as="h1" className="hero-name" />
      <p className="hero-place mono">
        <AddressLines />
      </p>
      <a className="hero-cue mono" href="#historia">
        {useWords().scrollDown}
      </a>
    </section>
  )
}

function ShortHistory() {
  const { identity } = useClub()
  const { founder } = identity
  return (
    <section id="historia" className="story">
      <OpeningName as="h2" className="story-name" />
      <Wall as="p" text={useWords().forEverybody} motion="open" className="story-line" />
      {founder.quote !== null && (
        <figure className="grid">
          <blockquote className="quote" lang={langOf(identity, 'founder.quote')}>
            <p>{founder.quote}</p>
          </blockquote>
          {founder.name !== null && <figcaption className="quote-by mono">{founder.name}</figcaption>}
        </figure>
      )}
    </section>
  )
}

function Slogans() {
  const words = useWords()
  const culture = useLinks()('/culture').href
  const { slogans } = useClub().identity
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
            <span className="slogan-text" lang={langOf(slogan, 'text')}>
              {text}
            </span>
          </a>
        ),
      }))}
    />
  )
}

interface RecordingsProps extends Lead {
  title: string
  items: Home['podcasts']
}

function Recordings({ title, lead, items }: RecordingsProps) {
  const words = useWords()
  if (items.length === 0) return null
  return (
    <section className="records far">
      <SectionHead title={title} lead={lead} />
      <Carousel
        label={title}
        role={words.carousel}
        every={CAROUSEL_MS}
        kind="row"
        className="sleeves"
        slides={items.map((item) => ({ key: item._id, content: <Sleeve recording={item} isOut /> }))}
      />
    </section>
  )
}

interface Lead {
  lead: { text: string | null; lang: 'es' | undefined }
}

const leadOf = <N extends string>(
  said: { [K in N]: string | null } & { spanish: readonly string[] },
  name: N,
): Lead['lead'] => ({ text: said[name], lang: langOf(said, name) })

function SectionHead({ title, lead }: Lead & { title: string }) {
  return (
    <header className="section-head grid">
      <h2 className="section-title">{title}</h2>
      {lead.text !== null && (
        <p className="section-lead" lang={lead.lang}>
          {lead.text}
        </p>
      )}
    </header>
  )
}

function Nights({ lead, nights, staleAt }: Lead & Pick<Home, 'nights' | 'staleAt'>) {
  const words = useWords()
  const dates = useLinks()(NIGHTS_PATH).href
  return (
    <section className="nights far" data-stale-at={staleAt}>
      <SectionHead title={words.comingDates} lead={lead} />
      {nights.length > 0 && (
        <ol className="nights-list">
          {nights.map((night) => (
            <li key={night._id}>
              <NightCard
                night={night}
                isSquare
                sizes="(min-width: 64rem) 24vw, (min-width: 40rem) 32vw, 94vw"
              />
            </li>
          ))}
        </ol>
      )}
      <p className="nights-all">
        <a className="laser-link" href={dates}>
          {words.allDates}
        </a>
      </p>
    </section>
  )
}

function LatestNews({ lead, news }: Lead & { news: Home['news'] }) {
  const words = useWords()
  const lang = useForeign()
  const all = useLinks()('/news')
  return (
    <section className="latest far">
      <SectionHead title={words.news} lead={lead} />
      <ul className="cards" lang={lang}>
        {news.map((item) => (
          <li key={item._id}>
            <NewsCard item={item} sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 94vw" />
          </li>
        ))}
      </ul>
      <p className="latest-all">
        <a className="laser-link" {...all}>
          {words.allNews}
        </a>
      </p>
    </section>
  )
}

function Residents({ lead, residents }: Lead & { residents: Home['residents'] }) {
  const words = useWords()
  const linkTo = useLinks()
  return (
    <section className="residents far">
      <SectionHead title={words.residents} lead={lead} />
      <ul className="names">
        {residents.map(({ _id, name, path }) => (
          <li key={_id}>
            <a className="name" {...linkTo(path)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Agency({ lead, artists }: Lead & { artists: Home['agency'] }) {
  const words = useWords()
  const lang = useForeign()
  const linkTo = useLinks()
  return (
    <section className="agency far">
      <SectionHead title={words.agency} lead={lead} />
      <ul className="artists">
        {artists.map(
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
                <OutLink to={instagram} of={name}>
                  Instagram
                </OutLink>
                <OutLink to={soundcloud} of={name}>
                  SoundCloud
                </OutLink>
                <OutLink to={pressKit} of={name}>
                  Press kit
                </OutLink>
              </p>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
