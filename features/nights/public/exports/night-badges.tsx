/** The stamp over a flyer (such as CANCELADA), and the badge of a night that is today or now. */
import './night-badges.css'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import type { NightStage } from '../../shared/night-hours.ts'
import type { Stamp } from '../../shared/night-state.ts'
import { stampTexts } from '../night-texts.ts'

/** @param note small text below the word */
export const StampMark = ({ stamp, note }: { stamp: Stamp; note?: string | undefined }) => (
  <span className="stamp">
    <strong>{stampTexts[useLanguage()][stamp]}</strong>
    {note && <span className="mono">{note}</span>}
  </span>
)

export function StageMark({ stage }: Pick<NightStage, 'stage'>) {
  const stages: Partial<Record<NightStage['stage'], string>> = usePageTexts().stages
  const word = stages[stage]
  return word ? <strong className="stage mono">{word}</strong> : null
}
