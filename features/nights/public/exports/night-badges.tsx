/** The stamp over a flyer, and the badge of a night on its day. */
import './night-badges.css'
import { useLanguage } from '../../../../platform/site-layout/page-language.ts'
import { useWords } from '../../../../platform/site-layout/page-texts.ts'
import type { Standing } from '../../shared/night-hours.ts'
import type { Stamp } from '../../shared/night-state.ts'
import { stampWordsIn } from '../night-texts.ts'

/** @param note in small type under the word */
export const StampMark = ({ stamp, note }: { stamp: Stamp; note?: string | undefined }) => (
  <span className="stamp">
    <strong>{stampWordsIn[useLanguage()][stamp]}</strong>
    {note && <span className="mono">{note}</span>}
  </span>
)

export function StageMark({ stage }: Pick<Standing, 'stage'>) {
  const stages: Partial<Record<Standing['stage'], string>> = useWords().stages
  const word = stages[stage]
  return word ? <strong className="stage mono">{word}</strong> : null
}
