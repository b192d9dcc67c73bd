/** Routes of promoter links and of the sign-up of visitors. */

import {
  bodyProblems,
  defineRoute,
  json,
  noContent,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import type { ProblemId } from '../../../platform/api/shared/problems.ts'
import { ANONYMOUS_TEXT_MAX_BYTES } from '../../../platform/shared/limits.ts'
import * as messages from '../shared/guests.ts'
import { guestPermissions } from './guest-permissions.ts'
import { guestTag as tag } from './guest-settings-routes.ts'
import type { Guests } from './guests.ts'

interface Services {
  guests: Guests
}

const tokenProblems: ProblemId[] = ['not-found', 'too-many-attempts']

export const guestLinkRoutes = (services: Services) =>
  [...linkRoutes(services), ...promoterRoutes(services), ...signUpRoutes(services)] as const

function linkRoutes({ guests: { links } }: Services) {
  return [
    defineRoute({
      id: 'createGuestLink',
      method: 'POST',
      path: '/lists/:id/link',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Crear el enlace para sumar nombres a una lista; reemplaza al anterior',
      responses: { 201: { description: 'El enlace.', schema: messages.linkUrl } },
      problems: ['not-found'],
      handle: async ({ params }) =>
        respondWithOutcome(await links.create(params.id), (link) => json(link, { status: 201 })),
    }),
    defineRoute({
      id: 'deleteGuestLink',
      method: 'DELETE',
      path: '/lists/:id/link',
      access: guestPermissions['guests.write'],
      tag,
      summary: 'Anular el enlace de una lista; los nombres quedan',
      responses: { 204: { description: 'Anulado.' } },
      problems: ['not-found'],
      handle: async ({ params }) => respondWithOutcome(await links.revoke(params.id), () => noContent()),
    }),
  ] as const
}

function promoterRoutes({ guests: { links } }: Services) {
  return [
    defineRoute({
      id: 'getLinkedGuestList',
      method: 'GET',
      path: '/guest-links/:token',
      access: guestPermissions['guests.add-by-link'],
      bound: 'names',
      tag,
      summary: 'La lista de un enlace, para quien lo tiene',
      responses: { 200: { description: 'Solo esa lista.', schema: messages.linkedList } },
      problems: tokenProblems,
      handle: async ({ params, caller }) =>
        respondWithOutcome(await links.find(params.token, caller.address), (list) => json(list)),
    }),
    defineRoute({
      id: 'previewLinkedGuests',
      method: 'POST',
      path: '/guest-links/:token/preview',
      access: guestPermissions['guests.add-by-link'],
      bound: 'names',
      tag,
      summary: 'Leer un texto pegado, con un nombre por renglón, sin guardar nada',
      unparsedBody: messages.pastedText,
      maxBytes: ANONYMOUS_TEXT_MAX_BYTES,
      responses: { 200: { description: 'Un veredicto por renglón.', schema: messages.pastedLines } },
      problems: [...bodyProblems, ...tokenProblems],
      handle: async ({ params, body, caller }) =>
        respondWithOutcome(await links.preview(params.token, body, caller.address), (lines) => json(lines)),
    }),
    defineRoute({
      id: 'addLinkedGuests',
      method: 'POST',
      path: '/guest-links/:token',
      access: guestPermissions['guests.add-by-link'],
      bound: 'names',
      tag,
      summary: 'Sumar nombres con un enlace: en filas, o pegando un texto con un nombre por renglón',
      unparsedBody: messages.newGuests,
      // Promoters paste up to a thousand names at once.
      maxBytes: ANONYMOUS_TEXT_MAX_BYTES,
      responses: { 201: { description: 'La lista como quedó.', schema: messages.addedByLink } },
      problems: [...bodyProblems, ...tokenProblems, 'list-full', 'list-closed', 'too-many-names'],
      handle: async ({ params, body, caller }) =>
        respondWithOutcome(await links.add(params.token, body, caller.address), (list) =>
          json(list, { status: 201 }),
        ),
    }),
    defineRoute({
      id: 'deleteLinkedGuest',
      method: 'DELETE',
      path: '/guest-links/:token/guests/:id',
      access: guestPermissions['guests.add-by-link'],
      bound: 'write',
      tag,
      summary: 'Quitar un nombre que se sumó con el enlace y que no entró',
      responses: { 204: { description: 'Quitado.' } },
      problems: [...tokenProblems, 'guest-arrived'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await links.remove(params.token, params.id, caller.address), () => noContent()),
    }),
  ] as const
}

function signUpRoutes({ guests: { signUp } }: Services) {
  return [
    defineRoute({
      id: 'signUpGuest',
      method: 'POST',
      path: '/events/:id/guests',
      access: guestPermissions['guests.sign-up'],
      bound: 'form',
      tag,
      summary: 'Anotarse en la lista pública de una fecha',
      unparsedBody: messages.signUpBody,
      responses: {
        201: { description: 'El código para la puerta, y la página propia.', schema: messages.signedUp },
      },
      problems: [...bodyProblems, 'not-found', 'list-full', 'list-closed', 'too-many-attempts'],
      handle: async ({ params, body, caller }) =>
        respondWithOutcome(await signUp.add(params.id, body, caller.address), (place) =>
          json(place, { status: 201 }),
        ),
    }),
  ] as const
}
