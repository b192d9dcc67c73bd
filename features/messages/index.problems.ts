/** Refusals of messages and answers. Users read `detail`. */
import type { Problem } from '../../platform/api/shared/problem-details.ts'

export const messages = {
  'no-mail': {
    status: 409,
    title: 'No hay correo',
    detail: 'El sitio no tiene un servidor de correo: el mensaje queda acá y no se puede mandar.',
  },
  'too-many-answers': {
    status: 409,
    title: 'No se puede',
    detail: 'Este mensaje ya tiene demasiadas respuestas. Seguí la conversación desde tu correo.',
  },
} as const satisfies Record<string, Problem>
