import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Field as DeclaredField, FieldKind } from '../content/shared/fields.ts'
import { REQUIRED } from '../shared/text/text.ts'
import { liveRegion } from '../ui/live-region.ts'
import './form.css'

/** Attributes that connect a control with the label, hint and error of its field (WCAG 1.3.1, 3.3.1). */
export interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

/** Errors of missing values, by kind of field. The error of other kinds contains the label of the field. */
const missingValueErrors: Partial<Record<FieldKind, string>> = {
  image: 'Falta elegir una imagen.',
  date: 'Falta elegir el día.',
  url: 'Falta el enlace.',
  title: 'Falta escribir el título.',
}

/** Returns the message beside a field. A missing value gets a text that names what is missing. */
export const getErrorText = (
  { kind, label }: Pick<DeclaredField, 'kind' | 'label'>,
  message: string | undefined,
): string | undefined =>
  message === REQUIRED ? (missingValueErrors[kind] ?? `Falta completar «${label}».`) : message

/** The stored text that a field keeps when it is left blank. */
export interface StoredText {
  words: string
  onPutBack: () => void
}

export interface DescribedFieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

export interface DescribedText extends DescribedFieldProps {
  /**
   * The stored text that a blank field keeps. null while the field has text. undefined when saving clears a blank field.
   */
  stored?: StoredText | null | undefined
}

interface FieldProps extends Omit<DescribedText, 'hint'> {
  hint?: ReactNode | undefined
  /** Content at the right of the label, such as a counter. */
  aside?: ReactNode | undefined
  /** Ids of further elements that describe the control. */
  describedBy?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Renders a control with its label, error and hint. */
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

export const FieldError = ({
  id,
  message,
  role,
}: {
  id: string
  message: string
  role?: 'alert' | undefined
}) => (
  <p className="entry-error" id={id} role={role}>
    {message}
  </p>
)

interface StoredNoteProps {
  id: string
  label: string
  stored: StoredText | null | undefined
}

/**
 * Note below a blank field: saving keeps the stored text. The status region is rendered even while the note is absent,
 * because screen readers announce only changes of an existing region.
 */
export function StoredNote({ id, label, stored }: StoredNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const isShown = Boolean(stored)
  useEffect(() => {
    if (isShown) scrollNoteIntoView(note.current)
  }, [isShown])
  if (stored === undefined) return null
  return (
    <div className="entry-stored" ref={note}>
      <p {...liveRegion} id={id}>
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

/** Scrolls the note into view, unless that would push the focused control out of view. */
function scrollNoteIntoView(note: HTMLElement | null): void {
  const typed = document.activeElement
  if (!note || !typed || !note.closest('.entry')?.contains(typed)) return
  const height = note.getBoundingClientRect().bottom - typed.getBoundingClientRect().top
  if (height < innerHeight / 2) note.scrollIntoView({ block: 'nearest' })
}

/**
 * True when the main pointer is a finger. Files cannot be dropped on such devices, and their keyboard covers half of the
 * screen.
 */
export const isTouchDevice = (): boolean =>
  'matchMedia' in globalThis && matchMedia('(pointer: coarse)').matches

/** Longest part of the Spanish text that the hint shows. Characters. */
const SPANISH_SHOWN_MAX = 1_000

/** Returns the hint of an English field: the Spanish text that the field translates. @param spanish in one line */
export function formatSpanishHint(spanish: string): string {
  const text = spanish.trim()
  if (text === '') return 'En castellano no dice nada.'
  const shown = text.length > SPANISH_SHOWN_MAX ? `${text.slice(0, SPANISH_SHOWN_MAX).toWellFormed()}…` : text
  return `En castellano: «${shown}»`
}
