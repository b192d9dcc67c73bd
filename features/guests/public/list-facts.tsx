/** Conditions of a list. */
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../platform/site-layout/page-texts.ts'
import { translateOffer } from '../../nights/shared/offer-words.ts'
import type { Condition } from '../shared/list-hours.ts'
import { guestTexts } from './guest-texts.ts'

export function Conditions({ conditions }: { conditions: readonly Condition[] }) {
  const language = useLanguage()
  const { afterwards } = guestTexts[language]
  const { until: formatUntil } = usePageTexts()
  return (
    <ul className="list-conditions">
      {conditions.map(({ until, label }, index) => {
        const { text, lang } = translateOffer(label, language)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <li key={index}>
            <span lang={lang}>{text}</span>
            {until !== null && <span className="mono"> {formatUntil(until)}</span>}
            {until === null && index > 0 && <span className="mono"> {afterwards}</span>}
          </li>
        )
      })}
    </ul>
  )
}
