/** Routes that open and close the door, for administrators, and that sign in phones with the PIN. */

import type { z } from 'zod'
import {
  bodyProblems,
  type Caller,
  defineRoute,
  json,
  noContent,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import { getRefusal } from '../../../platform/auth/shared/policy.ts'
import { setCookie } from '../../../platform/http/cookies.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import * as messages from '../shared/guests.ts'
import { toIso } from './guest-lists.ts'
import { guestPermissions } from './guest-permissions.ts'
import { guestTag as tag } from './guest-settings-routes.ts'
import type { Guests } from './guests.ts'

interface Services {
  guests: Guests
  basePath: string
}

const COOKIE = 'door'

/** Path of the door's routes, to which browsers send its cookie. VITE_API_BASE can be an absolute address. */
const getCookiePath = (basePath: string): string => new URL(`${basePath}/door`, 'http://localhost').pathname

/** Returns the token of the door session's cookie. */
export const readDoorCookie = ({ cookie }: Caller, basePath: string): string | null =>
  cookie(COOKIE, getCookiePath(basePath))

/**
 * Returns the Set-Cookie value for a door session. It stays in the browser after the session's end, for entries that the
 * phone still has to send.
 */
export const createDoorCookie = (token: string, keepMs: number, https: boolean, basePath: string): string =>
  setCookie(COOKIE, token, Math.ceil(keepMs / 1_000), {
    secure: https,
    path: getCookiePath(basePath),
    sameSite: 'Strict',
  })

export const doorAccessRoutes = ({
  guests: { doorAccess, doorSessions, lateEntries, walkInPrices },
  basePath,
}: Services) =>
  [
    defineRoute({
      id: 'openDoor',
      method: 'POST',
      path: '/events/:id/door',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Abrir la puerta de una fecha, o pedir un PIN nuevo; los teléfonos que están siguen',
      responses: {
        201: { description: 'La dirección y el PIN, una sola vez.', schema: messages.doorAccess },
      },
      problems: ['not-found', 'door-over'],
      handle: async ({ params }) =>
        respondWithOutcome(await doorAccess.open(params.id), (access) => json(access, { status: 201 })),
    }),
    defineRoute({
      id: 'getDoorDevices',
      method: 'GET',
      path: '/events/:id/door',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Los teléfonos de la puerta de una fecha',
      responses: { 200: { description: 'Primero el último visto.', schema: messages.doorDevices } },
      problems: ['not-found'],
      async handle({ params }) {
        const devices = await doorAccess.read(params.id)
        return devices ? json(devices) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'closeDoor',
      method: 'DELETE',
      path: '/events/:id/door',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Cerrar la puerta de una fecha: todos los teléfonos salen ya',
      responses: { 204: { description: 'Cerrada.' } },
      problems: ['not-found'],
      handle: async ({ params }) => respondWithOutcome(await doorAccess.close(params.id), () => noContent()),
    }),
    defineRoute({
      id: 'endDoorPhone',
      method: 'DELETE',
      path: '/events/:id/door/devices/:device',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Sacar un teléfono de la puerta; lo que mande después no cuenta hasta que alguien lo sume',
      responses: { 204: { description: 'Afuera.' } },
      problems: ['not-found'],
      handle: async ({ params: { id, device } }) =>
        respondWithOutcome(await doorAccess.endPhone(id, device), () => noContent()),
    }),
    defineRoute({
      id: 'updateWalkInPrices',
      method: 'PUT',
      path: '/events/:id/door/prices',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Cambiar lo que paga quien entra sin lista',
      body: messages.walkInPricesBody,
      responses: { 204: { description: 'Cambiado.' } },
      problems: [...bodyProblems, 'not-found'],
      handle: async ({ params, body }) =>
        respondWithOutcome(await walkInPrices.replace(params.id, body.walkInPrices), () => noContent()),
    }),
    defineRoute({
      id: 'decideLateEntries',
      method: 'POST',
      path: '/events/:id/door/devices/:device/late',
      access: guestPermissions['door.manage'],
      tag,
      summary: 'Sumar o descartar lo que llegó tarde de un teléfono cerrado',
      body: messages.lateDecision,
      responses: { 204: { description: 'Decidido.' } },
      problems: [...bodyProblems, 'not-found'],
      handle: async ({ params: { id, device }, body }) =>
        respondWithOutcome(await lateEntries.decide(id, device, body), () => noContent()),
    }),
    defineRoute({
      id: 'openDoorSession',
      method: 'POST',
      path: '/door/sessions',
      access: guestPermissions['door.sign-in'],
      bound: 'write',
      knowsSession: true,
      isKnown: (_caller, body) =>
        doorSessions.isDoor((body as z.output<typeof messages.doorSessionBody>).token),
      tag,
      summary: 'Poner un teléfono en la puerta, con el PIN o con la sesión de quien administra',
      body: messages.doorSessionBody,
      responses: { 201: { description: 'La sesión, en una cookie.', schema: messages.doorSession } },
      problems: [
        ...bodyProblems,
        'not-found',
        'wrong-pin',
        'door-closed',
        'door-locked',
        'door-over',
        'too-many-attempts',
        'too-many-phones',
      ],
      async handle({ body, caller }) {
        const sender = {
          address: caller.address,
          session: readDoorCookie(caller, basePath),
          mayManage: getRefusal(caller, guestPermissions['door.manage']) === null,
        }
        return respondWithOutcome(
          await doorSessions.signIn(body, sender),
          ({ token, device, endsAt, keepMs }) =>
            json(
              { device, expiresAt: toIso(endsAt) },
              {
                status: 201,
                headers: { 'Set-Cookie': createDoorCookie(token, keepMs, caller.https, basePath) },
              },
            ),
        )
      },
    }),
  ] as const
