/** The reason of a failed attempt. The bar at the bottom of the screen shows it until the next attempt. */

import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { INVALID_FIELDS, MISSING_FIELDS } from '../api/shared/form-problems.ts'
import type { ProblemDetails } from '../api/shared/problems.ts'
import { moveFocus } from '../ui/focus.ts'
import { notify } from '../ui/notify.ts'
import { Sentence } from '../ui/sentence.tsx'

/** For missing values that the specification does not name, such as the name of a row. */
const MISSING_VALUE = 'Falta un dato. Está marcado en el formulario.'
const MISSING_VALUES = 'Faltan datos. Están marcados en el formulario.'
const INVALID_FIELD = 'Hay un campo que no podemos aceptar. Revisalo y probá de nuevo.'

export interface FormProblem {
  /** Number of the failed attempt on this screen. */
  attempt: number
  detail: string
  requestId?: string
  /** True when the form was not sent because of invalid fields. */
  isOfFields: boolean
  /** Repeats the attempt. 'submit' submits the surrounding form. */
  again?: 'submit' | (() => void)
  failedAction?: FailedAction
}

/** The action that failed, for lists where an administrator can start several actions. */
export interface FailedAction {
  /** The sentence that reports the failure. */
  sentence: string
  /** Name of the action, for the button that repeats it. */
  label: string
}

/** True when the same form may succeed later: without a network, for a failing server, and for too many calls. */
const canSucceedLater = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500

/** A problem that was not reported yet, so it has no attempt number. */
export type NewProblem = Omit<FormProblem, 'attempt'>

/** Further properties of a problem. @param fields number of invalid fields of the form */
type ProblemOptions = Pick<FormProblem, 'again' | 'failedAction' | 'requestId'> & { fields?: number }

export const newProblem = (detail: string, { fields = 0, ...more }: ProblemOptions = {}): NewProblem => ({
  detail: detail === INVALID_FIELDS && fields === 1 ? INVALID_FIELD : detail,
  isOfFields: fields > 0,
  ...more,
})

/** Returns the problem of a failed call. `again` is kept only when the same call may succeed later. */
export const createCallProblem = (
  { detail, status, requestId }: ProblemDetails,
  { again, failedAction, fields = 0 }: Omit<ProblemOptions, 'requestId'> = {},
): NewProblem =>
  newProblem(failedAction ? `${failedAction.sentence} ${detail}` : detail, {
    fields,
    ...(requestId && { requestId }),
    ...(again && canSucceedLater(status) && { again, ...(failedAction && { failedAction }) }),
  })

/** Returns the problem of a form that is not sent. @param isMissing true when a required field is blank */
export const createInvalidFieldsProblem = (fields: number, isMissing: boolean): NewProblem =>
  newProblem(isMissing ? MISSING_FIELDS : INVALID_FIELDS, { fields })

/** Returns the problem of a form in which only values are missing that the specification does not name. */
export const createMissingValuesProblem = (fields: number): NewProblem =>
  newProblem(fields === 1 ? MISSING_VALUE : MISSING_VALUES, { fields })

/** Shows a problem as a notice. @param ms how long the notice stays */
export const notifyProblem = ({ detail }: NewProblem, ms?: number): void =>
  notify({ title: 'Oops...', text: detail, isSilent: true, ...(ms !== undefined && { ms }) })

/** Holds the problem of a screen. @param ms how long the notice stays */
export function useFormProblem(ms?: number) {
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const attempts = useRef(0)

  function show(problem: NewProblem) {
    setProblem({ ...problem, attempt: ++attempts.current })
    notifyProblem(problem, ms)
  }

  return {
    problem,
    report: (detail: string, more?: ProblemOptions) => show(newProblem(detail, more)),
    reportProblem: (problem: ProblemDetails, more?: Omit<ProblemOptions, 'requestId'>) =>
      show(createCallProblem(problem, more)),
    reportFields: (fields: number, isMissing: boolean) => show(createInvalidFieldsProblem(fields, isMissing)),
    clearProblem: () => setProblem(null),
  }
}

