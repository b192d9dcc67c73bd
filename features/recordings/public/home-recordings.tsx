// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
/** Section of the home page: a carousel of podcasts and a carousel of episodes. */
import { findClub } from '../../../platform/pages/club-settings.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { CAROUSEL_MS } from '../../../platform/shared/limits.ts'
import { localize } from '../../../platform/content/shared/translations.ts'
import {
  createAlternateLink,
  getPageLanguage,
  type MetaArguments,
  getSiteUrl,
} from '../../../platform/pages/page-meta.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { getLead, SectionHead } from '../../../platform/site-layout/components/section-head.tsx'
import { Carousel } from '../../../platform/site-layout/carousel/carousel.island.tsx'
import { findArtistLinks } from '../../artists/public/exports/artist-links.ts'
import type { HomeInput } from '../../page-manifest.ts'
import { PODCAST_FEED_PATH } from '../shared/recording-addresses.ts'
import { describeSeries } from './recording-structured-data.ts'
import { summariseRecording, Sleeve } from './sleeve.tsx'
import { recordingTexts } from './recording-texts.ts'

const LIMIT = 12

export async function load(reader: Reader, { language, site }: HomeInput) {
  const [podcasts, episodes, residents, agency] = await Promise.all([
    reader.list('podcast', { limit: LIMIT }),
    reader.list('episode', { limit: LIMIT }),
    reader.list('residents', { order: 'manual' }),
    reader.list('agency', { order: 'manual' }),
  ])
  const artists = await findArtistLinks(
    reader,
    [...podcasts.items, ...episodes.items].map(({ artist }) => artist),
    [...residents.items, ...agency.items],
  )
  const settings = localize(language, site.home)
  const words = recordingTexts[language]
  const series = [
    {
      name: words.podcast,
      lead: getLead(settings, 'podcast'),
      recordings: podcasts.items.map((item) => summariseRecording('podcast', item, artists)),
    },
    {
      name: words.episodes,
      lead: getLead(settings, 'episodes'),
      recordings: episodes.items.map((item) => summariseRecording('episode', item, artists)),
    },
  ].filter(({ recordings }) => recordings.length > 0)
  return series.length > 0 ? { series } : null
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export function meta({ series }: Data, page: MetaArguments) {
  const hasAudio = series.some(({ recordings }) => recordings.some(({ audio }) => audio !== null))
  const { name } = findClub(page).identity
  return hasAudio
    ? createAlternateLink(PODCAST_FEED_PATH, 'application/rss+xml', `Podcast · ${name}`, page)
    : []
}

export const structuredData = ({ series }: Data, page: MetaArguments) =>
  series.map(({ name, lead, recordings }) =>
    describeSeries(
      { name, description: lead.text, recordings },
      findClub(page),
      getSiteUrl(page),
      getPageLanguage(page),
    ),
  )

export default function HomeRecordings({ data: { series } }: { data: Data }) {
  const words = usePageTexts()
  return series.map(({ name, lead, recordings }) => (
    <section key={name} className="records far">
      <SectionHead title={name} lead={lead} />
      <Carousel
        label={name}
        role={words.carousel}
        every={CAROUSEL_MS}
        kind="row"
        className="sleeves"
        slides={recordings.map((item) => ({
          key: item._id,
          content: <Sleeve recording={item} isExternal />,
        }))}
      />
    </section>
  ))
}
