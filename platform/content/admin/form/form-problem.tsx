/** Why an attempt failed: told in the bar at the foot of the screen, where it stays until the next attempt. */
import { type MouseEvent, useRef, useState } from 'react'
import { INVALID_FIELDS, MISSING_FIELDS } from '../../../api/shared/form-problems.ts'
import type { ProblemDetails } from '../../../api/shared/problems.ts'
import { notify } from '../../../ui/notify.ts'

const INVALID_FIELD = 'Hay un campo que no podemos aceptar. Revisalo y probá de nuevo.'

export interface FormProblem {
  /** Which attempt of this screen it was. */
  attempt: number
  detail: string
  requestId?: string
  /** Whether there are, or were, fields to look at. */
  isOfFields: boolean
  /** Tries the same again; 'submit' sends the form that it is in. */
  again?: 'submit' | (() => void)
  failedAction?: FailedAction
}

/** What was done from a list, where several could have been meant. */
export interface FailedAction {
  /** A sentence: it was not done. */
  sentence: string
  /** Said of the button that tries it again. */
  label: string
}

/** No network, a server that fails, or too many calls: nothing that another word in the form would change. */
const isPassing = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500

/** @param fields how many of the form's fields are invalid */
type More = Pick<FormProblem, 'again' | 'failedAction'> & { fields?: number }

const inWords = (detail: string, fields: number): string =>
  detail === INVALID_FIELDS && fields === 1 ? INVALID_FIELD : detail

/** @param ms how long the notice stays */
export function useFormProblem(ms?: number) {
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const attempts = useRef(0)

  /** Tells it without a notice: whoever did it knows. */
  const reportSilently = (
    detail: string,
    { fields = 0, ...more }: More & Pick<FormProblem, 'requestId'> = {},
  ) => setProblem({ attempt: ++attempts.current, detail, isOfFields: fields > 0, ...more })

  function report(detail: string, more: More & Pick<FormProblem, 'requestId'> = {}) {
    const text = inWords(detail, more.fields ?? 0)
    reportSilently(text, more)
    notify({ title: 'Oops...', text, isSilent: true, ...(ms !== undefined && { ms }) })
  }

  /** What a call was answered; whatever passes by itself may be tried again as it is. */
  const reportProblem = (
    { detail, status, requestId }: ProblemDetails,
    { again, failedAction, fields = 0 }: More = {},
  ) =>
    report(failedAction ? `${failedAction.sentence} ${detail}` : detail, {
      fields,
      ...(requestId && { requestId }),
      ...(again && isPassing(status) && { again, ...(failedAction && { failedAction }) }),
    })

  /** What a form found by itself. @param isMissing whether something was left blank, or is only wrong */
  const reportFields = (fields: number, isMissing: boolean) =>
    report(isMissing ? MISSING_FIELDS : INVALID_FIELDS, { fields })

  return {
    problem,
    reportSilently,
    report,
    reportProblem,
    reportFields,
    clearProblem: () => setProblem(null),
  }
}

/** Marks of a form: an invalid field, and a decision that is open. */
const INVALID = '[aria-invalid="true"]'
const UNRESOLVED = `${INVALID}, .conflict-decision[data-open] input`

/** @param within the form or one of its fields */
export const focusInvalidField = (within: HTMLElement | null): void => show(within, INVALID)
export const focusUnresolvedField = (form: HTMLFormElement | null): void => show(form, UNRESOLVED)

/** To the first one, with the words beside it in sight. */
function show(form: HTMLElement | null, marks: string): void {
  const field = form?.querySelector<HTMLElement>(marks)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: field.offsetHeight > innerHeight / 3 ? 'start' : 'center' })
}

interface FormProblemRowProps {
  problem: FormProblem
  /** How many fields are marked now. */
  invalidCount?: number
  /** What the button of the form says. */
  label?: string
}

/** A row of the bar. */
export function FormProblemRow({ problem, invalidCount = 0, label = '' }: FormProblemRowProps) {
  const { attempt, detail, requestId, isOfFields, again, failedAction } = problem
  const isCorrected = isOfFields && invalidCount === 0

  function tryAgain({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    // The button goes with the words, and the focus must not.
    const nextFocus =
      button.form?.querySelector<HTMLElement>('[type="submit"]') ?? document.querySelector('h1')
    nextFocus?.focus({ preventScroll: true })
    if (typeof again === 'function') again()
    else button.form?.requestSubmit()
  }

  return (
    <div className={isCorrected ? 'bar-row' : 'bar-row bar-problem'}>
      {/* An alert speaks when it comes, so each attempt has one of its own; that a field was corrected is not news. */}
      <div key={attempt} role="alert" aria-atomic="false" aria-relevant="additions">
        {!isCorrected && <p className="problem">{detail}</p>}
        {isOfFields && <p className="bar-note mono">{invalidCountText(invalidCount, label)}</p>}
        {requestId && !isCorrected && <p className="bar-note mono">Pedido {requestId}</p>}
      </div>
      {invalidCount > 0 ? (
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => focusUnresolvedField(currentTarget.form)}
        >
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
