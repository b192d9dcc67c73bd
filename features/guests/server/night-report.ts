/** The report of a night: people by list and by half hour, repeats, the peak, and money. All names are a report of their own. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { wallClock } from '../../../platform/shared/dates.ts'
import type { ComparedNight, DoorFigures } from '../../server-manifest.ts'
import { type EntryFact, type EntryKind, listValidEntries, NO_PEOPLE } from '../shared/door-state.ts'
import { REPEATS_MAX } from '../shared/guest-limits.ts'
import type { NightReport } from '../shared/guests.ts'
import { computeMoney, type PaidEntry } from './door-money.ts'
import { computeErasureTime } from './guest-erasure.ts'
import { findGuestNight } from './guest-nights.ts'
import type { GuestSettingsService } from './guest-settings.ts'
import type { GuestsOptions } from './guests-options.ts'
import { parseConditions, readGuestRows, readInvitedLists, readListRows } from './list-rows.ts'
import { parsePaidPrice } from './walk-in-prices.ts'

const HALF_HOUR_MS = 1_800_000

/**
 * Guests and entries that are counted at once when nights are compared. They take about 10 MB, and 200 ms of a slow processor.
 * One night may have more.
 */
const ROWS_AT_ONCE = 20_000

export interface NightReports {
  /** null when the night does not exist */
  read(event: string): Promise<NightReport | null>
  /** Reads the guests whose names are still kept, with their arrived people. null when the night does not exist */
  readNames(event: string): Promise<ReportedGuest[] | null>
  /** Counts nights as their reports do. Nights without an entry that counts are left out */
  readFigures(nights: readonly ComparedNight[]): Promise<Map<string, DoorFigures>>
}

export interface ReportedGuest {
  list: string
  name: string
  companions: number
  arrived: number
  note: string | null
  addedBy: Row<'guests'>['addedBy']
  code: string | null
  document: string | null
  refusal: Row<'guests'>['refusal']
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
      const [lists, rows, door, { identity }, { capacity, guestRetentionDays }] = await Promise.all([
        readInvitedLists(read, [event]),
        readNightRows(read, [event]),
        read.selectFrom('doors').select('erasedAt').where('event', '=', event).executeTakeFirst(),
        settings.all(),
        guestSettings.read(),
      ])
      const { timeZone } = identity
      const { guests, entries } = rows
      const { counted, money } = countNight(rows, night.date, timeZone)
      const erasedFrom = computeErasureTime(night, guestRetentionDays, timeZone)
      // A night that was moved after the erasure can have new names.
      const hasNames = guests.some(({ name }) => name !== '')
      const erasedAt = hasNames ? null : (door?.erasedAt ?? null)
      return {
        invited: lists.reduce((people, { invited }) => people + invited, 0),
        lists: countByList(lists, guests, counted),
        ...listRepeats(counted),
        ...computeTotals(counted, timeZone),
        money,
        late: entries.filter(({ late }) => late === 'waiting').length,
        capacity,
        namesErasedAt: erasedAt === null ? null : new Date(erasedAt).toISOString(),
        namesErasedFrom: new Date(erasedFrom).toISOString(),
      }
    },

    async readNames(event) {
      if (!(await findGuestNight(read, event))) return null
      const lists = new Map((await readListRows(read, event)).map(({ id, name }) => [id, name]))
      return (await readGuestRows(read, event)).map((guest) => ({
        ...guest,
        list: lists.get(guest.list) ?? '',
      }))
    },

    async readFigures(nights) {
      const { timeZone } = (await settings.all()).identity
      const figures = new Map<string, DoorFigures>()
      for (const part of await divideNights(read, nights)) {
        // SQLite answers without a pause, so other requests would wait for all parts.
        await nextTurn()
        const { lists, guests, entries } = await readNightRows(
          read,
          part.map(({ _id }) => _id),
        )
        const byNight = <R extends { event: string }>(rows: R[]) => Map.groupBy(rows, ({ event }) => event)
        const [listsOf, guestsOf, entriesOf] = [byNight(lists), byNight(guests), byNight(entries)]
        for (const { _id, date } of part) {
          const rows = {
            lists: listsOf.get(_id) ?? [],
            guests: guestsOf.get(_id) ?? [],
            entries: entriesOf.get(_id) ?? [],
          }
          const { counted, money } = countNight(rows, date, timeZone)
          if (counted.length === 0) continue
          const { arrived, tickets, walkIns } = computeTotals(counted, timeZone)
          figures.set(_id, {
            people: arrived + tickets + walkIns,
            arrivals: arrived,
            money: money?.totals ?? null,
          })
        }
      }
      return figures
    },
  }
}

