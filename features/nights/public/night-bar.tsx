/**
 * Bar of actions at the bottom of a night's page, on phones. The page shows it until the sale of the night ends, also when the
 * night is sold out. It needs no script.
 */
import './night-bar.css'
import { useLanguage, useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { stampTexts } from './night-texts.ts'
import type { Tickets } from './tickets.ts'

interface Props {
  tickets: Tickets
  isSoldOut: boolean
  /** Path of the calendar file of the night. null for a postponed night, whose date no longer holds. */
  calendarPath: string | null
  /** Ids of the parts of the page to which the bar links. */
  ids: { tickets: string; directions: string }
}

export function NightBar({ tickets, isSoldOut, calendarPath, ids }: Props) {
  const words = usePageTexts()
  const language = useLanguage()
  const spanishLang = useSpanishLang()
  const { button, lines } = tickets
  const offer = lines.find(({ isGone }) => !isGone)
  return (
    <nav className="night-bar" aria-label={words.nightActions}>
      <div className="night-bar-row">
        {button ? (
          <a className="night-bar-tickets" href={button.href} target="_blank" rel="noopener nofollow">
            <strong>{words.tickets}</strong>
            {button.price && <span className="mono">{button.price}</span>}
          </a>
        ) : (
          <a className={`night-bar-tickets ${isSoldOut ? '' : 'night-bar-later'}`} href={`#${ids.tickets}`}>
            <strong>{isSoldOut ? stampTexts[language].soldout : words.tickets}</strong>
            {offer && (
              <span className="night-bar-offer mono">
                <span lang={spanishLang}>{offer.name}</span> {offer.price ?? offer.state}
              </span>
            )}
          </a>
        )}
        <a className="night-bar-link" href={`#${ids.directions}`}>
          {words.directions}
        </a>
        {calendarPath && (
          <a className="night-bar-link" href={calendarPath}>
            {words.addToCalendar}
          </a>
        )}
      </div>
    </nav>
  )
}
