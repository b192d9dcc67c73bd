/** "Antes de venir" on the page of a night, with what differs that night. */

import { fallbackLanguage } from '../../../platform/content/shared/translations.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import type { NightInput } from '../../page-manifest.ts'
import { hasVisitValues, VisitSection } from './visit-section.tsx'
import { visitTexts } from './visit-texts.ts'

/** A past or cancelled night needs no preparation, so its page has no section. */
export async function load(reader: Reader, { night, isOver }: NightInput) {
  if (isOver || night.status === 'cancelled') return null
  const { visitNote } = night
  const { visit } = await reader.settings()
  if (visitNote === null && !hasVisitValues(visit)) return null
  return { note: visitNote, lang: fallbackLanguage(night, 'visitNote') }
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function NightVisit({ data: { note, lang } }: { data: Data }) {
  const words = visitTexts[useLanguage()]
  return (
    <VisitSection
      note={
        note !== null && (
          <div className="visit-note">
            <h3 className="mono">{words.tonightOnly}</h3>
            <p lang={lang}>{note}</p>
          </div>
        )
      }
    />
  )
}
