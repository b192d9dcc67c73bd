/** What was typed into a form. */

import { missingFields } from '../api/shared/form-problems.ts'
import type { ProblemDetails } from '../api/shared/problems.ts'

/** The problem of what was left blank, in the words that the server would use; null when nothing was. */
export function missingIn(values: Record<string, string>): ProblemDetails | null {
  const missing = Object.keys(values).filter((field) => values[field]?.trim() === '')
  return missing.length > 0 ? missingFields(missing) : null
}

/** The texts of a submitted form, by field. */
export function valuesOf<F extends string>(form: FormData, fields: readonly F[]): Record<F, string> {
  const texts = fields.map((field) => [field, String(form.get(field) ?? '')])
  return Object.fromEntries(texts) as Record<F, string>
}
