/** Why an attempt failed: told in the bar at the foot of the screen, where it stays until the next attempt. */
import { type MouseEvent, useRef, useState } from 'react'
import { INVALID_FIELDS, MISSING_FIELDS } from '../../../../contract/form-problems.ts'
import type { ProblemDetails } from '../../../../contract/problems.ts'
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
  deed?: Deed
}

/** What was done from a list, where several could have been meant. */
export interface Deed {
  /** A sentence: it was not done. */
  failed: string
  /** Said of the button that tries it again. */
  words: string
}

/** No network, a server in trouble, or too many calls: nothing that another word in the form would change. */
const isPassing = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || status >= 500

/** @param fields how many of the form's fields are refused */
type More = Pick<FormProblem, 'again' | 'deed'> & { fields?: number }

const inWords = (detail: string, fields: number): string =>
  detail === INVALID_FIELDS && fields === 1 ? INVALID_FIELD : detail

/** @param ms how long the notice stays */
export function useFormProblem(ms?: number) {
  const [trouble, setTrouble] = useState<FormProblem | null>(null)
  const attempts = useRef(0)

  /** Tells it without a notice: whoever did it knows. */
  const keep = (detail: string, { fields = 0, ...more }: More & Pick<FormProblem, 'requestId'> = {}) =>
    setTrouble({ attempt: ++attempts.current, detail, isOfFields: fields > 0, ...more })

  function refuse(detail: string, more: More & Pick<FormProblem, 'requestId'> = {}) {
    const text = inWords(detail, more.fields ?? 0)
    keep(text, more)
    notify({ title: 'Oops...', text, isSilent: true, ...(ms !== undefined && { ms }) })
  }

  /** What a call was answered; whatever passes by itself may be tried again as it is. */
  const refuseProblem = (
    { detail, status, requestId }: ProblemDetails,
    { again, deed, fields = 0 }: More = {},
  ) =>
    refuse(deed ? `${deed.failed} ${detail}` : detail, {
      fields,
      ...(requestId && { requestId }),
      ...(again && isPassing(status) && { again, ...(deed && { deed }) }),
    })

  /** What a form found by itself. @param isMissing whether something was left blank, or is only wrong */
  const refuseFields = (fields: number, isMissing: boolean) =>
    refuse(isMissing ? MISSING_FIELDS : INVALID_FIELDS, { fields })

  return { trouble, keep, refuse, refuseProblem, refuseFields, forget: () => setTrouble(null) }
}

/** Marks of a form: a field that is refused, and a decision that is open. */
const REFUSED = '[aria-invalid="true"]'
const ANY = `${REFUSED}, .conflict-decision[data-open] input`

export const showRejectedField = (form: HTMLFormElement | null): void => show(form, REFUSED)
export const showFaultyField = (form: HTMLFormElement | null): void => show(form, ANY)

/** To the first one, with the words beside it in sight. */
function show(form: HTMLFormElement | null, marks: string): void {
  const field = form?.querySelector<HTMLElement>(marks)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: field.offsetHeight > innerHeight / 3 ? 'start' : 'center' })
}

interface FormProblemRowProps {
  trouble: FormProblem
  /** How many fields are marked now. */
  faults?: number
  /** What the button of the form says. */
  label?: string
}

/** A row of the bar. */
export function FormProblemRow({ trouble, faults = 0, label = '' }: FormProblemRowProps) {
  const { attempt, detail, requestId, isOfFields, again, deed } = trouble
  const isCorrected = isOfFields && faults === 0

  function tryAgain({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    // The button goes with the words, and the focus must not.
    const heir = button.form?.querySelector<HTMLElement>('[type="submit"]') ?? document.querySelector('h1')
    heir?.focus({ preventScroll: true })
    if (typeof again === 'function') again()
    else button.form?.requestSubmit()
  }

  return (
    <div className={isCorrected ? 'bar-row' : 'bar-row bar-trouble'}>
      {/* An alert speaks when it comes, so each attempt has one of its own; that a field was corrected is not news. */}
      <div key={attempt} role="alert" aria-atomic="false" aria-relevant="additions">
        {!isCorrected && <p className="problem">{detail}</p>}
        {isOfFields && <p className="bar-note mono">{faultWords(faults, label)}</p>}
        {requestId && !isCorrected && <p className="bar-note mono">Pedido {requestId}</p>}
      </div>
      {faults > 0 ? (
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => showFaultyField(currentTarget.form)}
        >
          {faults === 1 ? 'Ir al campo' : 'Ir al primero'}
        </button>
      ) : (
        again && (
          <button
            type="button"
            className="button"
            aria-label={deed && `Reintentar: ${deed.words}`}
            onClick={tryAgain}
          >
            Reintentar
          </button>
        )
      )}
    </div>
  )
}

function faultWords(count: number, label: string): string {
  if (count === 0) return `Ya está todo. ${label.startsWith('Guardar') ? 'Guardá' : 'Probá'} de nuevo.`
  return count === 1 ? '1 campo para revisar' : `${count} campos para revisar`
}
