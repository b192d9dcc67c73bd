/** Routes of the door itself. They compare the cookie of the door session themselves. */

import { bodyProblems, type Caller, defineRoute, json } from '../../../platform/api/server/route.ts'
import { getRefusal } from '../../../platform/auth/shared/policy.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import * as messages from '../shared/guests.ts'
import { createDoorCookie, readDoorCookie } from './door-access-routes.ts'
import type { DoorSession } from './door-sessions.ts'
import { guestPermissions } from './guest-permissions.ts'
import { guestTag as tag } from './guest-settings-routes.ts'
import type { Guests } from './guests.ts'

interface Services {
  guests: Guests
  basePath: string
}

/** Limit of a batch. 500 entries have about 130 kB. Bytes */
const BATCH_MAX_BYTES = 300_000

export function doorRoutes({ guests: { doorSessions, doorEntries, door }, basePath }: Services) {
  /** Runs `answer` with the running session of the phone. It returns null when the night no longer exists. */
  async function withSession(
    caller: Caller,
    answer: (session: DoorSession, token: string) => Promise<Response | null>,
  ): Promise<Response> {
    const token = readDoorCookie(caller, basePath)
    const session = await doorSessions.find(token)
    if (session?.isRevoked) return problemResponse('door-phone-ended')
    const isRunning = session && token !== null && !session.isOver
    return (isRunning && (await answer(session, token))) || problemResponse('door-session-needed')
  }

  /** The phones of the door share an address with visitors, who must not keep them out. */
  const isKnown = async (caller: Caller) =>
    (await doorSessions.find(readDoorCookie(caller, basePath))) !== null

  return [
    defineRoute({
      id: 'getDoor',
      method: 'GET',
      path: '/door',
      access: guestPermissions['door.use'],
      bound: 'lookup',
      isKnown,
      knowsSession: true,
      tag,
      summary: 'La puerta de una noche, para sus teléfonos y para administradores',
      query: messages.doorQuery,
      responses: { 200: { description: 'Solo esa noche.', schema: messages.doorSnapshot } },
      problems: ['door-session-needed', 'door-phone-ended', 'not-found'],
      async handle({ caller, query: { event } }) {
        if (event !== undefined && getRefusal(caller, guestPermissions['door.manage']) === null) {
          const snapshot = await door.read(event, null)
          return snapshot ? json(snapshot) : problemResponse('not-found')
        }
        return withSession(caller, async (session, token) => {
          const snapshot = await door.read(session.event, session.device)
          // A night with a later date needs a cookie that lives longer.
          const cookie = createDoorCookie(token, session.keepMs, caller.https, basePath)
          return snapshot && json(snapshot, { headers: { 'Set-Cookie': cookie } })
        })
      },
    }),
    defineRoute({
      id: 'getDoorChanges',
      method: 'GET',
      path: '/door/entries',
      access: guestPermissions['door.use'],
      bound: 'lookup',
      isKnown,
      tag,
      summary: 'Lo que cambió en la puerta desde un cursor',
      query: messages.doorChangesQuery,
      responses: { 200: { description: 'También lo que se borró.', schema: messages.doorChanges } },
      problems: ['door-session-needed', 'door-phone-ended'],
      handle: ({ caller, query: { after } }) =>
        withSession(caller, async ({ event }) => {
          const changes = await door.readChanges(event, after)
          return changes && json(changes)
        }),
    }),
    defineRoute({
      id: 'sendDoorEntries',
      method: 'POST',
      path: '/door/entries',
      access: guestPermissions['door.use'],
      bound: 'lookup',
      isKnown,
      tag,
      summary: 'Mandar ingresos; mandar uno dos veces no cambia nada',
      maxBytes: BATCH_MAX_BYTES,
      body: messages.entriesBody,
      responses: {
        200: { description: 'Cuáles quedaron, y cuáles no y por qué.', schema: messages.entriesAnswer },
      },
      problems: [...bodyProblems, 'door-session-needed'],
      async handle({ caller, body }) {
        const session = await doorSessions.find(readDoorCookie(caller, basePath))
        // A phone whose cookie was replaced without its knowledge must not send entries to another night.
        const isOfOtherNight = body.event !== undefined && body.event !== session?.event
        return session && !isOfOtherNight
          ? json(await doorEntries.receive(session, body))
          : problemResponse('door-session-needed')
      },
    }),
  ] as const
}