/** Selector of invalid fields, and of conflicts for which the administrator has not chosen a value. */
const INVALID = '[aria-invalid="true"]'
const UNRESOLVED = `${INVALID}, .conflict-decision[data-open] input`

/** Focuses the first invalid field. @param within the form, or one of its fields */
export const focusInvalidField = (within: Element | null): void => show(within, INVALID)
export const focusUnresolvedField = (form: Element | null): void => show(form, UNRESOLVED)

/** Focuses the first match and scrolls until it is in view with its label and error. */
function show(form: Element | null, marks: string): void {
  const field = form?.querySelector<HTMLElement>(marks)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: field.offsetHeight > innerHeight / 3 ? 'start' : 'center' })
}

/** Returns the form of a bar. The bar of some screens is outside of its form. */
const findForm = (bar: Element | null): Element | null =>
  bar?.closest('form') ?? bar?.closest('.screen')?.querySelector('form') ?? null

/** Returns the names of the invalid fields in the order of the page. */
function nameInvalidFields(form: Element | null): string {
  const names = [...(form?.querySelectorAll<HTMLInputElement>(INVALID) ?? [])].map((field) => {
    // A text editor is no form control, so it has no `labels`.
    const label = document.getElementById(field.getAttribute('aria-labelledby') ?? '') ?? field.labels?.[0]
    return (field.ariaLabel ?? (label ?? field).textContent).replace(/\s+/g, ' ').trim()
  })
  return [...new Set(names)].join(', ')
}

interface FormProblemRowProps {
  problem: FormProblem
  invalidCount?: number
  label?: string
}

/** The row of the form's bar that shows a problem. */
export function FormProblemRow({ problem, invalidCount = 0, label = '' }: FormProblemRowProps) {
  const { attempt, detail, requestId, isOfFields, again, failedAction } = problem
  // The fields get their marks after the first rendering of the attempt.
  const [marked, setMarked] = useState(0)
  const isCorrected = isOfFields && invalidCount === 0 && marked === attempt
  useLayoutEffect(() => {
    if (invalidCount > 0) setMarked(attempt)
  }, [attempt, invalidCount])
  const row = useRef<HTMLDivElement>(null)
  const [fieldNames, setFieldNames] = useState('')

  // The marks of the fields are in the document after each rendering. Screen readers get the names with the count.
  useLayoutEffect(() => setFieldNames(nameInvalidFields(findForm(row.current))))

  function tryAgain({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    // The pressed button disappears with the message, so the focus moves to the button that submits the form.
    moveFocus(button.form?.querySelector<HTMLElement>('[type="submit"]'))
    if (typeof again === 'function') again()
    else button.form?.requestSubmit()
  }

  return (
    <div ref={row} className={isCorrected ? 'bar-row' : 'bar-row bar-problem'}>
      {/* Screen readers announce an alert when it appears, so each attempt gets a new alert. Corrections are not announced. */}
      <div key={attempt} role="alert" aria-atomic="false" aria-relevant="additions">
        {!isCorrected && (
          <p className="problem">
            <Sentence>{detail}</Sentence>
          </p>
        )}
        {isOfFields && (invalidCount > 0 || isCorrected) && (
          <p className="bar-note mono">
            {invalidCountText(invalidCount, label)}
            {fieldNames && <span className="unseen">: {fieldNames}</span>}
          </p>
        )}
        {requestId && !isCorrected && <p className="bar-note mono">Pedido {requestId}</p>}
      </div>
      {invalidCount > 0 ? (
        <button type="button" className="button" onClick={() => focusUnresolvedField(findForm(row.current))}>
          {invalidCount === 1 ? 'Ir al campo' : 'Ir al primero'}
        </button>
      ) : (
        again && (
          <button
            type="button"
            className="button"
            aria-label={failedAction && `Reintentar: ${failedAction.label}`}
            onClick={tryAgain}
          >
            Reintentar
          </button>
        )
      )}
    </div>
  )
}

function invalidCountText(count: number, label: string): string {
  if (count === 0) return `Ya está todo. ${label.startsWith('Guardar') ? 'Guardá' : 'Probá'} de nuevo.`
  return count === 1 ? '1 campo para revisar' : `${count} campos para revisar`
}
