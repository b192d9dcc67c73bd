/** The title of a section, alone or with an optional text below it. */
import { fallbackLanguage } from '../../content/shared/translations.ts'
import { getSideBearing } from './side-bearings.ts'

export interface Lead {
  lead: { text: string | null; lang: 'es' | undefined }
}

export const getLead = <N extends string>(
  settings: { [K in N]: string | null } & { spanish: readonly string[] },
  name: N,
): Lead['lead'] => ({ text: settings[name], lang: fallbackLanguage(settings, name) })

/** The class moves the title left by the empty space before its first letter (site.css). */
export function SectionTitle({ children: title, id }: { children: string; id?: string }) {
  const { wide } = getSideBearing(title.charAt(0).toUpperCase(), 0)
  return (
    <h2 className={`section-title bearing-${wide}`} id={id}>
      {title}
    </h2>
  )
}

export function SectionHead({ title, lead }: Lead & { title: string }) {
  return (
    <header className="section-head grid">
      <SectionTitle>{title}</SectionTitle>
      {lead.text !== null && (
        <p className="section-lead" lang={lead.lang}>
          {lead.text}
        </p>
      )}
    </header>
  )
}
