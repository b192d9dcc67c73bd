import './own-account.css'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../../admin-layout/button.tsx'
import { Bar } from '../../forms/action-bar.tsx'
import { FormProblemRow } from '../../forms/form-problem.tsx'
import type { PlainFormState } from '../../forms/use-plain-form.ts'

interface PanelProps {
  title: string
  children: ReactNode
}

/** One part of the own-account screen. It shows a state, and the form that changes it. */
export function Panel({ title, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="panel-body">{children}</div>
    </section>
  )
}

interface PanelFormProps extends Pick<ComponentProps<'form'>, 'onSubmit'> {
  submitLabel: string
  state: PlainFormState
  onCancel?: () => void
  children: ReactNode
}

/**
 * The form of a panel. Its first step or field takes the focus from the button that opened it. When it closes, the focus
 * stays within the panel.
 */
export function PanelForm({ submitLabel, state, onSubmit, onCancel, children }: PanelFormProps) {
  const { problem, invalidCount, isSending } = state
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const panel = form.current?.closest('.panel')
    form.current?.querySelector<HTMLElement>('[tabindex], input:not([hidden])')?.focus()
    return () =>
      // The focus moves after React has rendered the content that replaces the form. If that content has taken the focus,
      // the focus stays there.
      queueMicrotask(() => {
        if (document.activeElement === document.body) panel?.querySelector('button')?.focus()
      })
  }, [])
  return (
    <form ref={form} noValidate className="panel-form" onSubmit={onSubmit}>
      {children}
      <Bar>
        {problem && <FormProblemRow problem={problem} invalidCount={invalidCount} label={submitLabel} />}
        {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
        <Button type="submit" kind="strong" isDisabled={isSending}>
          {isSending ? 'Un momento…' : submitLabel}
        </Button>
      </Bar>
    </form>
  )
}

/** A hidden field with the e-mail, so that password managers store a password for the right account. */
export const Username = ({ email }: { email: string }) => (
  <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
)
