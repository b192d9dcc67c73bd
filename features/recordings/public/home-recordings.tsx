// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
/** Podcasts and episodes on the home page, as one carousel each. */
import { findClub } from '../../../platform/pages/club-settings.ts'
import type { Reader } from '../../../platform/content/shared/content-reader.ts'
import { CAROUSEL_MS } from '../../../platform/shared/limits.ts'
import { localize } from '../../../platform/shared/localize.ts'
import {
  alternateLink,
  languageOfPage,
  type MetaArguments,
  siteUrlOf,
} from '../../../platform/site-layout/meta.ts'
import { useWords } from '../../../platform/site-layout/page-texts.ts'
import { leadOf, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { Carousel } from '../../../platform/ui/carousel.tsx'
import { artistLinks } from '../../artists/public/exports/artist-links.ts'
import type { HomeInput } from '../../page-manifest.ts'
import { PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import { podcastSeries } from './recording-structured-data.ts'
import { recording, Sleeve } from './sleeve.tsx'
import { recordingWords } from './recording-texts.ts'

const LIMIT = 12

export async function load(reader: Reader, { language, site }: HomeInput) {
  const [podcasts, episodes, residents, agency] = await Promise.all([
    reader.list('podcast', { limit: LIMIT }),
    reader.list('episode', { limit: LIMIT }),
    reader.list('residents', { order: 'manual' }),
    reader.list('agency', { order: 'manual' }),
  ])
  const artists = await artistLinks(
    reader,
    [...podcasts.items, ...episodes.items].map(({ artist }) => artist),
    [...residents.items, ...agency.items],
  )
  const settings = localize(language, site.home)
  const words = recordingWords[language]
  const series = [
    {
      name: words.podcast,
      lead: leadOf(settings, 'podcast'),
      recordings: podcasts.items.map((item) => recording('podcast', item, artists)),
    },
    {
      name: words.episodes,
      lead: leadOf(settings, 'episodes'),
      recordings: episodes.items.map((item) => recording('episode', item, artists)),
    },
  ].filter(({ recordings }) => recordings.length > 0)
  return series.length > 0 ? { series } : null
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export function meta({ series }: Data, page: MetaArguments) {
  const hasAudio = series.some(({ recordings }) => recordings.some(({ audio }) => audio !== null))
  const { name } = findClub(page).identity
  return hasAudio ? alternateLink(PODCAST_FEED_PATH, 'application/rss+xml', `Podcast · ${name}`, page) : []
}

export const structuredData = ({ series }: Data, page: MetaArguments) =>
  series.map(({ name, lead, recordings }) =>
    podcastSeries(
      { name, description: lead.text, recordings },
      findClub(page),
      siteUrlOf(page),
      languageOfPage(page),
    ),
  )

export default function HomeRecordings({ data: { series } }: { data: Data }) {
  const words = useWords()
  return series.map(({ name, lead, recordings }) => (
    <section key={name} className="records far">
      <SectionHead title={name} lead={lead} />
      <Carousel
        label={name}
        role={words.carousel}
        every={CAROUSEL_MS}
        kind="row"
        className="sleeves"
        slides={recordings.map((item) => ({ key: item._id, content: <Sleeve recording={item} isOut /> }))}
      />
    </section>
  ))
}
