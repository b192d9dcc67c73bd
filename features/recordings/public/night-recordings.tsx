/** Recordings by artists of the line-up, on the page of a night. */
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import type { NightInput } from '../../page-manifest.ts'
import { recordingResources as resources } from '../shared/recording-resources.ts'
import { recordingTexts } from './recording-texts.ts'
import { Sleeve, summariseRecording } from './sleeve.tsx'

/** Number of recordings of each resource that are searched, newest first. Older recordings are not shown. */
const SEARCHED = 24
const LIMIT = 4

export async function load(reader: Reader, { artists }: NightInput) {
  if (artists.size === 0) return null
  const lists = await Promise.all(
    resources.map(async (resource) => {
      const { items } = await reader.list(resource, { limit: SEARCHED })
      return items.map((item) => summariseRecording(resource, item, artists))
    }),
  )
  const recordings = lists
    .flat()
    .filter(({ artist }) => artist !== null)
    .slice(0, LIMIT)
  return recordings.length > 0 ? { recordings } : null
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function NightRecordings({ data: { recordings } }: { data: Data }) {
  return (
    <section className="night-hear">
      <SectionTitle>{recordingTexts[useLanguage()].listen}</SectionTitle>
      <ul className="night-sleeves">
        {recordings.map((item) => (
          <li key={item._id}>
            <Sleeve recording={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
