import { useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/accounts/accounts.ts'
import { SECOND_FACTOR } from '../../contract/form-problems.ts'
import type { ProblemDetails } from '../../contract/problems.ts'
import { Field } from '../site/parts/form.tsx'
import { accountFields } from '../ui/account-fields.ts'

export interface EnterProps {
  onEnter(user: User): void
}

/** The password, or the link, was right, and a code is asked for. */
export const asksForCode = (problem: ProblemDetails): boolean => problem.type === SECOND_FACTOR

/** The code of the second factor: of the app, or for whoever lost it. */
export function CodeField({ problem }: { problem: ProblemDetails | null }) {
  const [recovers, setRecovers] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another field stands there then
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
