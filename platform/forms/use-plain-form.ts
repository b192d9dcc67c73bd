import { useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Answer } from '../api/client/call.ts'
import { REQUIRED } from '../shared/text/text.ts'
import { type FormProblem, useFormProblem } from './form-problem.tsx'

export interface PlainFormState {
  problem: FormProblem | null
  invalidCount: number
  isSending: boolean
}

/**
 * State of a form with few texts, such as an account. Reports problems, and prevents a second submission during the first.
 */
export function usePlainForm<V extends FieldValues>(form: UseFormReturn<V>) {
  const { problem, reportProblem, reportFields, clearProblem } = useFormProblem()
  const [isSending, setSending] = useState(false)
  const invalidCount = Object.keys(form.formState.errors).length

  /** Sends the form. Returns null after a refused call, whose problem is already shown. */
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
