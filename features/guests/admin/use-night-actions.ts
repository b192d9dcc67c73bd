/** The calls of the buttons of the lists' screen: one at a time, with their problem and the undo in the bar. */
import { useRevalidator } from 'react-router'
import { useUndo } from '../../../platform/forms/undo.tsx'
import { useAction } from '../../../platform/forms/use-action.ts'
import { LONG_NOTICE_MS } from '../../../platform/shared/limits.ts'

export function useNightActions() {
  const { revalidate } = useRevalidator()
  const { busy, problem, run, clearProblem } = useAction(LONG_NOTICE_MS)
  const undo = useUndo({ ms: LONG_NOTICE_MS, onUndone: revalidate })
  return { busy, problem, run, clearProblem, reload: revalidate, offerUndo: undo.offer, undoRows: undo.rows }
}

export type NightActions = ReturnType<typeof useNightActions>
