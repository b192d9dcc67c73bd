/** Modal dialogs that confirm an action and run it. */

import { type ReactNode, useId, useState } from 'react'
import type { Answer } from '../api/client/call.ts'
import { type Notice, notify } from '../ui/notify.ts'
import { Sentence } from '../ui/sentence.tsx'
import { Button } from './button.tsx'
import { useModal } from './overlay.tsx'

interface Question {
  question: ReactNode
  consequence: string
  /** Names of the affected items, if the question does not contain them. */
  names?: string[]
  confirmLabel: string
  /** Label of the button while the action runs. */
  doing?: string
  /** True for an action that deletes something. Its button has the colour of danger. */
  isDanger?: boolean
}

interface ConfirmProps extends Question {
  busy: boolean
  /** The reason why the last attempt failed. */
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Maximum number of names in the dialog. The others are counted. */
const NAMES_SHOWN = 8

/** Asks for confirmation of an action. Escape and Cancelar cancel it. The focus starts on Cancelar. */
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
      <h2 id={`${id}-question`}>
        <Sentence>{question}</Sentence>
      </h2>
      {names.length > 0 && (
        <ul className="dialog-names" id={`${id}-names`}>
          {names.slice(0, NAMES_SHOWN).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items can have the same name, and the list does not change
            <li key={index}>
              <bdi>{name}</bdi>
            </li>
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
  /** Notice that is shown after success. */
  notice?: Notice
  /** How long a notice of a failure is shown. Default: NOTICE_MS. ms */
  ms?: number
  /** True when a failure is shown only in the dialog, and not as a notice. */
  isFailureQuiet?: boolean
  /** True when a 404 counts as success, because another administrator has already done the same. */
  isDoneWhenGone?: boolean
  /** Called after success. @param value null after an answer 404 */
  onDone(value: T | null): unknown
}

interface ConfirmActionProps<T> extends ConfirmedAction<T> {
  onClose(): void
}

/** Asks for confirmation, runs the action, and shows a failure in the dialog. `onDone` must remove the dialog. */
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

/** Provides one confirmation dialog for a screen with several actions. An answer 404 counts as success. */
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
