import { useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Answer } from '../../../api/client/call.ts'
import { REQUIRED } from '../../../api/shared/form-problems.ts'
import { type FormProblem, useFormProblem } from './form-problem.tsx'

/** What the bar of such a form tells. */
export interface PlainFormState {
  problem: FormProblem | null
  /** How many fields are marked. */
  invalidCount: number
  isSending: boolean
}

/** What forms of a few texts share, about accounts for one: how a refusal is told, and that nothing is sent twice. */
export function usePlainForm<V extends FieldValues>(form: UseFormReturn<V>) {
  const { problem, reportProblem, reportFields, clearProblem } = useFormProblem()
  const [isSending, setSending] = useState(false)
  const invalidCount = Object.keys(form.formState.errors).length

  /** What the server answered; null when it was refused, which has been told by then. */
  async function send<T>(call: () => Promise<Answer<T>>): Promise<{ value: T } | null> {
    if (isSending) return null
    clearProblem()
    setSending(true)
    const answer = await call()
    setSending(false)
    if (answer.ok) return { value: answer.value }
    const known = (answer.problem.errors ?? []).filter(({ field }) => field in form.getValues())
    reportProblem(answer.problem, { again: 'submit', fields: known.length })
    known.forEach(({ field, message }, index) => {
      form.setError(field as Path<V>, { type: 'server', message }, { shouldFocus: index === 0 })
    })
    return null
  }

  return {
    state: { problem, invalidCount, isSending } satisfies PlainFormState,
    reportFields: (errors: FieldErrors<V>) => {
      const messages = Object.values(errors).map((error) => error?.message)
      reportFields(messages.length, messages.includes(REQUIRED))
    },
    send,
  }
}
