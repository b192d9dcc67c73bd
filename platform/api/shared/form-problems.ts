/** Problems that the browser creates itself. Pages that need only these do not load the table of all problems. */
import { REQUIRED } from '../../shared/text/text.ts'
import type { FieldError, ProblemDetails } from './problem-details.ts'

export const MISSING_FIELDS = 'Debes completar todos los campos!'
export const INVALID_FIELDS = 'Hay campos que no podemos aceptar. Revisalos y probá de nuevo.'
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

export const EMAIL_TAKEN = '/problems/email-taken'

export const SECOND_FACTOR = '/problems/second-factor'
