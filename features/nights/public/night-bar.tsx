/**
 * Bar of actions at the bottom of a night's page, on phones. The page shows it until the sale of the night ends, also when the
 * night is sold out. It needs no script.
 */
import './night-bar.css'
import { capitalised } from '../../../platform/shared/text/text.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import type { SignUpOffer } from '../shared/sign-up-offers.ts'
import { Benefit } from './exports/sign-up-link.tsx'
import { stampTexts } from './night-texts.ts'
import type { Tickets } from './tickets.ts'

interface Props {
  /** null when the sale has ended. */
  tickets: Tickets | null
  signUp: SignUpOffer | null
  isSoldOut: boolean
  /** Path of the calendar file of the night. null for a postponed night, whose date no longer holds. */
  calendarPath: string | null
  /** Ids of the parts of the page to which the bar links. */
  ids: { tickets: string; directions: string }
}

export function NightBar({ tickets, signUp, isSoldOut, calendarPath, ids }: Props) {
  const words = usePageTexts()
  return (
    <nav className="night-bar" aria-label={words.nightActions}>
      <div className={signUp && tickets ? 'night-bar-row night-bar-row-both' : 'night-bar-row'}>
        {tickets && <TicketsLink tickets={tickets} isSoldOut={isSoldOut} id={ids.tickets} />}
        {signUp && (
          <a className="night-bar-tickets" href={`#${signUp.fieldId}`}>
            <strong>{capitalised(signUp.invitation)}</strong>
            <span className="night-bar-benefit mono">
              {signUp.benefit ? <Benefit {...signUp.benefit} /> : signUp.name}
            </span>
          </a>
        )}
        <a className="night-bar-link" href={`#${ids.directions}`}>
          {words.directions}
        </a>
        {calendarPath && !signUp && (
          <a className="night-bar-link" href={calendarPath}>
            {words.addToCalendar}
          </a>
        )}
      </div>
    </nav>
  )
}

interface TicketsLinkProps {
  tickets: Tickets
  isSoldOut: boolean
  /** Id of the tickets on the page. */
  id: string
}

function TicketsLink({ tickets: { button, lines }, isSoldOut, id }: TicketsLinkProps) {
  const words = usePageTexts()
  const language = useLanguage()
  const offer = lines.find(({ isGone }) => !isGone)
  return button ? (
    <a className="night-bar-tickets" href={button.href} target="_blank" rel="noopener nofollow">
      <strong>{words.tickets}</strong>
      {button.price && <span className="mono">{button.price}</span>}
    </a>
  ) : (
    <a className={`night-bar-tickets ${isSoldOut ? '' : 'night-bar-later'}`} href={`#${id}`}>
      <strong>{isSoldOut ? stampTexts[language].soldout : words.tickets}</strong>
      {offer && (
        <span className="night-bar-offer mono">
          <span lang={offer.name.lang}>{offer.name.text}</span> {offer.price ?? offer.state}
        </span>
      )}
    </a>
  )
}
