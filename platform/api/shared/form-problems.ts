/** Problems that the browser creates itself, so that pages need not load the table of all problems. */
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

export const EMAIL_TAKEN = '/problems/email-taken'

export const SECOND_FACTOR = '/problems/second-factor'

/** The server did not answer. */
export const NO_NETWORK = 'No pudimos conectarnos. Revisá tu conexión y probá de nuevo.'
export const NO_ANSWER = 'El servidor no respondió como esperábamos. Probá de nuevo en un momento.'
/** A proxy refused a large body without a problem of the API. */
export const TOO_HEAVY =
  'Lo que mandás pesa más de lo que el servidor acepta. Probá con imágenes más livianas.'
