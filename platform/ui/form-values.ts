/** The typed values of a form. */

import { missingFields } from '../api/shared/form-problems.ts'
import type { ProblemDetails } from '../api/shared/problems.ts'

/** @returns the problem of the empty fields, with the messages of the server, or null */
export function missingIn(values: Record<string, string>): ProblemDetails | null {
  const missing = Object.keys(values).filter((field) => values[field]?.trim() === '')
  return missing.length > 0 ? missingFields(missing) : null
}

/** The texts of a submitted form, by field. */
export function valuesOf<F extends string>(form: FormData, fields: readonly F[]): Record<F, string> {
  const texts = fields.map((field) => [field, String(form.get(field) ?? '')])
  return Object.fromEntries(texts) as Record<F, string>
}
