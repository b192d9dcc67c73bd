/** The words for the state of a night (such as CANCELADA), and the badge of a night that is today or now. */
import './night-badges.css'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { usePageTexts } from '../../../../platform/site-layout/page-texts.ts'
import type { NightStage } from '../../shared/night-hours.ts'
import type { Stamp } from '../../shared/night-state.ts'
import { stampTexts } from '../night-texts.ts'

/** The word of a stamp. It is placed beside the flyer, never over it. `NightDate` strikes the date that no longer holds. */
export const StampMark = ({ stamp }: { stamp: Stamp }) => (
  <strong className={`stamp stamp-${stamp}`}>{stampTexts[useLanguage()][stamp]}</strong>
)

export function StageMark({ stage }: Pick<NightStage, 'stage'>) {
  const stages: Partial<Record<NightStage['stage'], string>> = usePageTexts().stages
  const word = stages[stage]
  return word ? <strong className="stage mono">{word}</strong> : null
}
