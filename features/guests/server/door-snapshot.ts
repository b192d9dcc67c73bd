/** Reads the state of a door, whole and as changes since a cursor. */
import type { Kysely } from 'kysely'
import { readConsistently } from '../../../platform/db/consistent-read.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { DoorCounts } from '../shared/door-state.ts'
import { RECENT_ENTRIES } from '../shared/guest-limits.ts'
import type {
  Arrival,
  DoorChanges,
  DoorEntry,
  DoorGuest,
  DoorList,
  DoorSnapshot,
  EntryFlag,
} from '../shared/guests.ts'
import { computeDoorEnd } from '../shared/list-hours.ts'
import { readLastArrivals } from './arrivals.ts'
import { countPeople, readEntryTotals } from './door-totals.ts'
import { toIso } from './guest-lists.ts'
import { findGuestNight, readCursor, summarizeNight } from './guest-nights.ts'
import type { GuestSettingsService } from './guest-settings.ts'
import type { GuestsOptions } from './guests-options.ts'
import {
  type GuestRow,
  type ListRow,
  presentGuestFields,
  presentListFields,
  readGuestRows,
  readListRows,
} from './list-rows.ts'
import { parsePaidPrice, readWalkInPrices } from './walk-in-prices.ts'

export interface DoorSnapshots {
  /**
   * Reads the whole door. null when the night does not exist
   * @param device name of the phone. null for an administrator
   */
  read(event: string, device: string | null): Promise<DoorSnapshot | null>
  /** Reads what changed after a cursor. null when the night does not exist */
  readChanges(event: string, after: number): Promise<DoorChanges | null>
}

type SnapshotOptions = Pick<GuestsOptions, 'database' | 'settings' | 'now'> & {
  guestSettings: Pick<GuestSettingsService, 'read'>
}

export function createDoorSnapshots({
  database,
  settings,
  guestSettings,
  now,
}: SnapshotOptions): DoorSnapshots {
  /**
   * Counts and lists of the last read. Several phones request the same state every few seconds, and adding up the entries
   * is most of the work. Every change of lists, guests or entries raises the cursor.
   */
  let latest: { event: string; cursor: number; counts: DoorCounts; lists: DoorList[] } | null = null

  async function readSums(db: Kysely<Tables>, event: string, cursor: number) {
    if (latest?.event !== event || latest.cursor !== cursor) {
      const counts = countPeople(await readEntryTotals(db, event))
      latest = { event, cursor, counts, lists: (await readListRows(db, event)).map(presentList) }
    }
    return { counts: latest.counts, lists: latest.lists }
  }

  /** Reads what snapshot and changes have in common. All reads see the state of the cursor. */
  async function readState(db: Kysely<Tables>, event: string, timeZone: string) {
    const cursor = await readCursor(db, event)
    const night = await findGuestNight(db, event)
    if (!night) return null
    const { _id, title, date } = summarizeNight(night, now())
    const { counts, lists } = await readSums(db, event, cursor)
    const { capacity } = await guestSettings.read(db)
    return {
      night: {
        _id,
        title,
        date,
        endsAt: night.endsAt,
        status: night.status,
        timeZone,
        expiresAt: toIso(computeDoorEnd(date, timeZone)),
      },
      capacity,
      inside: counts.inside,
      counts,
      walkInPrices: await readWalkInPrices(db, event),
      lists,
      cursor,
    }
  }

  return {
    async read(event, device) {
      const { identity } = await settings.all()
      return readConsistently(database, async (db) => {
        const state = await readState(db, event, identity.timeZone)
        if (!state) return null
        const guests = await readGuestRows(db, event)
        const arrivals = await readLastArrivals(db, event)
        const entries = await selectEntries(db, event).limit(RECENT_ENTRIES).execute()
        return {
          ...state,
          device,
          guests: guests.map((guest) => presentDoorGuest(guest, arrivals)),
          entries: entries.map(presentEntry),
        }
      })
    },

    async readChanges(event, after) {
      const { identity } = await settings.all()
      return readConsistently(database, async (db) => {
        const state = await readState(db, event, identity.timeZone)
        if (!state) return null
        const isUnchanged = state.cursor === after
        const guests = isUnchanged ? [] : await readGuestRows(db, event, { after })
        const entries = isUnchanged
          ? []
          : await selectEntries(db, event).where('entry.cursor', '>', after).execute()
        const arrivals = await readLastArrivals(
          db,
          event,
          guests.map(({ id }) => id),
        )
        const isKept = ({ deletedAt, name }: GuestRow) => deletedAt === null && name !== ''
        return {
          ...state,
          guests: guests.filter(isKept).map((guest) => presentDoorGuest(guest, arrivals)),
          deleted: guests.filter((guest) => !isKept(guest)).map(({ id }) => id),
          entries: entries.map(presentEntry),
        }
      })
    },
  }
}

/** Selects the entries of a night that count, newest first. */
const selectEntries = (db: Kysely<Tables>, event: string) =>
  db
    .selectFrom('doorEntries as entry')
    .leftJoin('doorSessions', 'doorSessions.id', 'entry.session')
    .selectAll('entry')
    .select('doorSessions.device')
    .where('entry.event', '=', event)
    .where('entry.late', 'is', null)
    .orderBy((row) => row('entry.at', '+', row.ref('entry.correction')), 'desc')
    .orderBy('entry.id', 'desc')

const presentEntry = ({
  id,
  kind,
  guest,
  people,
  undoes,
  at,
  correction,
  price,
  device,
  flags,
}: Row<'doorEntries'> & { device: string | null }): DoorEntry => ({
  _id: id,
  kind,
  guest,
  people,
  undoes,
  price: parsePaidPrice({ price }),
  at: toIso(at + correction),
  device,
  flags: flags === '' ? [] : (flags.split(' ') as EntryFlag[]),
})

const presentDoorGuest = (guest: GuestRow, arrivals: ReadonlyMap<string, readonly Arrival[]>): DoorGuest => {
  const shown = arrivals.get(guest.id)
  const { document, refusal } = guest
  return {
    ...presentGuestFields(guest),
    ...(document !== null && { document }),
    ...(refusal !== null && { refusal }),
    ...(shown && { arrivals: [...shown] }),
  }
}

/** Returns a list without its note, which only administrators read. */
function presentList(row: ListRow): DoorList {
  const { note: _, ...fields } = presentListFields(row)
  return { ...fields, invited: row.invited, arrived: row.arrived }
}
