import { useState } from 'react'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { MISSING_FIELDS, problems, REQUIRED } from '../../../contract/problems.ts'
import type { Answer } from '../../api.ts'
import { notify } from '../../ui/notices.tsx'

/** What the forms about accounts share: how a refusal is told, and that nothing is sent twice. */
export function useAccountForm<V extends FieldValues>(form: UseFormReturn<V>) {
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  function refuse(detail: string) {
    setProblem(detail)
    notify({ title: 'Oops...', text: detail })
  }

  const refuseFields = (errors: FieldErrors<V>) => {
    const isMissing = Object.values(errors).some((error) => error?.message === REQUIRED)
    refuse(isMissing ? MISSING_FIELDS : problems['invalid-fields'].detail)
  }

  /** What the server answered; null when it was refused, which has been told by then. */
  async function send<T>(call: () => Promise<Answer<T>>): Promise<{ value: T } | null> {
    if (isSending) return null
    setProblem('')
    setSending(true)
    const answer = await call()
    setSending(false)
    if (answer.ok) return { value: answer.value }
    refuse(answer.problem.detail)
    const known = (answer.problem.errors ?? []).filter(({ field }) => field in form.getValues())
    known.forEach(({ field, message }, index) => {
      form.setError(field as Path<V>, { type: 'server', message }, { shouldFocus: index === 0 })
    })
    return null
  }

  return { problem, isSending, refuse, refuseFields, send }
}
