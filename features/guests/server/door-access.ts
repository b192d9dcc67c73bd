/** Access to the door of a night, for administrators: its address, its PIN, and its phones. */
import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { createToken } from '../../../platform/process/tokens.ts'
import { doorPath } from '../shared/guest-paths.ts'
import type { DoorAccess, DoorDevices } from '../shared/guests.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { createPin, findRefusal, hashPin, lockDoor, storePin } from './door-pin.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestsOptions } from './guests-options.ts'
import { readLateEntries } from './late-entries.ts'
import { readMoment } from './public-lists.ts'
import { parseWalkInPrices } from './walk-in-prices.ts'

export interface DoorAccessService {
  /** Makes a new PIN. The address of the door stays the same, and running sessions go on. */
  open(event: string): Promise<Outcome<DoorAccess>>
  /** Lists the phones of a door, the last seen first. null when the night does not exist */
  read(event: string): Promise<DoorDevices | null>
  /** Ends all sessions, and removes the PIN. */
  close(event: string): Promise<Outcome<null>>
  /** Ends one phone. The door no longer knows it, so it needs the PIN like any other phone. */
  endPhone(event: string, session: string): Promise<Outcome<null>>
}

export function createDoorAccess(options: GuestsOptions): DoorAccessService {
  const { database, env, now } = options
  const { read } = database

  const getUrl = (token: string): string => `${env.siteUrl ?? ''}${doorPath(token)}`

  return {
    async open(event) {
      const night = await findGuestNight(read, event)
      if (!night) return problem('not-found')
      const { at, timeZone } = await readMoment(options)
      const endsAt = computeDoorEnd(night.date, timeZone)
      if (at >= endsAt) return problem('door-over')
      const pin = createPin()
      const token = await database.write(async (tx) => {
        const token = await ensureToken(tx, event, at)
        await storePin(tx, event, hashPin(token, pin))
        return token
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
      const { at, timeZone } = await readMoment(options)
      const endsAt = computeDoorEnd(night.date, timeZone)
      const isOver = at >= endsAt
      const refusal = findRefusal(door, null)
      return {
        url: door?.token ? getUrl(door.token) : null,
        isOpen: refusal === null && !isOver,
        isLocked: refusal === 'door-locked',
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
        walkInPrices: parseWalkInPrices(door),
        late: await readLateEntries(read, event),
      }
    },

    async close(event) {
      if (!(await findGuestNight(read, event))) return problem('not-found')
      const at = now()
      await database.write(async (tx) => {
        // Locks the door first, as the sign-in does. No session can then open between the two statements.
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
  }
}

/** Returns the token of a door's address, which it gets when it is opened for the first time. */
async function ensureToken(tx: Transaction<Tables>, event: string, openedAt: number): Promise<string> {
  const fresh = createToken()
  const { token } = await tx
    .insertInto('doors')
    .values({ event, cursor: 0, token: fresh, pinHash: null, wrongPins: 0, openedAt, erasedAt: null })
    .onConflict((conflict) =>
      conflict.column('event').doUpdateSet((row) => ({
        token: row.fn.coalesce('doors.token', row.ref('excluded.token')),
        openedAt: row.fn.coalesce('doors.openedAt', row.ref('excluded.openedAt')),
      })),
    )
    .returning('token')
    .executeTakeFirstOrThrow()
  return token ?? fresh
}
