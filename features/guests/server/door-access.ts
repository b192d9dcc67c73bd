/** Access of phones to the door of a night: its address, its PIN, and the sessions that the PIN opens. */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { createToken, hashToken, isSameSecret, TOKEN } from '../../../platform/auth/server/tokens.ts'
import type { Row } from '../../../platform/db/tables.ts'
import { PIN_LENGTH, QUEUE_GRACE_MS, WRONG_PINS_MAX } from '../shared/guest-limits.ts'
import { doorPath } from '../shared/guest-paths.ts'
import type { DoorAccess, DoorDevices } from '../shared/guests.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'

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
  /** Time for which the browser keeps the cookie. ms */
  keepMs: number
}

export interface OpenedDoorSession {
  /** The token of the cookie, which is stored nowhere else. */
  token: string
  device: string
  /** ms since 1970 */
  endsAt: number
  keepMs: number
}

export interface DoorAccessService {
  /** Makes a new PIN. The address of the door stays the same, and running sessions go on. */
  open(event: string): Promise<Outcome<DoorAccess>>
  /** Lists the phones of a door, the last seen first. null when the night does not exist */
  read(event: string): Promise<DoorDevices | null>
  /** Ends all sessions, and removes the PIN. */
  close(event: string): Promise<Outcome<null>>
  /** Opens a session for a phone. @param address of the phone, for the rate limit */
  signIn(
    sent: { token: string; pin: string; device: string },
    address: string,
  ): Promise<Outcome<OpenedDoorSession>>
  /**
   * Finds the session of a cookie. A session that is over is found for QUEUE_GRACE_MS, because the phone may still send what
   * it queued.
   */
  findSession(token: string | null): Promise<DoorSession | null>
}

