import { useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { REQUIRED } from '../../../contract/form-problems.ts'
import type { Answer } from '../../client/api.ts'
import { type FormProblem, useFormProblem } from '../content/form/form-problem.tsx'

/** What the bar of such a form tells. */
export interface AccountFormState {
  trouble: FormProblem | null
  /** How many fields are marked. */
  faults: number
  isSending: boolean
}

/** What the forms about accounts share: how a refusal is told, and that nothing is sent twice. */
export function useAccountForm<V extends FieldValues>(form: UseFormReturn<V>) {
  const { trouble, refuseProblem, refuseFields, forget } = useFormProblem()
  const [isSending, setSending] = useState(false)
  const faults = Object.keys(form.formState.errors).length

  /** What the server answered; null when it was refused, which has been told by then. */
  async function send<T>(call: () => Promise<Answer<T>>): Promise<{ value: T } | null> {
    if (isSending) return null
    forget()
    setSending(true)
    const answer = await call()
    setSending(false)
    if (answer.ok) return { value: answer.value }
    const known = (answer.problem.errors ?? []).filter(({ field }) => field in form.getValues())
    refuseProblem(answer.problem, { again: 'submit', fields: known.length })
    known.forEach(({ field, message }, index) => {
      form.setError(field as Path<V>, { type: 'server', message }, { shouldFocus: index === 0 })
    })
    return null
  }

  return {
    state: { trouble, faults, isSending } satisfies AccountFormState,
    refuseFields: (errors: FieldErrors<V>) => {
      const messages = Object.values(errors).map((error) => error?.message)
      refuseFields(messages.length, messages.includes(REQUIRED))
    },
    send,
  }
}
