/** English texts for the problems of the contact form. Server and schemas produce these problems in Spanish. */
import { INVALID_FIELDS, MISSING_FIELDS } from '../api/shared/form-problems.ts'
import { NO_ANSWER, NO_NETWORK, TOO_HEAVY } from '../api/shared/network-problems.ts'
import type { ProblemDetails } from '../api/shared/problem-details.ts'
import { type ProblemId, problems } from '../api/shared/problems.ts'
import { EMAIL_MAX, MESSAGE_MAX, SHORT_TEXT_MAX } from '../shared/limits.ts'
import { REQUIRED } from '../shared/text/text.ts'
import { translateWith } from './translate-problem.ts'

/** Every problem that POST /mail/sendMail can return, including those of the request chain before the route. */
const details = {
  'missing-fields': 'Please fill in all the fields.',
  'invalid-fields': 'Some fields are not valid. Check them and try again.',
  unreadable: 'We did not understand the request.',
  'invalid-json': 'We did not understand the request.',
  'json-needed': 'We did not understand the request.',
  'foreign-origin': 'The request came from another site and was not accepted.',
  'method-not-allowed': 'That address does not accept this kind of request.',
  'unknown-path': 'That address does not exist.',
  'too-slow': 'It took too long to send and was cut off. Try again.',
  'too-large': 'What you sent is larger than we can accept.',
  'headers-too-large': 'The headers of the request are too large. Try deleting the cookies of this site.',
  'too-many-attempts': 'Too many attempts. Wait a moment and try again.',
  unexpected: 'Something failed on our side. Try again in a moment.',
  unavailable: 'The service is not available right now. Try again in a while.',
  'storage-full': 'We have no space left to store your message. Please contact us another way.',
} as const satisfies Partial<Record<ProblemId, string>>

const lengths = [SHORT_TEXT_MAX, EMAIL_MAX, MESSAGE_MAX]

/** English texts by the Spanish text that they translate. */
export const formWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(details).map(([id, said]) => [problems[id as ProblemId].detail, said]),
  ),
  [MISSING_FIELDS]: details['missing-fields'],
  [INVALID_FIELDS]: details['invalid-fields'],
  [REQUIRED]: 'Fill in this field.',
  ...Object.fromEntries(
    lengths.map((max) => [`Puede tener hasta ${max} caracteres.`, `It can have up to ${max} characters.`]),
  ),
  'Tiene que ser un texto.': 'It must be text.',
  'Escribí un e-mail válido.': 'Write a valid e-mail address.',
  'Ese e-mail tiene caracteres que no se ven. Escribilo de nuevo, letra por letra.':
    'That address has characters that cannot be seen. Write it again, letter by letter.',
  'Antes de la @ hay letras que se confunden con otras. Escribí el e-mail de nuevo, letra por letra.':
    'Before the @ there are letters that look like others. Write the address again, letter by letter.',
  [NO_NETWORK]: 'We could not connect. Check your connection and try again.',
  [NO_ANSWER]: 'The server did not answer as expected. Try again in a moment.',
  [TOO_HEAVY]: 'What you sent is larger than the server accepts.',
}

export const translateProblem = (problem: ProblemDetails): ProblemDetails => translateWith(formWords, problem)
