import type { ComponentProps } from 'react'
import { LineField } from '../../../platform/forms/text-field.tsx'
import { isBlank } from '../../../platform/shared/text/text.ts'
import { formatNumber } from '../shared/people-counts.ts'
import { readWholeNumber } from './guest-words.ts'

/** Field for a whole number. */
export const NumberField = (props: ComponentProps<typeof LineField>) => (
  <LineField className="control control-mono" inputMode="numeric" autoComplete="off" {...props} />
)

/**
 * Rules of a number field whose form value is a number. A text that is no number stays a text, so that it is refused.
 * @param blank value of a blank field. undefined refuses a blank field
 */
export const wholeNumber = (min: number, max: number, blank?: number | null) => ({
  setValueAs: (typed: unknown) => {
    if (typeof typed !== 'string') return typed
    return isBlank(typed) && blank !== undefined ? blank : (readWholeNumber(typed) ?? typed)
  },
  validate: (value: unknown) =>
    (typeof value === 'number' ? value >= min && value <= max : value === null) ||
    `Tiene que ser un número de ${formatNumber(min)} a ${formatNumber(max)}.`,
})

/** Rules of an optional text, which is null when it is empty. */
export const textOrNull = { setValueAs: (typed: string | null) => typed || null }
