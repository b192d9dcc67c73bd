/** The title of a section, with an optional text below it. */
import { fallbackLanguage } from '../../shared/localize.ts'

export interface Lead {
  lead: { text: string | null; lang: 'es' | undefined }
}

export const getLead = <N extends string>(
  settings: { [K in N]: string | null } & { spanish: readonly string[] },
  name: N,
): Lead['lead'] => ({ text: settings[name], lang: fallbackLanguage(settings, name) })

export function SectionHead({ title, lead }: Lead & { title: string }) {
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
