import type { ProblemDetails } from '../api/shared/problem-details.ts'

/** @param texts translations by the Spanish text. A text without one stays Spanish */
export function translateWith(
  texts: Readonly<Record<string, string>>,
  { detail, errors, ...problem }: ProblemDetails,
): ProblemDetails {
  const translate = (text: string) => texts[text] ?? text
  return {
    ...problem,
    detail: translate(detail),
    ...(errors && { errors: errors.map(({ field, message }) => ({ field, message: translate(message) })) }),
  }
}
