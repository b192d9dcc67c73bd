/** The calls of the buttons of the lists' screen: one at a time, with their problem and the undo in the bar. */
import { useRevalidator } from 'react-router'
import type { Answer } from '../../../platform/api/client/call.ts'
import { useUndo } from '../../../platform/forms/undo.tsx'
import { useAction } from '../../../platform/forms/use-action.ts'
import { LONG_NOTICE_MS } from '../../../platform/shared/limits.ts'
import { notify } from '../../../platform/ui/notify.ts'

export function useNightActions() {
  const { revalidate } = useRevalidator()
  const { busy, problem, run, clearProblem } = useAction(LONG_NOTICE_MS)
  const undo = useUndo({ ms: LONG_NOTICE_MS, onUndone: revalidate })
  return { busy, problem, run, clearProblem, reload: revalidate, offerUndo: undo.offer, undoRows: undo.rows }
}

export type NightActions = ReturnType<typeof useNightActions>

interface Saving {
  save(): Promise<Answer<unknown>>
  /** Submits the form again, after a failure. */
  submit(): Promise<void>
  onClose(): void
}

/** Saves a form and reads the night again. A form that was refused stays open. */
export async function saveForm(
  { run, reload }: NightActions,
  { save, submit, onClose }: Saving,
): Promise<void> {
  const saved = await run(save, { again: submit, isConflictShown: true })
  if (!saved) return
  await reload()
  if (!saved.ok) return
  notify({ title: 'Actualizado' })
  onClose()
}
