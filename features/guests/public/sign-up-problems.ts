/** English texts for the problems of the sign-up. The services produce them in Spanish. */
import type { ProblemDetails } from '../../../platform/api/shared/problem-details.ts'
import { translateProblem } from '../../../platform/site-layout/english-problems.ts'

const texts: [spanish: RegExp, english: string][] = [
  [/^La lista está completa/, 'The list is full.'],
  [/^La lista ya cerró/, 'The list has closed.'],
  [/^En la lista queda lugar para 1 persona más/, 'The list has a place for 1 more person.'],
  [/^En la lista queda lugar para (\S+) personas más/, 'The list has places for $1 more people.'],
  [/^En esta lista no se pueden llevar acompañantes/, 'On this list you cannot bring anybody.'],
  [/^En esta lista se puede llevar hasta (\d+)/, 'The most people that you can bring: $1.'],
  [
    /^Desde tu conexión/,
    'Many people have signed up from your connection. Try another network, or again in an hour.',
  ],
  [
    /^Acá va solo tu nombre/,
    'Only your name goes here. People who come with you go in “Who is coming with you?”.',
  ],
  [/^Puede tener hasta (\d+) caracteres\.$/, 'It can have up to $1 characters.'],
  [/^(?:Puede ser hasta|Tiene que ser)/, 'Choose one of the options.'],
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
