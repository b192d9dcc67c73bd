import { type ReactNode, useId, useRef, useState } from 'react'
import { FieldError } from '../../../../forms/field.tsx'
import { AltField } from '../picture/alt-field.tsx'

interface RichPanelProps {
  label: string
  /**
   * Message for the form's bar while the panel blocks saving (pending-uploads.ts). null while the panel does not block it.
   */
  pending: string | null
  confirmText: string
  onConfirm: () => void
  isConfirmDisabled?: boolean
  cancelText?: string
  /** Called by the cancel button. By default it closes the panel. */
  onCancel?: () => void
  onClose: () => void
  /** Further buttons, shown before the two buttons that every panel has. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel below the toolbar. It is inside the item's form, so it stops Enter from submitting that form. */
export function RichPanel(props: RichPanelProps) {
  const { label, pending, confirmText, onConfirm, isConfirmDisabled, cancelText, onClose } = props
  return (
    <fieldset
      className="rich-panel"
      aria-label={label}
      data-left={pending ?? undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
        }
        if (
          event.key === 'Enter' &&
          event.target instanceof HTMLInputElement &&
          event.target.type !== 'file'
        ) {
          event.preventDefault()
          onConfirm()
        }
      }}
    >
      {props.children}
      <div className="rich-panel-actions">
        {props.actions}
        <button type="button" className="button" onClick={props.onCancel ?? onClose}>
          {cancelText ?? 'Cancelar'}
        </button>
        <button
          type="button"
          className="button button-strong"
          aria-disabled={isConfirmDisabled || undefined}
          onClick={onConfirm}
        >
          {confirmText}
        </button>
      </div>
    </fieldset>
  )
}

/** State of a picture's description in a panel. @param initial null for a decorative picture */
export function usePictureDescription(initial: string | null) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [alt, setAlt] = useState(initial)
  const [altError, setAltError] = useState('')
  const change = (alt: string | null) => {
    setAlt(alt)
    setAltError('')
  }
  return {
    alt,
    change,
    focus: () => input.current?.focus(),
    /** Returns whether the picture is described. Shows an error when the description is missing. */
    isComplete(): boolean {
      if (alt?.trim() !== '') return true
      setAltError('Falta contar qué se ve. Si es un adorno, marcá que es decorativa.')
      input.current?.focus()
      return false
    },
    /** Renders the image field. @param error of the image, not of its text alternative @param key identifies the image */
    field: (error: string, key?: number) => (
      <>
        <AltField
          key={key}
          of="la del texto"
          ref={input}
          alt={alt}
          isRequired
          error={altError}
          onChange={change}
        />
        {error && (
          <div role="alert">
            <FieldError id={id} message={error} />
          </div>
        )}
      </>
    ),
  }
}
