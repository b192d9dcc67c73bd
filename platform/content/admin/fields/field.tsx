import { type ReactNode, useEffect, useId, useRef } from 'react'
import '../form/form.css'

/** What the control inside a field needs so that its label, hint and error are told with it (WCAG 1.3.1, 3.3.1). */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** Of an edit's field that is left blank. */
export interface StoredText {
  /** What stays stored then, in one line. */
  words: string
  onPutBack: () => void
}

interface FieldProps {
  label: string
  hint?: ReactNode | undefined
  error?: string | undefined
  /** undefined: blank keeps nothing here; null: the field is not blank. */
  stored?: StoredText | null | undefined
  /** Stands at the right of the label: a counter, a measure. */
  aside?: ReactNode | undefined
  /** Ids of what else describes the control. */
  describedBy?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error in one: the error is announced when it appears and stays beside its field. */
export function Field({ label, hint, error, stored, aside, describedBy, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const storedId = `${id}-stored`
  const described = [error && errorId, stored && storedId, hint && hintId, describedBy]
    .filter(Boolean)
    .join(' ')
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
      <StoredNote id={storedId} label={label} stored={stored} />
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

interface StoredNoteProps {
  id: string
  label: string
  stored: StoredText | null | undefined
}

/** Says before saving that blank keeps what is stored. Where that may happen the region is always there, to be heard. */
export function StoredNote({ id, label, stored }: StoredNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const isShown = Boolean(stored)
  useEffect(() => {
    if (isShown) bringUp(note.current)
  }, [isShown])
  if (stored === undefined) return null
  return (
    <div className="entry-stored" ref={note}>
      <p role="status" id={id}>
        {stored && (
          <>
            Si lo dejás vacío queda como estaba: <span className="entry-stored-words">«{stored.words}».</span>
          </>
        )}
      </p>
      {stored && (
        <button type="button" className="button" onClick={stored.onPutBack}>
          Volver a poner<span className="unseen"> {label}</span>
        </button>
      )}
    </div>
  )
}

/** What comes while one types must not come out of sight; nor may it push away where one types. */
function bringUp(note: HTMLElement | null): void {
  const typed = document.activeElement
  if (!note || !typed || !note.closest('.entry')?.contains(typed)) return
  const height = note.getBoundingClientRect().bottom - typed.getBoundingClientRect().top
  if (height < innerHeight / 2) note.scrollIntoView({ block: 'nearest' })
}
