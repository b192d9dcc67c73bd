/** Refusals of guest lists and of the door. Users read `detail`. */
import type { Problem } from '../../platform/api/shared/problem-details.ts'

export const guests = {
  'wrong-pin': { status: 400, title: 'PIN equivocado', detail: 'Ese PIN no es el de esta noche.' },
  'door-session-needed': {
    status: 401,
    title: 'Falta el PIN',
    detail: 'Este teléfono no está en la puerta. Abrí la dirección de la puerta e ingresá el PIN.',
  },
  'door-phone-ended': {
    status: 401,
    title: 'Este teléfono ya no anota',
    detail: 'Un administrador sacó este teléfono de la puerta. Para volver a anotar, ingresá el PIN.',
  },
  'list-full': { status: 409, title: 'Lista completa', detail: 'La lista está completa.' },
  'list-closed': { status: 409, title: 'Lista cerrada', detail: 'La lista ya cerró.' },
  'guest-arrived': { status: 409, title: 'Ya entró', detail: 'Esa persona ya entró: no se puede quitar.' },
  'too-many-names': {
    status: 409,
    title: 'Demasiados nombres',
    detail: 'Esta lista ya tiene demasiados nombres. Hacé otra para seguir sumando.',
  },
  'list-of-guests': {
    status: 409,
    title: 'No es de entradas',
    detail: 'Esta lista es de invitados. Para un archivo de entradas, hacé una lista de entradas.',
  },
  'too-many-lists': {
    status: 409,
    title: 'Demasiadas listas',
    detail: 'Esta fecha ya tiene demasiadas listas. Borrá una para hacer otra.',
  },
  'door-closed': {
    status: 409,
    title: 'Puerta cerrada',
    detail: 'La puerta de esta noche está cerrada. Pedile un PIN a quien administra el sitio.',
  },
  'door-locked': {
    status: 409,
    title: 'Demasiados intentos',
    detail: 'Hubo demasiados PIN equivocados. Pedile uno nuevo a quien administra el sitio.',
  },
  'door-over': {
    status: 409,
    title: 'La noche ya pasó',
    detail: 'Esta noche ya pasó: la puerta se cierra al mediodía siguiente.',
  },
  'too-many-phones': {
    status: 409,
    title: 'Demasiados teléfonos',
    detail: 'Ya hay demasiados teléfonos en la puerta. Pedile a quien administra el sitio que saque alguno.',
  },
} as const satisfies Record<string, Problem>
