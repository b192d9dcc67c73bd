/** What is stamped over a flyer, and what is said of a night on the day itself. */
import './marks.css'
import type { Standing } from '../../../contract/night-hours.ts'
import { type Stamp, stampWords } from '../../../contract/night-state.ts'

/** @param note in small type under the word */
export const StampMark = ({ stamp, note }: { stamp: Stamp; note?: string | undefined }) => (
  <span className="stamp">
    <strong>{stampWords[stamp]}</strong>
    {note && <span className="mono">{note}</span>}
  </span>
)

const stageWords: Partial<Record<Standing['stage'], string>> = { tonight: 'ESTA NOCHE', now: 'AHORA' }

export function StageMark({ stage }: Pick<Standing, 'stage'>) {
  const word = stageWords[stage]
  return word ? <strong className="stage mono">{word}</strong> : null
}
