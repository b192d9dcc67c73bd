// biome-ignore-all assist/source/organizeImports: the style sheets of a page keep the order of imports.
/** Recordings of an artist, on the artist's page. The first recording that can be embedded has a player. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { findEmbed } from '../../../platform/site-layout/embeds.ts'
import { EmbedPlayer } from '../../../platform/site-layout/components/embed-player.tsx'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import type { ArtistInput } from '../../page-manifest.ts'
import { summariseRecording, Sleeve } from './sleeve.tsx'
import { recordingTexts } from './recording-texts.ts'

const LIMIT = 12

export async function load(reader: Reader, { artist }: ArtistInput) {
  const [podcasts, episodes] = await Promise.all([
    reader.list('podcast', { mentions: artist, limit: LIMIT }),
    reader.list('episode', { mentions: artist, limit: LIMIT }),
  ])
  // Recordings on the artist's own page have no link to the artist, because it would lead to the same page.
  const links = new Map()
  const recordings = [
    ...podcasts.items.map((item) => summariseRecording('podcast', item, links)),
    ...episodes.items.map((item) => summariseRecording('episode', item, links)),
  ]
  return recordings.length > 0 ? { recordings } : null
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function ArtistRecordings({ data: { recordings } }: { data: Data }) {
  const [played] = recordings.flatMap(({ url, title }) => {
    const embed = findEmbed(url)
    return embed ? [{ embed, title }] : []
  })
  return (
    <section className="artist-hear">
      <SectionTitle>{recordingTexts.es.listen}</SectionTitle>
      {played && (
        <div className="artist-player">
          <EmbedPlayer embed={played.embed} name={played.title} />
        </div>
      )}
      <ul className="artist-sleeves">
        {recordings.map((item) => (
          <li key={item._id}>
            <Sleeve recording={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