type NightRows = Awaited<ReturnType<typeof readNightRows>>

/** Reads the rows from which the reports of these nights are computed. */
async function readNightRows(read: Kysely<Tables>, events: readonly string[]) {
  const [lists, guests, entries] = await Promise.all([
    // People of a deleted list have paid, too.
    read
      .selectFrom('guestLists')
      .select(['id', 'event', 'kind', 'conditions'])
      .where('event', 'in', events)
      .execute(),
    read
      .selectFrom('guests')
      .select(['id', 'event', 'list', 'name', 'companions', 'addedBy', 'deletedAt', 'refusal'])
      .where('event', 'in', events)
      .execute(),
    read
      .selectFrom('doorEntries as entry')
      .leftJoin('doorSessions', 'doorSessions.id', 'entry.session')
      .selectAll('entry')
      .select('doorSessions.device')
      .where('entry.event', 'in', events)
      .execute(),
  ])
  return { lists, guests, entries }
}

/** Finds the entries of a night that count, and what people paid. */
function countNight({ lists, guests, entries }: NightRows, date: string, timeZone: string) {
  const counted = listCounted(
    entries.filter(({ late }) => late === null),
    new Map(guests.map((guest) => [guest.id, guest])),
  )
  const money = computeMoney(counted, {
    conditions: new Map(lists.map((list) => [list.id, parseConditions(list)])),
    paidElsewhere: new Set(lists.flatMap(({ id, kind }) => (kind === 'tickets' ? [id] : []))),
    date,
    timeZone,
  })
  return { counted, money }
}

/** Divides nights into parts of at most `ROWS_AT_ONCE` rows. Nights without entries are left out. */
async function divideNights<N extends ComparedNight>(
  read: Kysely<Tables>,
  nights: readonly N[],
): Promise<N[][]> {
  if (nights.length === 0) return []
  const countRows = async (table: 'guests' | 'doorEntries') => {
    const counts = await read
      .selectFrom(table)
      .select(['event', ({ fn }) => fn.countAll<number>().as('rows')])
      .where(
        'event',
        'in',
        nights.map(({ _id }) => _id),
      )
      .groupBy('event')
      .execute()
    return new Map(counts.map(({ event, rows }) => [event, Number(rows)]))
  }
  const [guests, entries] = await Promise.all([countRows('guests'), countRows('doorEntries')])
  const parts: N[][] = []
  let rows = 0
  for (const night of nights.filter(({ _id }) => entries.has(_id))) {
    const added = (guests.get(night._id) ?? 0) + (entries.get(night._id) ?? 0)
    if (parts.length === 0 || rows + added > ROWS_AT_ONCE) {
      parts.push([])
      rows = 0
    }
    parts.at(-1)?.push(night)
    rows += added
  }
  return parts
}

type Totals = Pick<NightReport, 'arrived' | 'halfHours' | 'tickets' | 'walkIns' | 'exits' | 'peak'>

type ReportGuest = Pick<
  Row<'guests'>,
  'id' | 'list' | 'name' | 'companions' | 'addedBy' | 'deletedAt' | 'refusal'
>

