import { useEffect, useId, useRef } from 'react'

interface ConfirmProps {
  question: string
  /** What will happen. */
  consequence: string
  /** What it is about, where one name does not say it. */
  names?: string[]
  /** What the button that does it says. */
  confirmLabel: string
  /** What it says meanwhile. */
  doing?: string
  /** Whether something goes: then the button says so in its colour. */
  isDanger?: boolean
  /** While it is being done nothing can be pressed twice. */
  busy: boolean
  /** What went wrong when it was tried. */
  failure?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** More are counted. */
const NAMES_SHOWN = 8

/** Asks before something goes. Escape and Cancelar leave everything as it was; the focus begins on Cancelar. */
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
      aria-describedby={names.length > 0 ? `${id}-names ${id}-consequence` : `${id}-consequence`}
      onClose={onClose}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      {names.length > 0 && (
        <ul className="dialog-names" id={`${id}-names`}>
          {names.slice(0, NAMES_SHOWN).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have one name, and the list does not change
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
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancelar
        </button>
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
