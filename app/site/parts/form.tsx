/** The three public forms: what one field looks like, and how a refusal stays beside what was typed (decisions §5). */
import './form.css'
import {
  type FormEvent,
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ProblemDetails } from '../../../contract/problems.ts'
import { missingFields } from '../../../contract/refusals.ts'
import { notify } from '../../ui/notices.tsx'

/** A refusal of what was left blank, in the words that the server would use; null when nothing was. */
export function missingIn(values: Record<string, string>): ProblemDetails | null {
  const missing = Object.keys(values).filter((field) => values[field]?.trim() === '')
  return missing.length > 0 ? missingFields(missing) : null
}

/** The texts of a submitted form, by field. */
export function valuesOf<F extends string>(form: FormData, fields: readonly F[]): Record<F, string> {
  const texts = fields.map((field) => [field, String(form.get(field) ?? '')])
  return Object.fromEntries(texts) as Record<F, string>
}

/**
 * Sends a form without leaving the page. What was typed stays where it is, whatever the answer.
 * @param send null: it went well
 * @param refused what the server said of a form that was posted without scripts
 */
export function useSending(
  send: (form: FormData, element: HTMLFormElement) => Promise<ProblemDetails | null>,
  refused: ProblemDetails | null = null,
) {
  const [problem, setProblem] = useState(refused)
  const [sending, setSending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const form = ref.current
    if (!form) return
    const asked = form.dataset.alive === 'asked'
    form.dataset.alive = 'yes'
    if (asked) form.requestSubmit()
  }, [])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const element = event.currentTarget
    setSending(true)
    const refusal = await send(new FormData(element), element)
    setSending(false)
    setProblem(refusal)
    if (!refusal) return
    notify({ title: 'Oops...', text: refusal.detail })
    const faulty = refusal.errors?.[0]?.field
    if (faulty) element.querySelector<HTMLElement>(`[name="${CSS.escape(faulty)}"]`)?.focus()
  }
  const form = {
    ref,
    onSubmit,
    method: 'post',
    noValidate: true,
    'data-alive': 'no',
    // early/framework.ts may have written it before React arrives.
    suppressHydrationWarning: true,
  } as const
  return { problem, sending, form }
}

type Typed = Pick<
  InputHTMLAttributes<HTMLElement>,
  'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'
>

interface FieldProps extends Typed {
  name: string
  label: string
  problem: ProblemDetails | null
  type?: HTMLInputTypeAttribute
  maxLength?: number
  lines?: number
  hint?: string
  initial?: string
}

export function Field({ name, label, problem, type = 'text', lines, hint, initial, ...rest }: FieldProps) {
  const id = useId()
  const error = problem?.errors?.find(({ field }) => field === name)?.message
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const attributes = {
    ...rest,
    id,
    name,
    defaultValue: initial,
    'aria-required': true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {lines ? <textarea {...attributes} rows={lines} /> : <input {...attributes} type={type} />}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}

/** The button, and beside it what was wrong, which stays after the notice has gone. */
export function FormEnd({
  problem,
  sending,
  children,
}: {
  problem: ProblemDetails | null
  sending: boolean
  children: ReactNode
}) {
  return (
    <div className="form-end">
      <button type="submit" className="form-button" aria-disabled={sending}>
        {children}
      </button>
      {problem && <p className="form-problem">{problem.detail}</p>}
    </div>
  )
}

/** Beside a form that only scripts can send. */
export const NeedsScripts = () => (
  <noscript>
    <p className="form-problem">Para entrar hace falta JavaScript. Activalo y volvé a cargar la página.</p>
  </noscript>
)
