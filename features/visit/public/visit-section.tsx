/** Section "Antes de venir", with the texts and telephone numbers of the settings group `visit`. */
import './visit-section.css?later'
import { type ReactNode, useId } from 'react'
import { fallbackLanguage } from '../../../platform/content/shared/translations.ts'
import { type ClubSettings, useClub } from '../../../platform/pages/club-settings.ts'
import { createTelLink, createWhatsAppLink } from '../../../platform/shared/phone-links.ts'
import { SectionTitle } from '../../../platform/site-layout/components/section-head.tsx'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { type VisitField, visitFields, visitTexts } from './visit-texts.ts'

type VisitValues = Pick<ClubSettings['visit'], VisitField | 'telephone' | 'whatsapp'>

/** True when the section has something to show. */
export const hasVisitValues = (visit: VisitValues): boolean =>
  ([...visitFields, 'telephone', 'whatsapp'] as const).some((field) => visit[field] !== null)

interface Props {
  /** What differs on one night. */
  note?: ReactNode
  /** Texts of one night, which stand in place of the general ones. */
  lines?: Partial<Record<VisitField, ReactNode>>
}

export function VisitSection({ note, lines = {} }: Props) {
  const { visit } = useClub()
  const words = visitTexts[useLanguage()]
  const titleId = useId()
  return (
    <section className="visit" aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{words.title}</SectionTitle>
      {note}
      {(hasVisitValues(visit) || Object.keys(lines).length > 0) && (
        <dl className="visit-lines">
          {visitFields.map(
            (field) =>
              (lines[field] ?? visit[field]) !== null && (
                <div key={field} className="visit-line">
                  <dt className="mono">{words[field]}</dt>
                  {lines[field] ?? <dd lang={fallbackLanguage(visit, field)}>{visit[field]}</dd>}
                </div>
              ),
          )}
          {(visit.telephone ?? visit.whatsapp) !== null && (
            <div className="visit-line">
              <dt className="mono">{words.questions}</dt>
              <dd className="visit-links">
                {visit.telephone !== null && (
                  <a className="laser-link" href={createTelLink(visit.telephone)}>
                    {visit.telephone}
                  </a>
                )}{' '}
                {visit.whatsapp !== null && (
                  <a
                    className="laser-link"
                    href={createWhatsAppLink(visit.whatsapp)}
                    target="_blank"
                    rel="noopener"
                  >
                    {words.whatsapp}
                  </a>
                )}
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
