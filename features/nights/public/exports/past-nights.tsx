/** List of past nights, and links to the years that have past nights. */
import './past-nights.css?later'
import { localizePath } from '../../../../platform/shared/languages.ts'
import { archivePath } from '../../../../platform/shared/public-paths.ts'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import { NightCard } from './night-card.tsx'
import type { NightSummary } from './night-summary.ts'

export const PastNights = ({ nights }: { nights: readonly NightSummary[] }) => (
  <ol className="flyers flyers-past">
    {nights.map((night) => (
      <li key={night._id}>
        <NightCard night={night} isPast sizes="(min-width: 64rem) 16vw, (min-width: 40rem) 24vw, 46vw" />
      </li>
    ))}
  </ol>
)

export function Years({ years }: { years: readonly number[] }) {
  const language = useLanguage()
  const { otherYears } = usePageTexts()
  if (years.length === 0) return null
  return (
    <nav className="years" aria-label={otherYears}>
      <ul className="years-list">
        {years.map((year) => (
          <li key={year}>
            <a href={localizePath(language, archivePath(year))}>{year}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
