/** Routes of lists and their guests, for administrators. */

import {
  bodyProblems,
  createEtag,
  defineRoute,
  identifyRequest,
  json,
  noContent,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { TICKETS_MAX } from '../shared/guest-limits.ts'
import * as messages from '../shared/guests.ts'
import { importedTickets, ticketsBody } from '../shared/tickets.ts'
import { guestPermissions } from './guest-permissions.ts'
import { guestTag as tag } from './guest-settings-routes.ts'
import type { Guests } from './guests.ts'

interface Services {
  guests: Guests
  basePath: string
}

export const guestListRoutes = (services: Services) =>
  [...listRoutes(services), ...guestRoutes(services)] as const

function listRoutes({ guests: { lists } }: Services) {
  return [
    defineRoute({
      id: 'listGuestLists',
      method: 'GET',
      path: '/events/:id/lists',
      access: guestPermissions['guests.read'],
      tag,
      summary: 'Las listas de una fecha, con cuánta gente está anotada y cuánta entró',
      responses: { 200: { description: 'De la más vieja a la más nueva.', schema: messages.guestLists } },
      problems: ['not-found'],
      async handle({ params }) {
        const data = await lists.list(params.id)
        return data ? json({ data }) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'createGuestList',
      method: 'POST',
      path: '/events/:id/lists',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Crear una lista',
      headers: ['Idempotency-Key'],
      body: messages.listBody,
      responses: { 201: { description: 'Creada.', headers: ['ETag'], schema: messages.guestList } },
      problems: [...bodyProblems, 'not-found', 'too-many-lists'],
      handle: async ({ params, body, ...context }) =>
        respondWithOutcome(await lists.create({ event: params.id }, body, identifyRequest(context)), (list) =>
          json(list, { status: 201, headers: { ETag: createEtag(list.version) } }),
        ),
    }),
    defineRoute({
      id: 'updateGuestList',
      method: 'PUT',
      path: '/lists/:id',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Cambiar una lista entera, o recuperar una que se borró hace menos de una hora',
      headers: ['If-Match', 'If-None-Match'],
      body: messages.listBody,
      responses: { 200: { description: 'Como quedó.', schema: messages.guestList } },
      problems: [...bodyProblems, 'not-found', 'too-many-lists'],
      handle: async ({ params, body, precondition }) =>
        respondWithOutcome(await lists.change(params.id, body, precondition), (list) =>
          json(list, { headers: { ETag: createEtag(list.version) } }),
        ),
    }),
    defineRoute({
      id: 'deleteGuestList',
      method: 'DELETE',
      path: '/lists/:id',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Borrar una lista con sus invitados; durante una hora, PUT la recupera',
      headers: ['If-Match', 'If-None-Match'],
      responses: { 204: { description: 'Borrada.' } },
      problems: ['not-found'],
      handle: async ({ params, precondition }) =>
        respondWithOutcome(await lists.remove(params.id, { precondition }), () => noContent()),
    }),
  ] as const
}

/** Room for TICKETS_MAX tickets with long names and codes. Bytes */
const TICKETS_MAX_BYTES = 500 * TICKETS_MAX

function guestRoutes({ guests: { guests, tickets } }: Services) {
  return [
    defineRoute({
      id: 'listGuests',
      method: 'GET',
      path: '/lists/:id/guests',
      access: guestPermissions['guests.read'],
      tag,
      summary: 'Los invitados de una lista',
      responses: { 200: { description: 'En el orden en que se anotaron.', schema: messages.guests } },
      problems: ['not-found'],
      async handle({ params }) {
        const data = await guests.list(params.id)
        return data ? json({ data }) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'previewGuests',
      method: 'POST',
      path: '/lists/:id/guests/preview',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Leer un texto pegado, con un nombre por renglón, sin guardar nada',
      body: messages.pastedText,
      responses: { 200: { description: 'Un veredicto por renglón.', schema: messages.pastedLines } },
      problems: [...bodyProblems, 'not-found'],
      handle: async ({ params, body }) =>
        respondWithOutcome(await guests.preview(params.id, body.text), (lines) => json(lines)),
    }),
    defineRoute({
      id: 'createGuests',
      method: 'POST',
      path: '/lists/:id/guests',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Sumar invitados: en filas, o pegando un texto con un nombre por renglón',
      headers: ['Idempotency-Key'],
      body: messages.newGuests,
      responses: {
        201: {
          description: 'Las filas entran todas; de un texto, los invitados.',
          schema: messages.addedGuests,
        },
      },
      problems: [...bodyProblems, 'not-found', 'list-full', 'too-many-names'],
      handle: async ({ params, body, ...context }) =>
        respondWithOutcome(await guests.add(params.id, body, identifyRequest(context)), (added) =>
          json(added, { status: 201 }),
        ),
    }),
    defineRoute({
      id: 'importTickets',
      method: 'POST',
      path: '/lists/:id/tickets',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Sumar las entradas de un vendedor a una lista de entradas; lo que ya estaba no se repite',
      body: ticketsBody,
      maxBytes: TICKETS_MAX_BYTES,
      responses: { 200: { description: 'Cuántas, y las que faltaron.', schema: importedTickets } },
      problems: [...bodyProblems, 'not-found', 'list-of-guests', 'too-many-names'],
      handle: async ({ params, body }) =>
        respondWithOutcome(await tickets.import(params.id, body), (imported) => json(imported)),
    }),
    defineRoute({
      id: 'updateGuest',
      method: 'PUT',
      path: '/guests/:id',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Cambiar un invitado entero, o recuperar uno que se borró hace menos de una hora',
      headers: ['If-Match', 'If-None-Match'],
      body: messages.guestBody,
      responses: { 200: { description: 'Como quedó.', schema: messages.guest } },
      problems: [...bodyProblems, 'not-found', 'list-full'],
      handle: async ({ params, body, precondition }) =>
        respondWithOutcome(await guests.change(params.id, body, precondition), (guest) =>
          json(guest, { headers: { ETag: createEtag(guest.version) } }),
        ),
    }),
    defineRoute({
      id: 'deleteGuest',
      method: 'DELETE',
      path: '/guests/:id',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Borrar un invitado; durante una hora, PUT lo recupera',
      headers: ['If-Match', 'If-None-Match'],
      responses: { 204: { description: 'Borrado.' } },
      problems: ['not-found'],
      handle: async ({ params, precondition }) =>
        respondWithOutcome(await guests.remove(params.id, { precondition }), () => noContent()),
    }),
  ] as const
}
