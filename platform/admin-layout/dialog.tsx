/** Modal dialogs: the question before an action that cannot be repeated, and the action itself. */

import { type ReactNode, useId, useState } from 'react'
import type { Answer } from '../api/client/call.ts'
import { type Notice, notify } from '../ui/notify.ts'
import { Button } from './button.tsx'
import { useModal } from './overlay.tsx'

interface Question {
  question: string
  consequence: string
  /** Names of the items concerned, when the question does not name them. */
  names?: string[]
  confirmLabel: string
  /** Label of the button while the action runs. */
  doing?: string
  /** True when the action deletes something. The button then has the colour of danger. */
  isDanger?: boolean
}

interface ConfirmProps extends Question {
  busy: boolean
  /** Why the last attempt failed. */
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** The rest of the names is counted. */
const NAMES_SHOWN = 8

/** Confirmation before an action. Escape and Cancelar cancel it. The focus starts on Cancelar. */
export function Confirm({
  question,
  consequence,
  names = [],
  confirmLabel,
  doing = 'Borrando…',
  isDanger = true,
  busy,
  failure,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const dialog = useModal()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={names.length > 0 ? `${id}-names ${id}-consequence` : `${id}-consequence`}
      onClose={onClose}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      {names.length > 0 && (
        <ul className="dialog-names" id={`${id}-names`}>
          {names.slice(0, NAMES_SHOWN).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items can have one name, and the list does not change
            <li key={index}>{name}</li>
          ))}
          {names.length > NAMES_SHOWN && <li>y {names.length - NAMES_SHOWN} más</li>}
        </ul>
      )}
      <p id={`${id}-consequence`}>{consequence}</p>
      {failure && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <div className="dialog-actions">
        <Button onClick={() => dialog.current?.close()}>Cancelar</Button>
        <button
          type="button"
          className={`button ${isDanger ? 'button-danger' : 'button-strong'}`}
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) onConfirm()
          }}
        >
          {busy ? doing : confirmLabel}
        </button>
      </div>
    </dialog>
  )
}

interface ConfirmedAction<T> extends Question {
  call(): Promise<Answer<T>>
  /** Shown after success. */
  notice?: Notice
  /** How long notices of failures stay. Default: NOTICE_MS. */
  ms?: number
  /** True when a failure is shown in the dialog only, without a notice. */
  isFailureQuiet?: boolean
  /** True when a 404 also counts as done, because another administrator did it already. */
  isDoneWhenGone?: boolean
  /** Runs after the action. @param value null after an answer 404 */
  onDone(value: T | null): unknown
}

interface ConfirmActionProps<T> extends ConfirmedAction<T> {
  onClose(): void
}

/** Confirms and runs an action, and shows a failure in the dialog. `onDone` removes the dialog. */
export function ConfirmAction<T>(props: ConfirmActionProps<T>) {
  const { call, notice, ms, isFailureQuiet = false, isDoneWhenGone = false, onDone, ...question } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function act() {
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (answer.ok) {
      if (notice) notify(notice)
      await onDone(answer.value)
      return
    }
    const { detail, status } = answer.problem
    const isGone = isDoneWhenGone && status === 404
    if (isGone || !isFailureQuiet)
      notify({ title: 'Oops...', text: detail, isSilent: !isGone, ...(ms !== undefined && { ms }) })
    if (isGone) await onDone(null)
    else setFailure(detail)
  }

  return <Confirm {...question} busy={busy} failure={failure} onConfirm={() => void act()} />
}

/** For screens with several actions. An answer 404 counts as done. */
export function useConfirmedAction(): { dialog: ReactNode; ask<T>(action: ConfirmedAction<T>): void } {
  const [action, setAction] = useState<ConfirmedAction<unknown> | null>(null)
  const close = () => setAction(null)
  const dialog = action && (
    <ConfirmAction
      {...action}
      isDoneWhenGone
      onDone={(value) => {
        close()
        return action.onDone(value)
      }}
      onClose={close}
    />
  )
  return { dialog, ask: (next) => setAction(next as ConfirmedAction<unknown>) }
}