/** An entry that counts. `people` are those for whom its guest had places. */
type CountedEntry = EntryFact &
  PaidEntry & {
    owner: ReportGuest | null
    /** People for whom the guest had no place. */
    repeated: number
  }

/**
 * Returns the entries that count, oldest first, and separates repeats from people. The earliest entries take the places of
 * a guest.
 * @param entries of the night, in any order
 * @param guests by id. All people of an unknown guest count, because its places are not known
 */
function listCounted(
  entries: readonly (Row<'doorEntries'> & { device: string | null })[],
  guests: ReadonlyMap<string, ReportGuest>,
): CountedEntry[] {
  const left = new Map<string, number>()
  return listValidEntries(
    entries.map(({ id, kind, guest, people, undoes, at, correction, device, price }) => {
      const owner = guests.get(guest ?? '') ?? null
      return {
        ...{ _id: id, kind, guest, people, undoes, device, owner, repeated: 0 },
        at: at + correction,
        list: owner?.list ?? null,
        price: parsePaidPrice({ price }),
      }
    }),
  )
    .sort((a, b) => a.at - b.at || (a._id < b._id ? -1 : 1))
    .map((entry) => {
      const { owner, people } = entry
      if (owner === null) return entry
      const places = left.get(owner.id) ?? owner.companions + 1
      const admitted = Math.min(people, places)
      left.set(owner.id, places - admitted)
      return { ...entry, people: admitted, repeated: people - admitted }
    })
}

const sum = <T>(rows: readonly T[], count: (row: T) => number): number =>
  rows.reduce((total, row) => total + count(row), 0)

/** Counts the people of each list, and of each way in which names were added to it. */
function countByList(
  lists: readonly { id: string; name: string; invited: number }[],
  guests: readonly ReportGuest[],
  entries: readonly CountedEntry[],
): NightReport['lists'] {
  return lists.map(({ id, name, invited }) => {
    const ofList = entries.filter(({ list }) => list === id)
    const sources = Map.groupBy(
      guests.filter(({ list }) => list === id),
      ({ addedBy }) => addedBy,
    )
    return {
      _id: id,
      name,
      invited,
      arrived: sum(ofList, ({ people }) => people),
      repeated: sum(ofList, ({ repeated }) => repeated),
      sources: [...sources].map(([addedBy, added]) => ({
        addedBy,
        invited: sum(added, ({ deletedAt, refusal, companions }) =>
          deletedAt === null && refusal === null ? companions + 1 : 0,
        ),
        arrived: sum(ofList, ({ owner, people }) => (owner?.addedBy === addedBy ? people : 0)),
      })),
    }
  })
}

function listRepeats(entries: readonly CountedEntry[]): Pick<NightReport, 'repeated' | 'repeats'> {
  const repeats = entries.flatMap(({ owner, repeated, at, device }) =>
    owner && repeated > 0
      ? [
          {
            name: owner.name || null,
            list: owner.list,
            people: repeated,
            at: new Date(at).toISOString(),
            device,
          },
        ]
      : [],
  )
  return { repeated: sum(repeats, ({ people }) => people), repeats: repeats.slice(0, REPEATS_MAX) }
}

function computeTotals(entries: readonly CountedEntry[], timeZone: string): Totals {
  const people = { ...NO_PEOPLE }
  const halfHours = new Map<number, HalfHour>()
  let inside = 0
  let peak: Totals['peak'] = null
  for (const { kind, list, people: count, at } of entries) {
    const start = Math.floor(at / HALF_HOUR_MS) * HALF_HOUR_MS
    const part = halfHours.get(start) ?? { people: { ...NO_PEOPLE }, lists: new Map(), inside }
    halfHours.set(start, part)
    people[kind] += count
    part.people[kind] += count
    inside += kind === 'exit' ? -count : count
    part.inside = inside
    if (inside > (peak?.inside ?? 0)) peak = { inside, at: new Date(at).toISOString() }
    if (list !== null) part.lists.set(list, (part.lists.get(list) ?? 0) + count)
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
