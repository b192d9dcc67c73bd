/**
 * Lists every failure that the API can answer with, as RFC 9457 problem details: `id → status and words`. Features declare
 * theirs in index.problems.ts. Users read `detail`, in rioplatense Spanish. docs/requirements.md prescribes the words of some.
 */

import { featureProblems } from '../../../features/index.problems.ts'
import { AUDIO_TOO_LARGE } from '../../media/shared/audio-faults.ts'
import { FILM_TOO_LARGE } from '../../media/shared/film-faults.ts'
import { INVALID_FIELDS, MISSING_FIELDS, WRONG_CREDENTIALS } from './form-problems.ts'
import type { FieldError, Problem, ProblemDetails } from './problem-details.ts'

export { MISSING_FIELDS, WRONG_CREDENTIALS } from './form-problems.ts'
export type { FieldError, ProblemDetails } from './problem-details.ts'

const ownProblems = {
  'missing-fields': { status: 400, title: 'Oops...', detail: MISSING_FIELDS },
  'invalid-fields': {
    status: 400,
    title: 'Oops...',
    detail: INVALID_FIELDS,
  },
  unreadable: {
    status: 400,
    title: 'Pedido ilegible',
    detail: 'No entendimos el pedido.',
  },
  'invalid-json': {
    status: 400,
    title: 'Cuerpo ilegible',
    detail: 'El pedido tiene que ser un objeto JSON.',
  },
  'invalid-query': {
    status: 400,
    title: 'Consulta inválida',
    detail: 'Los parámetros de la consulta no son válidos.',
  },
  'unknown-format': {
    status: 501,
    title: 'Formato desconocido',
    detail: 'Ese formato no lo hablamos: pedilo en json o en xml.',
  },
  'invalid-link': {
    status: 400,
    title: 'Enlace vencido',
    detail: 'Ese enlace ya se usó o venció. Pedí uno nuevo.',
  },
  'wrong-password': { status: 400, title: 'Oops...', detail: 'La contraseña actual no es correcta.' },
  'wrong-code': { status: 400, title: 'Oops...', detail: 'Ese código no es correcto, o ya se usó.' },
  'wrong-credentials': { status: 401, title: 'Oops...', detail: WRONG_CREDENTIALS },
  'second-factor': { status: 401, title: 'Falta un paso', detail: 'Ingresá el código de tu segundo factor.' },
  'sign-in-needed': {
    status: 401,
    title: 'Sesión necesaria',
    detail: 'Iniciá sesión para seguir.',
  },
  'metrics-token-needed': {
    status: 401,
    title: 'Clave necesaria',
    detail: 'Las cifras son para quien tiene la clave de METRICS_TOKEN.',
  },
  'awaiting-approval': {
    status: 403,
    title: 'Cuenta en espera',
    detail: 'Tu cuenta todavía espera la aprobación de un administrador.',
  },
  'second-factor-needed': {
    status: 403,
    title: 'Falta un paso',
    detail: 'Este club pide un segundo factor. Configuralo en Mi cuenta para seguir.',
  },
  'registration-closed': {
    status: 403,
    title: 'Registro cerrado',
    detail: 'Por ahora no se aceptan registros nuevos.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Origen ajeno',
    detail: 'El pedido vino de otro sitio y no se aceptó.',
  },
  'not-yours': {
    status: 403,
    title: 'No se puede',
    detail: 'El e-mail y la contraseña los cambia cada persona en su propia cuenta.',
  },
  'not-found': {
    status: 404,
    title: 'No encontrado',
    detail: 'No encontramos lo que buscás. Puede que lo hayan borrado.',
  },
  'unknown-path': { status: 404, title: 'No encontrado', detail: 'Esa dirección de la API no existe.' },
  'method-not-allowed': {
    status: 405,
    title: 'Método no permitido',
    detail: 'Esa dirección no acepta este método.',
  },
  'too-slow': {
    status: 408,
    title: 'Envío interrumpido',
    detail: 'El envío tardó demasiado y se cortó. Probá de nuevo.',
  },
  'title-taken': {
    status: 409,
    title: 'Título repetido',
    detail: 'Ya existe una novedad con ese título. Elegí otro.',
  },
  'email-taken': { status: 409, title: 'E-mail repetido', detail: 'Ya existe un usuario con ese e-mail.' },
  'last-administrator': {
    status: 409,
    title: 'No se puede',
    detail: 'Es el último administrador activo: no se puede quitar.',
  },
  'email-unconfirmed': {
    status: 409,
    title: 'Falta confirmar',
    detail: 'Esa persona todavía no confirmó su e-mail.',
  },
  'second-factor-on': {
    status: 409,
    title: 'No se puede',
    detail: 'Ya tenés un segundo factor. Para cambiarlo, desactivá primero el que está.',
  },
  'second-factor-off': {
    status: 409,
    title: 'No se puede',
    detail: 'No hay un segundo factor que cambiar.',
  },
  'reset-needs-mail': {
    status: 409,
    title: 'Sin correo',
    detail: 'Este club no manda mails. Pedile a otro administrador un enlace para cambiar tu contraseña.',
  },
  'already-claimed': {
    status: 409,
    title: 'Ya hay un administrador',
    detail: 'El club ya tiene quien lo administre. Iniciá sesión.',
  },
  'upload-offset': {
    status: 409,
    title: 'No sigue de ahí',
    detail: 'Esa parte del audio no sigue a lo que ya llegó. Preguntá hasta dónde llegó y seguí desde ahí.',
  },
  'edited-meanwhile': {
    status: 412,
    title: 'Cambió mientras editabas',
    detail: 'Otra persona guardó cambios mientras editabas. Recargá para verlos antes de guardar los tuyos.',
  },
  'precondition-failed': {
    status: 412,
    title: 'No se cumple la condición',
    detail: 'El pedido tenía una condición sobre la versión, y la de ahora no la cumple.',
  },
  'too-large': {
    status: 413,
    title: 'Demasiado grande',
    detail: 'Lo que enviaste supera el tamaño permitido.',
  },
  'image-too-large': {
    status: 413,
    title: 'Imagen demasiado grande',
    detail: 'La imagen supera los 12 MB. Elegí una más liviana.',
  },
  'audio-too-large': { status: 413, title: 'Audio demasiado grande', detail: AUDIO_TOO_LARGE },
  'film-too-large': { status: 413, title: 'Film demasiado grande', detail: FILM_TOO_LARGE },
  'headers-too-large': {
    status: 431,
    title: 'Demasiado grande',
    detail: 'Las cabeceras del pedido son demasiado grandes. Probá borrar las cookies de este sitio.',
  },
  'json-needed': {
    status: 415,
    title: 'Formato no aceptado',
    detail: 'El pedido tiene que ser JSON (application/json).',
  },
  'audio-needed': {
    status: 415,
    title: 'Formato no aceptado',
    detail: 'El audio tiene que llegar tal cual, en partes (application/octet-stream).',
  },
  'film-needed': {
    status: 415,
    title: 'Formato no aceptado',
    detail: 'El film tiene que llegar como MP4 (video/mp4).',
  },
  'key-reused': {
    status: 422,
    title: 'Clave repetida',
    detail: 'Esa Idempotency-Key ya se usó con otro contenido.',
  },
  'too-many-attempts': {
    status: 429,
    title: 'Demasiados intentos',
    detail: 'Demasiados intentos. Esperá un momento y probá de nuevo.',
  },
  unexpected: {
    status: 500,
    title: 'Oops...',
    detail: 'Algo falló de nuestro lado. Probá de nuevo en un momento.',
  },
  unavailable: {
    status: 503,
    title: 'Fuera de servicio',
    detail: 'El servicio no está disponible en este momento. Probá de nuevo en un rato.',
  },
  'storage-full': {
    status: 507,
    title: 'Sin espacio',
    detail: 'No queda lugar para guardar. Avisale a quien administra el servidor.',
  },
} as const satisfies Record<string, Problem>

/** Does not compile when a feature takes an id of the platform. */
type Free = Record<string, Problem> & { readonly [Id in keyof typeof ownProblems]?: never }

export const problems = { ...ownProblems, ...(featureProblems satisfies Free) }

export type ProblemId = keyof typeof problems

export interface ProblemExtras {
  detail?: string
  errors?: FieldError[]
  requestId?: string
  /** Value of Retry-After for 429 and 503. s */
  retryAfter?: number
  /** People for whom a full list still has places. */
  left?: number
}

export const problemType = (id: ProblemId): string => `/problems/${id}`

export function problemDetails(id: ProblemId, extras: ProblemExtras = {}): ProblemDetails {
  const { status, title, detail } = problems[id]
  return {
    type: problemType(id),
    title,
    status,
    detail: extras.detail ?? detail,
    ...(extras.errors && { errors: extras.errors }),
    ...(extras.left !== undefined && { left: extras.left }),
    ...(extras.requestId && { requestId: extras.requestId }),
  }
}
