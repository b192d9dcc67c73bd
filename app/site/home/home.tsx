import './home.css'
import type { Reader } from '../../../contract/content/reader.ts'
import { CAROUSEL_MS } from '../../../contract/limits.ts'
import { NIGHTS_PATH, PODCAST_FEED_PATH } from '../../../contract/share.ts'
import { groups } from '../../../contract/site/groups.ts'
import type { Site } from '../../../contract/site/site.ts'
import { clubOf, useClub } from '../../club-words.ts'
import { readerContext } from '../../context.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { Picture, withoutPlaceholder } from '../../ui/picture.tsx'
import { artistLink, artistLinks, artistPath } from '../artists/links.ts'
import { ClubName, OpeningName } from '../breathing/breathing.tsx'
import { alternateLink, pageMeta, siteUrlOf } from '../layout/meta.ts'
import { homeData } from '../layout/structured-data.ts'
import { NewsCard, summarise } from '../news/news-card.tsx'
import { NightCard } from '../nights/night-card.tsx'
import { nightsAround, summariseNight, untilChange } from '../nights/summary.ts'
import { OutLink } from '../parts/out-link.tsx'
import { Pictogram } from '../parts/pictogram.tsx'
import { recording, Sleeve } from '../parts/sleeve.tsx'
import { Wall } from '../parts/wall.tsx'
import { AddressLines } from '../parts/way.tsx'
import type { Route } from './+types/home'
import { Film, type OwnFilm } from './film.tsx'

const RECORDINGS = 12
const NIGHTS = 12
const NEWS = 3

async function load(reader: Reader) {
  const now = new Date()
  const site = await reader.site()
  const { timeZone } = site.identity
  const { meta, ...words } = site.home
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
    newsLead: site.news.lead,
    look: ownFilm(site.look),
    /** From then on other things are true of the coming nights, or others are the coming ones. ms since the epoch */
    staleAt: now.getTime() + stays,
    podcasts: podcasts.items.map((item) => recording('podcast', item, artists)),
    episodes: episodes.items.map((item) => recording('episode', item, artists)),
    news: news.items.map(summarise),
    // To where tickets are sold, as asked for: here nobody counts who goes there.
    nights: events.items.map((night) => {
      const summary = summariseNight(night, now, timeZone)
      return { ...summary, tickets: summary.tickets && night.url }
    }),
    /** What programs are told of the nights. */
    events: events.items.map(({ images, ...night }) => ({
      ...night,
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

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(readerContext))

export const handle = { edits: () => groups.home.admin.update }

export const meta: Route.MetaFunction = (page) => {
  if (!page.loaderData) return []
  const { words, events, podcasts, episodes } = page.loaderData
  const series = [
    { name: 'Podcast', description: words.podcast, recordings: podcasts },
    { name: 'Episodios', description: words.episodes, recordings: episodes },
  ]
  const isOwn = [...podcasts, ...episodes].some(({ audio }) => audio !== null)
  const { name } = clubOf(page).identity
  return [
    ...pageMeta('home', '/')(page),
    ...(isOwn ? alternateLink(PODCAST_FEED_PATH, 'application/rss+xml', `Podcast · ${name}`, page) : []),
    homeData({ nights: events, series }, clubOf(page), siteUrlOf(page)),
  ]
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { words, newsLead, look, podcasts, episodes, news, nights, residents, agency, staleAt } = loaderData
  return (
    <>
      <Hero {...look} />
      <ShortHistory />
      <Slogans />
      <Recordings title="Podcast" lead={words.podcast} items={podcasts} />
      <Recordings title="Episodios" lead={words.episodes} items={episodes} />
      <Nights lead={nights.length > 0 ? words.dates : words.noDates} nights={nights} staleAt={staleAt} />
      {news.length > 0 && <LatestNews lead={newsLead} news={news} />}
      {residents.length > 0 && <Residents lead={words.residents} residents={residents} />}
      {agency.length > 0 && <Agency lead={words.agency} artists={agency} />}
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
        Bajá
      </a>
    </section>
  )
}

function ShortHistory() {
  const { founder } = useClub().identity
  return (
    <section id="historia" className="story">
      <OpeningName as="h2" className="story-name" />
      <Wall as="p" text="PARA TODO EL MUNDO" motion="open" className="story-line" />
      {founder.quote !== null && (
        <figure className="grid">
          <blockquote className="quote">
            <p>{founder.quote}</p>
          </blockquote>
          {founder.name !== null && <figcaption className="quote-by mono">{founder.name}</figcaption>}
        </figure>
      )}
    </section>
  )
}

function Slogans() {
  const { slogans } = useClub().identity
  return (
    <Carousel
      label="Nuestros valores"
      every={CAROUSEL_MS}
      kind="fade"
      className="slogans"
      slides={slogans.map(({ _id, text, value }, index) => ({
        key: _id,
        content: (
          <a className="slogan" href="/culture">
            <span className="slogan-number mono" aria-hidden="true">
              {index + 1}/{slogans.length}
            </span>
            <Pictogram of={value} className="slogan-sign" />
            <span className="slogan-text">{text}</span>
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
  if (items.length === 0) return null
  return (
    <section className="records far">
      <SectionHead title={title} lead={lead} />
      <Carousel
        label={title}
        every={CAROUSEL_MS}
        kind="row"
        className="sleeves"
        slides={items.map((item) => ({ key: item._id, content: <Sleeve recording={item} isOut /> }))}
      />
    </section>
  )
}

interface Lead {
  lead: string | null
}

function SectionHead({ title, lead }: Lead & { title: string }) {
  return (
    <header className="section-head grid">
      <h2 className="section-title">{title}</h2>
      {lead !== null && <p className="section-lead">{lead}</p>}
    </header>
  )
}

function Nights({ lead, nights, staleAt }: Lead & Pick<Home, 'nights' | 'staleAt'>) {
  return (
    <section className="nights far" data-stale-at={staleAt}>
      <SectionHead title="Próximas fechas" lead={lead} />
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
        <a className="laser-link" href={NIGHTS_PATH}>
          Todas las fechas
        </a>
      </p>
    </section>
  )
}

function LatestNews({ lead, news }: Lead & { news: Home['news'] }) {
  return (
    <section className="latest far">
      <SectionHead title="Novedades" lead={lead} />
      <ul className="cards">
        {news.map((item) => (
          <li key={item._id}>
            <NewsCard item={item} sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 94vw" />
          </li>
        ))}
      </ul>
      <p className="latest-all">
        <a className="laser-link" href="/news">
          Todas las novedades
        </a>
      </p>
    </section>
  )
}

function Residents({ lead, residents }: Lead & { residents: Home['residents'] }) {
  return (
    <section className="residents far">
      <SectionHead title="Residentes" lead={lead} />
      <ul className="names">
        {residents.map(({ _id, name, path }) => (
          <li key={_id}>
            <a className="name" href={path}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Agency({ lead, artists }: Lead & { artists: Home['agency'] }) {
  return (
    <section className="agency far">
      <SectionHead title="Agencia" lead={lead} />
      <ul className="artists">
        {artists.map(
          ({ _id, name, path, nationality, biography, instagram, soundcloud, pressKit, photo, alt }) => (
            <li key={_id} className="artist">
              <a className="artist-page" href={path}>
                <Picture
                  picture={photo}
                  alt={alt}
                  sizes="(min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 94vw"
                  className="photo framed"
                />
                <h3 className="artist-name">{name}</h3>
              </a>
              <p className="mono">{nationality}</p>
              <p className="artist-text">{biography}</p>
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
