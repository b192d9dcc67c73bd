import { useEffect, useId, useRef } from 'react'

interface ConfirmProps {
  question: string
  /** What will happen. */
  consequence: string
  /** What the button that does it says. */
  deed: string
  /** While it is being done nothing can be pressed twice. */
  busy: boolean
  /** What went wrong when it was tried. */
  failure?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something goes. Escape and Cancelar leave everything as it was; the focus begins on Cancelar. */
export function Confirm({ question, consequence, deed, busy, failure, onConfirm, onClose }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-consequence`}
      onClose={onClose}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      <p id={`${id}-consequence`}>{consequence}</p>
      {failure && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancelar
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) onConfirm()
          }}
        >
          {busy ? 'Borrando…' : deed}
        </button>
      </div>
    </dialog>
  )
}
