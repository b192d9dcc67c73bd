import { type ReactNode, useState } from 'react'
import { Confirm } from '../../admin-layout/confirm.tsx'
import type { Answer } from '../../api/client/api-client.ts'
import { type Notice, notify } from '../../ui/notify.ts'

interface ConfirmedAction<T> {
  question: string
  consequence: string
  confirmLabel: string
  doing: string
  /** Whether something goes by it. */
  isDanger?: boolean
  call(): Promise<Answer<T>>
  /** Told when it went well. */
  notice?: Notice
  onDone(value: T | null): void | Promise<void>
}

/**
 * Asks before something is done, does it once, and says what became of it. What is gone already (404) counts as done.
 */
export function useConfirmedAction(): { dialog: ReactNode; ask<T>(action: ConfirmedAction<T>): void } {
  const [action, setAction] = useState<ConfirmedAction<unknown> | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const close = () => {
    setAction(null)
    setFailure('')
  }

  async function act({ call, notice, onDone }: ConfirmedAction<unknown>) {
    setBusy(true)
    const answer = await call()
    setBusy(false)
    if (!answer.ok) {
      const isGone = answer.problem.status === 404
      notify({ title: 'Oops...', text: answer.problem.detail, isSilent: !isGone })
      if (!isGone) {
        setFailure(answer.problem.detail)
        return
      }
    } else if (notice) notify(notice)
    close()
    await onDone(answer.ok ? answer.value : null)
  }

  const dialog = action && (
    <Confirm
      question={action.question}
      consequence={action.consequence}
      confirmLabel={action.confirmLabel}
      doing={action.doing}
      isDanger={action.isDanger ?? true}
      busy={busy}
      failure={failure}
      onConfirm={() => void act(action)}
      onClose={close}
    />
  )
  return { dialog, ask: (next) => setAction(next as ConfirmedAction<unknown>) }
}
