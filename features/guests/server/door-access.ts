/** Access of phones to the door of a night: its address, its PIN, and the sessions that the PIN opens. */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { createToken, hashToken, isSameSecret, TOKEN } from '../../../platform/process/tokens.ts'
import {
  PHONES_MAX,
  PIN_LENGTH,
  QUEUE_GRACE_MS,
  WRONG_PINS_IN_ALL,
  WRONG_PINS_MAX,
} from '../shared/guest-limits.ts'
import { doorPath } from '../shared/guest-paths.ts'
import type { DoorAccess, DoorDevices } from '../shared/guests.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { readLateEntries } from './late-entries.ts'

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
  /** Ends one phone. The door no longer knows it, so it needs the PIN like any other phone. */
  endPhone(event: string, session: string): Promise<Outcome<null>>
  /**
   * Opens a session for a phone.
   * @param sender `address`: counts unknown addresses of doors. `session`: token of the cookie, by which the door knows the
   * phone; null without a cookie
   */
  signIn(
    sent: { token: string; pin: string; device: string },
    sender: { address: string; session: string | null },
  ): Promise<Outcome<OpenedDoorSession>>
  /**
   * Finds the session of a cookie. A session that is over is found for QUEUE_GRACE_MS, because the phone may still send what
   * it queued.
   */
  findSession(token: string | null): Promise<DoorSession | null>
  /** True when a door has this address. Visitors on its network cannot keep such phones out (work-gate.ts). */
  isDoor(token: string): Promise<boolean>
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
        await tx.updateTable('doorSessions').set({ wrongPins: 0 }).where('event', '=', event).execute()
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
        devices: sessions.map(({ id, device, createdAt, seenAt, endedAt, revokedAt, unsent }) => ({
          _id: id,
          device,
          createdAt: toIso(createdAt),
          seenAt: toIso(seenAt),
          isOn: endedAt === null && !isOver,
          isRevoked: revokedAt !== null,
          unsent,
        })),
        late: await readLateEntries(read, event),
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

    async endPhone(event, session) {
      if (!(await findGuestNight(read, event))) return problem('not-found')
      const at = now()
      const { numUpdatedRows } = await database.write(async (tx) => {
        // Entries that arrive later wait for this lock, and then find the session ended.
        await lockDoor(tx, event)
        return tx
          .updateTable('doorSessions')
          .set((row) => ({
            endedAt: row.fn.coalesce('endedAt', row.val(at)),
            revokedAt: row.fn.coalesce('revokedAt', row.val(at)),
          }))
          .where('id', '=', session)
          .where('event', '=', event)
          .executeTakeFirst()
      })
      return numUpdatedRows === 0n ? problem('not-found') : success(null)
    },

    async signIn({ token, pin, device }, { address, session }) {
      const door = TOKEN.test(token)
        ? await read.selectFrom('doors').selectAll().where('token', '=', token).executeTakeFirst()
        : undefined
      const night = door && (await findGuestNight(read, door.event))
      if (!door || !night) {
        const wait = await rateLimit.hit('door-token', address)
        return wait === null ? problem('not-found') : problem('too-many-attempts', { retryAfter: wait })
      }
      const endsAt = await findEnd(night)
      const at = now()
      if (at >= endsAt) return problem('door-over')
      // Requests to a closed or locked door cause no writes.
      const early = findRefusal(door, await findKnownPhone(read, night.id, session))
      if (early) return problem(early)
      const opened = createToken()
      const refusal = await database.write(async (tx) => {
        // The door stays locked until the commit, so parallel requests cannot exceed the limits.
        const locked = await lockDoor(tx, night.id)
        const phone = await findKnownPhone(tx, night.id, session)
        const refusal = findRefusal(locked, phone)
        if (!locked?.pinHash || refusal) return refusal ?? 'door-closed'
        if (!isSameSecret(hashPin(token, pin), locked.pinHash)) {
          await countWrongPin(tx, night.id, phone)
          return 'wrong-pin'
        }
        if ((await countPhones(tx, night.id, phone)) >= PHONES_MAX) return 'too-many-phones'
        const row = { tokenHash: hashToken(opened), device, seenAt: at, endedAt: null }
        // A phone that enters again keeps its row, and with it the limit of its entries.
        if (phone) await tx.updateTable('doorSessions').set(row).where('id', '=', phone.id).execute()
        else
          await tx
            .insertInto('doorSessions')
            .values({
              ...row,
              id: randomUUIDv7(),
              event: night.id,
              createdAt: at,
              revokedAt: null,
              unsent: null,
            })
            .execute()
        return null
      })
      if (refusal) return problem(refusal)
      return success({ token: opened, device, endsAt, keepMs: endsAt + QUEUE_GRACE_MS - at })
    },

    async isDoor(token) {
      if (!TOKEN.test(token)) return false
      const door = await read
        .selectFrom('doors')
        .select('event')
        .where('token', '=', token)
        .executeTakeFirst()
      return door !== undefined
    },

    async findSession(token) {
      if (token === null || !TOKEN.test(token)) return null
      const row = await read
        .selectFrom('doorSessions')
        .innerJoin('events', 'events.id', 'doorSessions.event')
        .select(['doorSessions.id', 'doorSessions.event', 'doorSessions.device', 'doorSessions.seenAt'])
        .select(['doorSessions.endedAt', 'doorSessions.revokedAt', 'events.date', 'events.deletedAt'])
        .where('doorSessions.tokenHash', '=', hashToken(token))
        .executeTakeFirst()
      if (!row) return null
      const { id, event, device, seenAt, endedAt, revokedAt, deletedAt } = row
      const never = Number.POSITIVE_INFINITY
      const endsAt = Math.min(await findEnd(row), endedAt ?? never, deletedAt ?? never)
      const at = now()
      const keepMs = endsAt + QUEUE_GRACE_MS - at
      if (keepMs <= 0) return null
      const isOver = at >= endsAt
      if (at - seenAt >= SEEN_GRAIN_MS) await updateSeenAt(id, at)
      return { id, event, device, date: row.date, endsAt, isOver, isRevoked: revokedAt !== null, keepMs }
    },
  }
}

