import { type ReactNode, useId } from 'react'
import './form.css'

/** What the control inside a field needs so that its label, hint and error are told with it (WCAG 1.3.1, 3.3.1). */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string
  /** Stands at the right of the label: a counter, a measure. */
  aside?: ReactNode
  /** Ids of what else describes the control. */
  describedBy?: string
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error in one: the error is announced when it appears and stays beside its field. */
export function Field({ label, hint, error, aside, describedBy, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [error && errorId, hint && hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className="entry" data-invalid={error ? '' : undefined}>
      <div className="entry-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {error && <FieldError id={errorId} message={error} />}
      {hint && (
        <p className="entry-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p className="entry-error" id={id}>
      {message}
    </p>
  )
}
