/** The sessions of phones at the door of a night, which its address and its PIN open. */

import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { createToken, hashToken, isSameSecret, TOKEN } from '../../../platform/process/tokens.ts'
import { PHONES_MAX, QUEUE_GRACE_MS } from '../shared/guest-limits.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { countWrongPin, type DoorPin, findRefusal, hashPin, type KnownPhone, lockDoor } from './door-pin.ts'
import { findGuestNight } from './guest-nights.ts'
import { guestLimits } from './guest-rate-limits.ts'
import type { GuestsOptions } from './guests-options.ts'
import { readMoment } from './public-lists.ts'

/** Minimum age of `seenAt` before it is written again. Phones call every few seconds. ms */
const SEEN_GRAIN_MS = 60_000

/** The session of a phone, also one that has ended. */
export interface DoorSession {
  id: string
  event: string
  device: string
  /** Date of the night. */
  date: string
  /** When the session ends or ended. ms since 1970 */
  endsAt: number
  isOver: boolean
  /** True when an administrator ended this phone alone. */
  isRevoked: boolean
  /** Time for which the browser keeps the cookie. ms */
  keepMs: number
}

interface OpenedDoorSession {
  /** The token of the cookie, which is stored nowhere else. */
  token: string
  device: string
  /** ms since 1970 */
  endsAt: number
  keepMs: number
}

export interface DoorSessions {
  /**
   * Opens a session for a phone.
   * @param sent without `pin` only for administrators. Without `device` the phone keeps its name, or gets the next free one
   * @param sender `address`: counts unknown addresses of doors. `session`: token of the cookie, by which the door knows the
   * phone; null without a cookie. `mayManage`: an administrator needs no PIN
   */
  signIn(
    sent: { token: string; pin?: string | undefined; device?: string | undefined },
    sender: { address: string; session: string | null; mayManage: boolean },
  ): Promise<Outcome<OpenedDoorSession>>
  /**
   * Finds the session of a cookie. A session that is over is found for QUEUE_GRACE_MS, because the phone may still send what
   * it queued.
   */
  find(token: string | null): Promise<DoorSession | null>
  /** True when a door has this address. Visitors on its network cannot keep such phones out (work-gate.ts). */
  isDoor(token: string): Promise<boolean>
}

