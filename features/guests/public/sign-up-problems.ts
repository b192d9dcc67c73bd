/** English texts for the problems of the sign-up. The services produce them in Spanish. */
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { translateProblem } from '../../messages/shared/english-problems.ts'
import { GUEST_NAME_MAX } from '../shared/guest-limits.ts'

const texts: [spanish: RegExp, english: string][] = [
  [/^La lista está completa/, 'The list is full.'],
  [/^La lista ya cerró/, 'The list has closed.'],
  [/^Queda 1 lugar/, 'There is 1 place left.'],
  [/^Quedan (\d+) lugares/, 'There are $1 places left.'],
  [/^Puede tener hasta (\d+) caracteres\.$/, `It can have up to ${GUEST_NAME_MAX} characters.`],
  [/^Puede ser hasta (\d+)\.$/, 'It can be up to $1.'],
]

function translate(spanish: string): string {
  for (const [pattern, english] of texts) {
    const found = pattern.exec(spanish)
    if (found) return english.replace('$1', found[1] ?? '')
  }
  return spanish
}

export function translateSignUpProblem(problem: ProblemDetails): ProblemDetails {
  const translated = translateProblem(problem)
  return {
    ...translated,
    detail: translate(translated.detail),
    ...(translated.errors && {
      errors: translated.errors.map(({ field, message }) => ({ field, message: translate(message) })),
    }),
  }
}
