/** "Antes de venir" on the page of a night, with what differs that night. */

import { fallbackLanguage } from '../../../platform/content/shared/translations.ts'
import { useClub } from '../../../platform/pages/club-settings.ts'
import type { Reader } from '../../../platform/pages/shared/reader.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import type { NightInput } from '../../page-manifest.ts'
import { replaceAge, splitNote } from './night-lines.ts'
import { hasVisitValues, VisitSection } from './visit-section.tsx'
import { visitTexts } from './visit-texts.ts'

/** Nobody prepares for a night that is over, cancelled, or postponed without a new date, so its page has no section. */
export async function load(reader: Reader, { night, isOver }: NightInput) {
  if (isOver || night.status === 'cancelled' || night.status === 'postponed') return null
  const { visitNote, ageMin } = night
  const { visit } = await reader.settings()
  if (visitNote === null && !hasVisitValues(visit)) return null
  return { ...splitNote(visitNote ?? ''), lang: fallbackLanguage(night, 'visitNote'), ageMin }
}

type Data = NonNullable<Awaited<ReturnType<typeof load>>>

export default function NightVisit({ data: { note, lines, lang, ageMin } }: { data: Data }) {
  const language = useLanguage()
  const words = visitTexts[language]
  const { visit } = useClub()
  const { admission } = visit
  const admissionLang = fallbackLanguage(visit, 'admission')
  const own = Object.entries(lines).map(([field, text]) => [
    field,
    <dd key={field} lang={lang}>
      <strong>{words.tonightOnly}:</strong> {text}
    </dd>,
  ])
  return (
    <VisitSection
      lines={{
        ...(admission !== null &&
          ageMin !== null && {
            admission: (
              <dd lang={admissionLang}>{replaceAge(admission, ageMin, admissionLang ?? language)}</dd>
            ),
          }),
        ...Object.fromEntries(own),
      }}
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
