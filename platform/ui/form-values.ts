/** Reads and validates the values of a submitted form. */

import { missingFields } from '../api/shared/form-problems.ts'
import type { ProblemDetails } from '../api/shared/problems.ts'

/** @returns a problem that names the empty fields, with the same messages as the server. null when no field is empty */
export function findMissing(values: Record<string, string>): ProblemDetails | null {
  const missing = Object.keys(values).filter((field) => values[field]?.trim() === '')
  return missing.length > 0 ? missingFields(missing) : null
}

/** Returns the texts of a submitted form, by field. */
export function readValues<F extends string>(form: FormData, fields: readonly F[]): Record<F, string> {
  const texts = fields.map((field) => [field, String(form.get(field) ?? '')])
  return Object.fromEntries(texts) as Record<F, string>
}
