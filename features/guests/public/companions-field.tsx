import { useId } from 'react'
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { useLanguage } from '../../../platform/site-layout/page-language.ts'
import { guestTexts } from './guest-texts.ts'

interface Props {
  label: string
  max: number
  problem: ProblemDetails | null
  initial?: string | undefined
}

export function CompanionsField({ label, max, problem, initial = '0' }: Props) {
  const id = useId()
  const words = guestTexts[useLanguage()]
  const error = problem?.errors?.find(({ field }) => field === 'companions')?.message
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name="companions"
        defaultValue={initial}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {Array.from({ length: max + 1 }, (_, index) => index).map((companions) => (
          <option key={companions} value={companions}>
            {companions === 0 ? words.alone : words.more(companions)}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
