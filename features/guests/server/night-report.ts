/** The report of a night: people by list and by half hour, and the peak. The names of guests are a report of their own. */
import type { Row } from '../../../platform/db/tables.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import { type EntryKind, listValidEntries, NO_PEOPLE } from '../shared/door-state.ts'
import type { NightReport } from '../shared/guests.ts'
import { computeErasureTime } from './guest-erasure.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestSettingsService } from './guest-settings.ts'
import type { GuestsOptions } from './guests-options.ts'
import { readGuestRows, readListRows } from './list-rows.ts'

const HALF_HOUR_MS = 1_800_000

export interface NightReports {
  /** null when the night does not exist */
  read(event: string): Promise<NightReport | null>
  /** Reads the guests whose names are still kept, with their arrived people. null when the night does not exist */
  readNames(event: string): Promise<ReportedGuest[] | null>
}

export interface ReportedGuest {
  list: string
  name: string
  companions: number
  arrived: number
  note: string | null
  addedBy: Row<'guests'>['addedBy']
}

type ReportOptions = Pick<GuestsOptions, 'database' | 'settings'> & {
  guestSettings: Pick<GuestSettingsService, 'read'>
}

export function createNightReports({ database, settings, guestSettings }: ReportOptions): NightReports {
  const { read } = database

  return {
    async read(event) {
      const night = await findGuestNight(read, event)
      if (!night) return null
      const [lists, guests, entries, door, { identity }, { capacity, guestRetentionDays }] =
        await Promise.all([
          readListRows(read, event),
          read.selectFrom('guests').select(['id', 'list', 'name']).where('event', '=', event).execute(),
          read.selectFrom('doorEntries').selectAll().where('event', '=', event).execute(),
          read.selectFrom('doors').select('erasedAt').where('event', '=', event).executeTakeFirst(),
          settings.all(),
          guestSettings.read(),
        ])
      const listByGuest = new Map(guests.map(({ id, list }) => [id, list]))
      const { timeZone } = identity
      const erasedFrom = computeErasureTime(night, guestRetentionDays, timeZone)
      // A night that was moved after the erasure can have new names.
      const hasNames = guests.some(({ name }) => name !== '')
      const erasedAt = hasNames ? null : (door?.erasedAt ?? null)
      return {
        invited: lists.reduce((people, { invited }) => people + invited, 0),
        lists: lists.map(({ id, name, invited, arrived }) => ({ _id: id, name, invited, arrived })),
        ...computeTotals(
          entries.filter(({ late }) => late === null),
          listByGuest,
          timeZone,
        ),
        late: entries.filter(({ late }) => late === 'waiting').length,
        capacity,
        namesErasedAt: erasedAt === null ? null : new Date(erasedAt).toISOString(),
        namesErasedFrom: new Date(erasedFrom).toISOString(),
      }
    },

    async readNames(event) {
      if (!(await findGuestNight(read, event))) return null
      const lists = new Map((await readListRows(read, event)).map(({ id, name }) => [id, name]))
      return (await readGuestRows(read, event)).map(({ list, name, companions, arrived, note, addedBy }) => ({
        list: lists.get(list) ?? '',
        name,
        companions,
        arrived,
        note,
        addedBy,
      }))
    },
  }
}

type Totals = Pick<NightReport, 'arrived' | 'halfHours' | 'tickets' | 'walkIns' | 'exits' | 'peak'>

/**
 * Adds up entries.
 * @param entries of the night, in any order
 * @param listByGuest ids of lists by id of guest. Entries of unknown guests count in no list
 */
function computeTotals(
  entries: readonly Row<'doorEntries'>[],
  listByGuest: ReadonlyMap<string, string>,
  timeZone: string,
): Totals {
  const facts = entries.map(({ id, at, correction, ...entry }) => ({
    ...entry,
    _id: id,
    at: at + correction,
  }))
  const people = { ...NO_PEOPLE }
  const halfHours = new Map<number, HalfHour>()
  let inside = 0
  let peak: Totals['peak'] = null
  for (const { kind, guest, people: count, at } of listValidEntries(facts).sort((a, b) => a.at - b.at)) {
    const start = Math.floor(at / HALF_HOUR_MS) * HALF_HOUR_MS
    const part = halfHours.get(start) ?? { people: { ...NO_PEOPLE }, lists: new Map(), inside }
    halfHours.set(start, part)
    people[kind] += count
    part.people[kind] += count
    inside += kind === 'exit' ? -count : count
    part.inside = inside
    if (inside > (peak?.inside ?? 0)) peak = { inside, at: new Date(at).toISOString() }
    const list = listByGuest.get(guest ?? '')
    if (list !== undefined) part.lists.set(list, (part.lists.get(list) ?? 0) + count)
  }
  return {
    arrived: people.guest,
    tickets: people.ticket,
    walkIns: people.walkIn,
    exits: people.exit,
    halfHours: [...halfHours].map(([start, part]) => ({
      from: wallClock(start, timeZone).slice(11),
      at: new Date(start).toISOString(),
      lists: [...part.lists].map(([list, people]) => ({ list, people })),
      guests: part.people.guest,
      tickets: part.people.ticket,
      walkIns: part.people.walkIn,
      exits: part.people.exit,
      inside: part.inside,
    })),
    peak,
  }
}

interface HalfHour {
  people: Record<EntryKind, number>
  /** People by id of list. */
  lists: Map<string, number>
  /** People inside after the last entry. */
  inside: number
}
