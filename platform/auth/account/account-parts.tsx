/** Form parts that /login and /register share. */
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Answer } from '../../api/client/call.ts'
import type { ProblemDetails } from '../../api/shared/problems.ts'
import { Field, useFormSubmit } from '../../site-layout/components/form.tsx'
import { accountFields } from '../../ui/account-fields.ts'
import { findMissing, readValues } from '../../ui/form-values.ts'
import { PasswordInput } from '../../ui/password-input.tsx'

export const AccountPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="account">
    <h1 className="title">{title}</h1>
    {children}
  </div>
)

/** State of a form whose fields are all required. @param onDone runs after success */
export function useAccountForm<F extends string, T>(
  fields: readonly F[],
  call: (values: Record<F, string>) => Promise<Answer<T>>,
  onDone: (value: T, values: Record<F, string>) => void,
) {
  return useFormSubmit(async (data) => {
    const values = readValues(data, fields)
    const missing = findMissing(values)
    if (missing) return missing
    const answer = await call(values)
    if (!answer.ok) return answer.problem
    onDone(answer.value, values)
    return null
  })
}

export const PasswordField = (props: Omit<ComponentProps<typeof Field>, 'control'>) => (
  <Field {...props} control={(attributes) => <PasswordInput {...attributes} label={props.label} />} />
)

/** The input for a code of the second factor. The user can switch to a recovery code. */
export function CodeField({ problem }: { problem: ProblemDetails | null }) {
  const [recovers, setRecovers] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other field takes the focus
  useEffect(() => part.current?.querySelector('input')?.focus(), [recovers])
  return (
    <div ref={part} className="form-part">
      {recovers ? (
        <Field key="recovery" {...accountFields.recoveryCode} problem={problem} />
      ) : (
        <Field key="app" {...accountFields.code} problem={problem} />
      )}
      <button type="button" className="form-switch" onClick={() => setRecovers(!recovers)}>
        {recovers ? 'Usar un código de la app' : 'No tengo la app: usar un código de recuperación'}
      </button>
    </div>
  )
}