export function createDoorSessions(options: GuestsOptions): DoorSessions {
  const { database, rateLimit } = options
  const { read } = database

  const findDoor = (token: string) =>
    TOKEN.test(token)
      ? read.selectFrom('doors').selectAll().where('token', '=', token).executeTakeFirst()
      : undefined

  /** Writes `seenAt`. A failed write must not end the session. */
  const updateSeenAt = (id: string, at: number): Promise<unknown> =>
    database
      .write((tx) => tx.updateTable('doorSessions').set({ seenAt: at }).where('id', '=', id).execute())
      .catch(() => {})

  return {
    async signIn({ token, pin, device }, { address, session, mayManage }) {
      const door = await findDoor(token)
      const night = door && (await findGuestNight(read, door.event))
      if (!door || !night) {
        const wait = await rateLimit.hit(guestLimits['door-token'], address)
        return wait === null ? problem('not-found') : problem('too-many-attempts', { retryAfter: wait })
      }
      const { at, timeZone } = await readMoment(options)
      const endsAt = computeDoorEnd(night.date, timeZone)
      if (at >= endsAt) return problem('door-over')
      const needsPin = pin !== undefined || !mayManage
      const refuse = (found: DoorPin | undefined, phone: KnownPhone | null) => {
        const refusal = findRefusal(found, phone)
        // Wrong PINs of others do not lock an administrator out.
        return refusal === 'door-locked' && !needsPin ? null : refusal
      }
      // Requests to a closed or locked door cause no writes.
      const early = refuse(door, await findKnownPhone(read, night.id, session))
      if (early) return problem(early)
      // A request without a PIN is no try.
      if (needsPin && pin === undefined) return problem('wrong-pin')
      const opened = createToken()
      const answer = await database.write(async (tx) => {
        // The door stays locked until the commit, so parallel requests cannot exceed the limits.
        const locked = await lockDoor(tx, night.id)
        const phone = await findKnownPhone(tx, night.id, session)
        const refusal = refuse(locked, phone)
        if (!locked?.pinHash || refusal) return problem(refusal ?? 'door-closed')
        if (pin !== undefined && !isSameSecret(hashPin(token, pin), locked.pinHash)) {
          await countWrongPin(tx, night.id, phone)
          return problem('wrong-pin')
        }
        if ((await countPhones(tx, night.id, phone)) >= PHONES_MAX) return problem('too-many-phones')
        const name = device ?? phone?.device ?? (await findFreeName(tx, night.id))
        await storeSession(tx, night.id, phone, { tokenHash: hashToken(opened), device: name, at })
        return success(name)
      })
      if (!answer.ok) return answer
      return success({
        token: opened,
        device: answer.value,
        endsAt,
        keepMs: endsAt + QUEUE_GRACE_MS - at,
      })
    },

    async find(token) {
      if (token === null || !TOKEN.test(token)) return null
      const row = await read
        .selectFrom('doorSessions')
        .innerJoin('events', 'events.id', 'doorSessions.event')
        .select(['doorSessions.id', 'doorSessions.event', 'doorSessions.device', 'doorSessions.seenAt'])
        .select(['doorSessions.endedAt', 'doorSessions.revokedAt', 'events.date', 'events.deletedAt'])
        .where('doorSessions.tokenHash', '=', hashToken(token))
        .executeTakeFirst()
      if (!row) return null
      const { id, event, device, date, seenAt, endedAt, revokedAt, deletedAt } = row
      const never = Number.POSITIVE_INFINITY
      const { at, timeZone } = await readMoment(options)
      const endsAt = Math.min(computeDoorEnd(date, timeZone), endedAt ?? never, deletedAt ?? never)
      const keepMs = endsAt + QUEUE_GRACE_MS - at
      if (keepMs <= 0) return null
      if (at - seenAt >= SEEN_GRAIN_MS) await updateSeenAt(id, at)
      return { id, event, device, date, endsAt, isOver: at >= endsAt, isRevoked: revokedAt !== null, keepMs }
    },

    isDoor: async (token) => (await findDoor(token)) !== undefined,
  }
}

/**
 * Finds the phone of a cookie. The server chose the cookie's secret, so a stranger gets no more tries by a new one for each
 * try. The closing of a door ends its phones, and the door still knows them.
 */
async function findKnownPhone(
  db: Kysely<Tables>,
  event: string,
  session: string | null,
): Promise<(KnownPhone & { device: string }) | null> {
  if (session === null || !TOKEN.test(session)) return null
  const phone = await db
    .selectFrom('doorSessions')
    .select(['id', 'wrongPins', 'device'])
    .where('tokenHash', '=', hashToken(session))
    .where('event', '=', event)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return phone ?? null
}

/** Returns the first of 'Puerta 1', 'Puerta 2' and so on that no phone of the night has had. */
async function findFreeName(tx: Transaction<Tables>, event: string): Promise<string> {
  const rows = await tx.selectFrom('doorSessions').select('device').where('event', '=', event).execute()
  const taken = new Set(rows.map(({ device }) => device.toLowerCase()))
  let number = 1
  while (taken.has(`puerta ${number}`)) number++
  return `Puerta ${number}`
}

/** Counts the phones that are on, except one. */
async function countPhones(
  tx: Transaction<Tables>,
  event: string,
  except: KnownPhone | null,
): Promise<number> {
  const { n } = await tx
    .selectFrom('doorSessions')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('event', '=', event)
    .where('endedAt', 'is', null)
    .where('id', '<>', except?.id ?? '')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Stores a new session. A phone that enters again keeps its row, and with it the limit of its entries. */
async function storeSession(
  tx: Transaction<Tables>,
  event: string,
  phone: KnownPhone | null,
  { tokenHash, device, at }: { tokenHash: string; device: string; at: number },
): Promise<void> {
  const row = { tokenHash, device, seenAt: at, endedAt: null }
  if (phone) await tx.updateTable('doorSessions').set(row).where('id', '=', phone.id).execute()
  else
    await tx
      .insertInto('doorSessions')
      .values({ ...row, id: randomUUIDv7(), event, createdAt: at, revokedAt: null, unsent: null })
      .execute()
}
