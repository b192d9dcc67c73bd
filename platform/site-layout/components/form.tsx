/** Parts of public forms: fields, the button, and the problem of the last answer. */
import './form.css?later'
import {
  type FormEvent,
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { ProblemDetails } from '../../api/shared/problems.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { notify } from '../../ui/notify.ts'

interface SubmitOptions {
  /** The problem of a form that was posted without JavaScript. */
  posted?: ProblemDetails | undefined
  /** How long the notice of a problem is shown. Default: NOTICE_MS. ms */
  noticeMs?: number
}

/**
 * Sends a form in the browser. When the server refuses it, the typed values stay in the form.
 * @param send returns null on success
 */
export function useFormSubmit(
  send: (form: FormData) => Promise<ProblemDetails | null>,
  { posted, noticeMs }: SubmitOptions = {},
) {
  const [problem, setProblem] = useState(posted ?? null)
  const [sending, setSending] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const element = event.currentTarget
    setSending(true)
    const outcome = await send(new FormData(element))
    // The words of the problem move the fields, so they are drawn before the page scrolls.
    flushSync(() => {
      setSending(false)
      setProblem(outcome)
    })
    if (!outcome) return
    const invalid = (outcome.errors ?? [])
      .map(({ field }) => element.elements.namedItem(field))
      .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    const fields = invalid.map(({ labels }) => labels?.[0]?.textContent).join(', ')
    notify({ title: 'Oops...', text: outcome.detail, fields, ...(noticeMs && { ms: noticeMs }) })
    // Browsers scroll a focused text field only to its caret, which leaves the label under the bar (WCAG 2.4.11).
    invalid[0]?.focus({ preventScroll: true })
    invalid[0]?.closest('.field')?.scrollIntoView({ block: 'nearest' })
  }
  const form = { ref, onSubmit, method: 'post', noValidate: true } as const
  return { problem, sending, form }
}

type InputHints = Pick<
  InputHTMLAttributes<HTMLElement>,
  'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'
>

interface FieldProps extends InputHints {
  /** Id of the control. An island passes it, because its own ids would differ from those of the server. */
  id?: string
  name: string
  label: string
  problem: ProblemDetails | null
  type?: HTMLInputTypeAttribute
  maxLength?: number
  lines?: number
  hint?: string
  initial?: string | undefined
  /** @default true */
  isRequired?: boolean
  /** Renders another control instead of an input. */
  control?(attributes: InputHTMLAttributes<HTMLInputElement>): ReactNode
}

export function Field({
  id: ownId,
  name,
  label,
  problem,
  type = 'text',
  lines,
  hint,
  initial,
  isRequired = true,
  control,
  ...rest
}: FieldProps) {
  const madeId = useId()
  const id = ownId ?? madeId
  const error = problem?.errors?.find(({ field }) => field === name)?.message
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const attributes = {
    ...rest,
    id,
    name,
    defaultValue: initial,
    'aria-required': isRequired || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control?.(attributes) ??
        (lines ? <textarea {...attributes} rows={lines} /> : <input {...attributes} type={type} />)}
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

interface InvalidFieldsProps {
  problem: ProblemDetails
  /** Labels by the name of the field. */
  labels: Record<string, string>
}

/** The names of the invalid fields, for screen readers. They follow a text that does not name the fields. */
export function InvalidFields({ problem, labels }: InvalidFieldsProps) {
  const names = (problem.errors ?? []).flatMap(({ field }) => labels[field] ?? [])
  return names.length > 0 && <span className="unseen"> {names.join(', ')}.</span>
}

interface FormFooterProps {
  problem: ProblemDetails | null
  sending?: boolean
  /** True when the form has an `action`. Browsers can then send it without JavaScript. */
  isPlain?: boolean
  children: ReactNode
}

/** The button of a form, and the problem of the last answer beside it. A notice also shows the problem, but disappears. */
export function FormFooter({ problem, sending = false, isPlain = false, children }: FormFooterProps) {
  const isHydrated = useHydrated()
  return (
    <div className="form-end">
      <button
        type="submit"
        className="form-button"
        // Without an `action`, sending the form before hydration would reload the page and lose the typed values.
        disabled={!isPlain && !isHydrated}
        aria-disabled={sending || undefined}
      >
        {children}
      </button>
      {problem && <p className="form-problem">{problem.detail}</p>}
    </div>
  )
}

export const NoScriptNote = () => (
  <noscript>
    <p className="form-problem">Para entrar hace falta JavaScript. Activalo y volvé a cargar la página.</p>
  </noscript>
)
