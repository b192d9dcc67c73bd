/** Confirms that a visitor has cancelled. The page has no data of the visitor, so its address is the same for everybody. */
import './guests.css'
import type { MetaDescriptor } from 'react-router'
import { findClub } from '../../../platform/pages/club-settings.ts'
import { getPageLanguage, type MetaArguments } from '../../../platform/pages/page-meta.ts'
import { NIGHTS_PATH } from '../../../platform/shared/public-paths.ts'
import { FittedText } from '../../../platform/site-layout/components/fitted-text.tsx'
import { useLanguage, useLocalizeLink } from '../../../platform/site-layout/page-language.ts'
import { OWN_PLACE_PATH } from '../shared/guest-paths.ts'
import { guestTexts } from './guest-texts.ts'

export const CANCELLED_PATH = `${OWN_PLACE_PATH}/baja`

export const handle = { headers: { 'X-Robots-Tag': 'noindex' } }

export const meta = (page: MetaArguments): MetaDescriptor[] => [
  { title: `${guestTexts[getPageLanguage(page)].cancelledTitle} · ${findClub(page).identity.name}` },
]

export default function Cancelled() {
  const words = guestTexts[useLanguage()]
  const linkTo = useLocalizeLink()
  return (
    <div className="page-head grid">
      <FittedText as="h1" text={words.cancelledTitle} motion="enter" />
      <div className="lead cancelled">
        <p>{words.cancelledText}</p>
        <a className="laser-link" {...linkTo(NIGHTS_PATH)}>
          {words.allDates}
        </a>
      </div>
    </div>
  )
}