type Db = Kysely<Tables>

/** A phone that has entered with a PIN of this door, and that no administrator has ended. */
type KnownPhone = Pick<Row<'doorSessions'>, 'id' | 'wrongPins'>

/**
 * Finds the phone of a cookie. The server chose the cookie's secret, so a stranger gets no more tries by a new one for each
 * try. The closing of a door ends its phones, and the door still knows them.
 */
async function findKnownPhone(db: Db, event: string, session: string | null): Promise<KnownPhone | null> {
  if (session === null || !TOKEN.test(session)) return null
  const phone = await db
    .selectFrom('doorSessions')
    .select(['id', 'wrongPins'])
    .where('tokenHash', '=', hashToken(session))
    .where('event', '=', event)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return phone ?? null
}

type DoorPin = Pick<Row<'doors'>, 'pinHash' | 'wrongPins'>

/** Returns why a phone may not try a PIN. null when it may */
function findRefusal(door: DoorPin | undefined, phone: KnownPhone | null) {
  if (!door || door.pinHash === null) return 'door-closed' as const
  const isLocked =
    door.wrongPins >= (phone ? WRONG_PINS_IN_ALL : WRONG_PINS_MAX) ||
    (phone?.wrongPins ?? 0) >= WRONG_PINS_MAX
  return isLocked ? ('door-locked' as const) : null
}

/** Locks the row of a door until the commit. */
const lockDoor = (tx: Transaction<Tables>, event: string): Promise<DoorPin | undefined> =>
  tx
    .updateTable('doors')
    .set((row) => ({ cursor: row.ref('cursor') }))
    .where('event', '=', event)
    .returning(['pinHash', 'wrongPins'])
    .executeTakeFirst()

async function countWrongPin(
  tx: Transaction<Tables>,
  event: string,
  phone: KnownPhone | null,
): Promise<void> {
  await tx
    .updateTable('doors')
    .set((row) => ({ wrongPins: row('wrongPins', '+', 1) }))
    .where('event', '=', event)
    .execute()
  if (phone)
    await tx
      .updateTable('doorSessions')
      .set({ wrongPins: phone.wrongPins + 1 })
      .where('id', '=', phone.id)
      .execute()
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

const isPinOpen = (door: Row<'doors'> | undefined): boolean =>
  door?.pinHash != null && door.wrongPins < WRONG_PINS_MAX

/**
 * Hashes a PIN. A slow hash would not protect six digits, and would let strangers use up memory and threads. A stolen hash
 * is worth little: the same database contains the names that the PIN protects.
 */
const hashPin = (token: string, pin: string): string => hashToken(`${token} ${pin}`)