export function createDoorAccess({
  database,
  settings,
  rateLimit,
  env,
  now,
}: GuestsOptions): DoorAccessService {
  const { read } = database

  /** Returns the noon after a night. ms since 1970 */
  async function findEnd({ date }: { date: string }): Promise<number> {
    const { identity } = await settings.all()
    return computeDoorEnd(date, identity.timeZone)
  }

  const getUrl = (token: string): string => `${env.siteUrl ?? ''}${doorPath(token)}`

  /** Writes `seenAt`. A failed write must not end the session. */
  const updateSeenAt = (id: string, at: number): Promise<unknown> =>
    database
      .write((tx) => tx.updateTable('doorSessions').set({ seenAt: at }).where('id', '=', id).execute())
      .catch(() => {})

  return {
    async open(event) {
      const night = await findGuestNight(read, event)
      if (!night) return problem('not-found')
      const endsAt = await findEnd(night)
      const at = now()
      if (at >= endsAt) return problem('door-over')
      const pin = String(randomInt(10 ** PIN_LENGTH)).padStart(PIN_LENGTH, '0')
      const token = await database.write(async (tx) => {
        const fresh = createToken()
        const { token } = await tx
          .insertInto('doors')
          .values({
            event,
            cursor: 0,
            token: fresh,
            pinHash: null,
            wrongPins: 0,
            openedAt: at,
            erasedAt: null,
          })
          .onConflict((conflict) =>
            conflict.column('event').doUpdateSet((row) => ({
              token: row.fn.coalesce('doors.token', row.ref('excluded.token')),
              openedAt: row.fn.coalesce('doors.openedAt', row.ref('excluded.openedAt')),
            })),
          )
          .returning('token')
          .executeTakeFirstOrThrow()
        const stored = token ?? fresh
        await tx
          .updateTable('doors')
          .set({ pinHash: hashPin(stored, pin), wrongPins: 0 })
          .where('event', '=', event)
          .execute()
        return stored
      })
      return success({ url: getUrl(token), pin, expiresAt: toIso(endsAt) })
    },

    async read(event) {
      const night = await findGuestNight(read, event)
      if (!night) return null
      const door = await read.selectFrom('doors').selectAll().where('event', '=', event).executeTakeFirst()
      const sessions = await read
        .selectFrom('doorSessions')
        .selectAll()
        .where('event', '=', event)
        .orderBy('seenAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      const endsAt = await findEnd(night)
      const isOver = now() >= endsAt
      return {
        url: door?.token ? getUrl(door.token) : null,
        isOpen: isPinOpen(door) && !isOver,
        isLocked: door?.pinHash != null && door.wrongPins >= WRONG_PINS_MAX,
        expiresAt: toIso(endsAt),
        devices: sessions.map(({ id, device, createdAt, seenAt, endedAt }) => ({
          _id: id,
          device,
          createdAt: toIso(createdAt),
          seenAt: toIso(seenAt),
          isOn: endedAt === null && !isOver,
        })),
      }
    },

    async close(event) {
      if (!(await findGuestNight(read, event))) return problem('not-found')
      const at = now()
      await database.write(async (tx) => {
        // Locks the door first, as `signIn` does. No session can then open between the two statements.
        await tx.updateTable('doors').set({ pinHash: null }).where('event', '=', event).execute()
        await tx
          .updateTable('doorSessions')
          .set({ endedAt: at })
          .where('event', '=', event)
          .where('endedAt', 'is', null)
          .execute()
      })
      return success(null)
    },

    async signIn({ token, pin, device }, address) {
      // The try counts before the PIN is compared, so that parallel requests cannot exceed the limit.
      const wait = await rateLimit.hit('door-pin', address)
      if (wait !== null) return problem('too-many-attempts', { retryAfter: wait })
      const door = TOKEN.test(token)
        ? await read.selectFrom('doors').selectAll().where('token', '=', token).executeTakeFirst()
        : undefined
      const night = door && (await findGuestNight(read, door.event))
      if (!door || !night) return problem('not-found')
      const endsAt = await findEnd(night)
      const at = now()
      if (at >= endsAt) return problem('door-over')
      const opened = createToken()
      const refusal = await database.write(async (tx) => {
        // Each PIN counts as wrong before it is compared. The row stays locked until the commit, so of many parallel
        // requests at most WRONG_PINS_MAX are compared.
        const counted = await tx
          .updateTable('doors')
          .set((row) => ({ wrongPins: row('wrongPins', '+', 1) }))
          .where('event', '=', night.id)
          .where('pinHash', 'is not', null)
          .where('wrongPins', '<', WRONG_PINS_MAX)
          .returning('pinHash')
          .executeTakeFirst()
        if (!counted?.pinHash) {
          const { pinHash } = await tx
            .selectFrom('doors')
            .select('pinHash')
            .where('event', '=', night.id)
            .executeTakeFirstOrThrow()
          return pinHash === null ? 'door-closed' : 'door-locked'
        }
        if (!isSameSecret(hashPin(token, pin), counted.pinHash)) return 'wrong-pin'
        await tx
          .updateTable('doors')
          .set((row) => ({ wrongPins: row('wrongPins', '-', 1) }))
          .where('event', '=', night.id)
          .execute()
        await tx
          .insertInto('doorSessions')
          .values({
            id: randomUUIDv7(),
            tokenHash: hashToken(opened),
            event: night.id,
            device,
            createdAt: at,
            seenAt: at,
            endedAt: null,
          })
          .execute()
        return null
      })
      // Only a wrong PIN counts, so that staff need not wait after an administrator opens the door.
      if (refusal !== 'wrong-pin') await rateLimit.refund('door-pin', address)
      if (refusal) return problem(refusal)
      return success({ token: opened, device, endsAt, keepMs: endsAt + QUEUE_GRACE_MS - at })
    },

    async findSession(token) {
      if (token === null || !TOKEN.test(token)) return null
      const row = await read
        .selectFrom('doorSessions')
        .innerJoin('events', 'events.id', 'doorSessions.event')
        .select(['doorSessions.id', 'doorSessions.event', 'doorSessions.device', 'doorSessions.seenAt'])
        .select(['doorSessions.endedAt', 'events.date', 'events.deletedAt'])
        .where('doorSessions.tokenHash', '=', hashToken(token))
        .executeTakeFirst()
      if (!row) return null
      const { id, event, device, seenAt, endedAt, deletedAt } = row
      const never = Number.POSITIVE_INFINITY
      const endsAt = Math.min(await findEnd(row), endedAt ?? never, deletedAt ?? never)
      const at = now()
      const keepMs = endsAt + QUEUE_GRACE_MS - at
      if (keepMs <= 0) return null
      const isOver = at >= endsAt
      if (!isOver && at - seenAt >= SEEN_GRAIN_MS) await updateSeenAt(id, at)
      return { id, event, device, date: row.date, endsAt, isOver, keepMs }
    },
  }
}

const isPinOpen = (door: Row<'doors'> | undefined): boolean =>
  door?.pinHash != null && door.wrongPins < WRONG_PINS_MAX

/**
 * Hashes a PIN. A slow hash would not protect six digits, and would let strangers use up memory and threads. A stolen hash
 * is worth little: the same database contains the names that the PIN protects.
 */
const hashPin = (token: string, pin: string): string => hashToken(`${token} ${pin}`)
