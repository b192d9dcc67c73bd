import { type ReactNode, startTransition, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../admin-layout/button.tsx'
import type { Answer } from '../api/client/call.ts'
import { passFocus } from '../ui/focus.ts'
import { notify } from '../ui/notify.ts'
import { Sentence } from '../ui/sentence.tsx'
import { FormProblemRow, useFormProblem } from './form-problem.tsx'

/** A change that can be undone while the screen stays open. */
export interface Undoable {
  /** Text of the row with the undo button, such as 'Borraste «X».' */
  said: ReactNode
  /** The notice after the undo, such as 'De vuelta: «X».' */
  back: string
  /** True when the pressed button has disappeared, so that the undo button takes the focus. */
  takesFocus?: true
  /** Selector of the control that takes the focus after the undo. Default: the heading of the screen. */
  next?: string
  undo(): Promise<Answer<unknown>>
}

interface UndoOptions {
  /** Time that notices stay, ms. */
  ms: number
  onUndone(): Promise<unknown>
}

/** Returns the selector of the first control of an item in a list, whose `item-action` has this id. */
export const getItemSelector = (id: string | undefined): string => `#item-${id} :is(a, button)`

/** True for a status that makes the undo impossible: the item was changed again (412) or deleted (404). */
export const isUndoImpossible = (status: number): boolean => status === 412 || status === 404

/** Offers to undo changes. The last change is undone first. */
export function useUndo({ ms, onUndone }: UndoOptions) {
  const [done, setDone] = useState<Undoable[]>([])
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem(ms)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const last = done.at(-1)

  useEffect(() => {
    if (done.at(-1)?.takesFocus) button.current?.focus()
  }, [done])

  async function takeBack(undoable: Undoable) {
    const { undo, back } = undoable
    if (busy) return
    setBusy(true)
    clearProblem()
    const answer = await undo()
    if (answer.ok) {
      notify({ title: 'Actualizado', text: back, ms })
      await onUndone()
    } else reportProblem(answer.problem)
    // React Router shows reloaded data in a transition. In the same one, the restored item is there to take the focus.
    startTransition(() => {
      setBusy(false)
      if (answer.ok || isUndoImpossible(answer.problem.status))
        setDone((before) => before.filter((one) => one !== undoable))
    })
  }

  return {
    offer: (undoable: Undoable) => {
      clearProblem()
      // In a transition like the reloaded data, because a heading that appears later would take the focus from the undo button.
      startTransition(() => setDone((before) => [...before, undoable]))
    },
    /** Rows for the form's bar (form/action-bar.tsx). null when there is nothing to undo and no problem. */
    rows:
      last || problem ? (
        <>
          {problem && <FormProblemRow problem={problem} />}
          {last && (
            <div
              className="bar-row"
              ref={passFocus(() => document.querySelector<HTMLElement>(last.next ?? 'h1'))}
            >
              <div id={id}>
                <p>
                  <Sentence>{last.said}</Sentence>
                </p>
                {done.length > 1 && <p className="bar-note mono">{done.length} cambios para deshacer</p>}
              </div>
              <Button
                ref={button}
                kind="strong"
                isDisabled={busy}
                aria-describedby={id}
                onClick={() => void takeBack(last)}
              >
                Deshacer
              </Button>
            </div>
          )}
        </>
      ) : null,
  }
}
