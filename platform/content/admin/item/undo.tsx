import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../admin-layout/button.tsx'
import type { Answer } from '../../../api/client/call.ts'
import { notify } from '../../../ui/notify.ts'
import { FormProblemRow, useFormProblem } from '../form/form-problem.tsx'

/** Something that was done and can be taken back until one leaves. */
export interface Undoable {
  /** 'Borraste «X».' */
  said: ReactNode
  /** What is so once it is taken back: 'De vuelta: «X».' */
  back: string
  /** What was pressed to do it has gone with it: what takes it back has the focus. */
  takesFocus?: true
  /** Takes it back. */
  undo(): Promise<Answer<unknown>>
}

interface UndoOptions {
  /** How long notices stay. */
  ms: number
  /** Something was taken back: what is shown is read again. */
  onUndone(): Promise<unknown>
}

/** Somebody changed it since, or it is gone: trying again would not take it back either. */
export const isPast = (status: number): boolean => status === 412 || status === 404

/** Offers to take back what was done, the last first. */
export function useUndo({ ms, onUndone }: UndoOptions) {
  /** The last one last. */
  const [done, setDone] = useState<Undoable[]>([])
  const [busy, setBusy] = useState(false)
  const { problem, reportProblem, clearProblem } = useFormProblem(ms)
  /** As it is by the time something has been taken back: something else may have been done meanwhile. */
  const left = useRef(done)
  left.current = done
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const last = done.at(-1)

  useEffect(() => {
    if (done.at(-1)?.takesFocus) button.current?.focus({ preventScroll: true })
  }, [done])

  async function takeBack(undoable: Undoable) {
    const { undo, back } = undoable
    if (busy) return
    setBusy(true)
    clearProblem()
    const answer = await undo()
    setBusy(false)
    if (answer.ok || isPast(answer.problem.status))
      setDone((before) => before.filter((one) => one !== undoable))
    if (!answer.ok) {
      reportProblem(answer.problem)
      return
    }
    notify({ title: 'Actualizado', text: back, ms })
    await onUndone()
    if (left.current.length === 0) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return {
    offer: (undoable: Undoable) => {
      clearProblem()
      setDone((before) => [...before, undoable])
    },
    /** For a bar (form/action-bar.tsx); null: there is nothing to take back, nor to tell. */
    rows:
      last || problem ? (
        <>
          {problem && <FormProblemRow problem={problem} />}
          {last && (
            <div className="bar-row">
              <div id={id}>
                <p>{last.said}</p>
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
