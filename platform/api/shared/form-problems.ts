/**
 * What a form refuses by itself, in the words that the server would use: apart from the table of all problems, so that no
 * page has to load that.
 */
import type { FieldError, ProblemDetails } from './problem-details.ts'

export const MISSING_FIELDS = 'Debes completar todos los campos!'
export const INVALID_FIELDS = 'Hay campos que no podemos aceptar. Revisalos y probá de nuevo.'
/** Beside each field that is missing. */
export const REQUIRED = 'Completá este campo.'
export const WRONG_CREDENTIALS = 'El usuario no existe o los datos son incorrectos!'

export const missingFields = (fields: readonly string[]): ProblemDetails => ({
  type: '/problems/missing-fields',
  title: 'Oops...',
  status: 400,
  detail: MISSING_FIELDS,
  errors: fields.map((field): FieldError => ({ field, message: REQUIRED })),
})

export const wrongCredentials: ProblemDetails = {
  type: '/problems/wrong-credentials',
  title: 'Oops...',
  status: 401,
  detail: WRONG_CREDENTIALS,
}

/** The type of the refusal of an address that somebody has already. */
export const EMAIL_TAKEN = '/problems/email-taken'

/** The type of the refusal that asks for the code of a second factor. */
export const SECOND_FACTOR = '/problems/second-factor'
