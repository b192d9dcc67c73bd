/**
 * Receives the entries of phones at the door. An entry is a fact: the person is already inside. The server therefore accepts
 * every well-formed entry of the night, and flags those that exceed a limit. Late entries of an ended session do not count
 * until an administrator takes them.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import { PHONE_ENTRIES_MAX } from '../shared/guest-limits.ts'
import {
  type EntriesAnswer,
  type EntriesBody,
  type EntryFlag,
  type EntryRefusal,
  type SentEntry,
  sentEntry,
} from '../shared/guests.ts'
import { computeConditionsEnd } from '../shared/list-hours.ts'
import { readArrivals } from './arrivals.ts'
import type { DoorSession } from './door-sessions.ts'
import { countPeople, readEntryTotals } from './door-totals.ts'
import { nextCursor, readCursor } from './guest-nights.ts'
import type { GuestSettingsService } from './guest-settings.ts'
import type { GuestsOptions } from './guests-options.ts'
import { parseConditions } from './list-rows.ts'
import { parseWalkInPrices } from './walk-in-prices.ts'

export interface DoorEntries {
  /** Stores entries. An entry that is already stored has no effect. */
  receive(session: DoorSession, sent: EntriesBody): Promise<EntriesAnswer>
}

type Db = Kysely<Tables>
type Refused = { _id: string; error: EntryRefusal }

type EntriesOptions = Pick<GuestsOptions, 'database' | 'settings' | 'now'> & {
  guestSettings: Pick<GuestSettingsService, 'read'>
}

/** Characters of a malformed id that the answer repeats. */
const REPEATED_ID_MAX = 100

export function createDoorEntries({ database, settings, guestSettings, now }: EntriesOptions): DoorEntries {
  return {
    async receive(session, sent) {
      const { event } = session
      const { entries, malformed } = parseEntries(sent.entries)
      const answer = (
        { isOver, isRevoked }: SessionEnd,
        accepted: string[],
        refused: Refused[],
        cursor: number,
      ): EntriesAnswer => ({
        accepted,
        refused: [...malformed, ...refused],
        cursor: isOver ? null : cursor,
        isPhoneEnded: isRevoked,
      })
      if (entries.length === 0) return answer(session, [], [], await readCursor(database.read, event))
      const receivedAt = now()
      const { capacity } = await guestSettings.read()
      const { identity } = await settings.all()
      return database.write(async (tx) => {
        // Locks the night, so that the flags count all entries that were stored before.
        const cursor = await nextCursor(tx, event)
        const end = await updatePhone(tx, session, { unsent: sent.unsent ?? null, receivedAt })
        const earlier = await readEarlier(tx, event, entries)
        const room = PHONE_ENTRIES_MAX - (await countEntries(tx, session))
        const { known, fresh, refused } = sortEntries(entries, event, earlier, room)
        if (fresh.length > 0) {
          const door = await readDoor(tx, event, fresh)
          const clock = {
            correction: receivedAt - Date.parse(sent.sentAt),
            openedAt: door.openedAt,
            receivedAt,
          }
          const timed = fresh.map((entry) => {
            const time = correctTime(entry.at, clock)
            const isLate = end.isRevoked || time.at + time.correction >= end.endsAt
            return { ...entry, ...time, isLate }
          })
          const flags = flagEntries(timed, door, earlier, {
            capacity,
            date: session.date,
            timeZone: identity.timeZone,
            isSessionOver: end.isOver,
          })
          await tx
            .insertInto('doorEntries')
            .values(
              timed.map((entry, index) => ({
                id: entry._id,
                event,
                session: session.id,
                kind: entry.kind,
                guest: entry.guest,
                people: entry.people,
                undoes: entry.undoes,
                at: entry.at,
                correction: entry.correction,
                receivedAt,
                flags: flags[index]?.join(' ') ?? '',
                cursor,
                late: entry.isLate ? 'waiting' : null,
                price: getPaidPrice(entry),
              })),
            )
            .execute()
        }
        return answer(end, [...known, ...fresh.map(({ _id }) => _id)], refused, cursor)
      })
    },
  }
}

/** Returns the price to store. Only walk-ins have one, because the lists have the prices of guests. */
const getPaidPrice = ({ kind, price }: Pick<SentEntry, 'kind' | 'price'>): string | null =>
  kind !== 'walkIn' || price === null || price === 'unreadable' ? null : JSON.stringify(price)

type SessionEnd = Pick<DoorSession, 'isOver' | 'isRevoked' | 'endsAt'>

/**
 * Stores what the phone has still to send.
 * @returns the end of the session. It may have ended since it was found, and its end waits for the lock of the night
 */
async function updatePhone(
  tx: Transaction<Tables>,
  session: DoorSession,
  { unsent, receivedAt }: { unsent: number | null; receivedAt: number },
): Promise<SessionEnd> {
  const row = await tx
    .updateTable('doorSessions')
    .set({ unsent })
    .where('id', '=', session.id)
    .returning(['endedAt', 'revokedAt'])
    .executeTakeFirst()
  const endsAt = Math.min(session.endsAt, row?.endedAt ?? Number.POSITIVE_INFINITY)
  const isRevoked = session.isRevoked || (row?.revokedAt ?? null) !== null
  // The end of a phone that this batch had to wait for is later than the receipt.
  return { endsAt, isOver: isRevoked || receivedAt >= endsAt, isRevoked }
}

async function countEntries(tx: Transaction<Tables>, { id, event }: DoorSession): Promise<number> {
  const { n } = await tx
    .selectFrom('doorEntries')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('event', '=', event)
    .where('session', '=', id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

function parseEntries(sent: readonly unknown[]): { entries: SentEntry[]; malformed: Refused[] } {
  const entries: SentEntry[] = []
  const malformed: Refused[] = []
  for (const each of sent) {
    const parsed = sentEntry.safeParse(each)
    if (parsed.success) entries.push(parsed.data)
    else malformed.push({ _id: getSentId(each), error: 'malformed' })
  }
  return { entries, malformed }
}

/** Returns the id of a malformed entry, so that the phone finds it. '' when it has none */
function getSentId(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null || !('_id' in sent)) return ''
  return typeof sent._id === 'string' ? sent._id.slice(0, REPEATED_ID_MAX).toWellFormed() : ''
}

type StoredEntry = Pick<Row<'doorEntries'>, 'id' | 'event' | 'kind' | 'guest' | 'people' | 'late'>
type StoredGuest = Pick<Row<'guests'>, 'id' | 'event' | 'list' | 'companions' | 'deletedAt'>

/** Stored rows that belong to the entries of a batch: the same entries, the targets of undos, and the guests. */
interface Earlier {
  entries: ReadonlyMap<string, StoredEntry>
  /** Ids of entries that a stored undo takes back. Late undos do not count. */
  undone: ReadonlySet<string>
  guests: ReadonlyMap<string, StoredGuest>
}

async function readEarlier(db: Db, event: string, sent: readonly SentEntry[]): Promise<Earlier> {
  const ids = [...new Set(sent.flatMap(({ _id, undoes }) => (undoes === null ? [_id] : [_id, undoes])))]
  const entries = await db
    .selectFrom('doorEntries')
    .select(['id', 'event', 'kind', 'guest', 'people', 'late'])
    .where('id', 'in', ids)
    .execute()
  const undos = await db
    .selectFrom('doorEntries')
    .select('undoes')
    .where('event', '=', event)
    .where('kind', '=', 'undo')
    .where('undoes', 'in', ids)
    .where('late', 'is', null)
    .execute()
  const guestIds = listGuests([...sent, ...entries])
  const guests =
    guestIds.length === 0
      ? []
      : await db
          .selectFrom('guests')
          .select(['id', 'event', 'list', 'companions', 'deletedAt'])
          .where('id', 'in', guestIds)
          .execute()
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    undone: new Set(undos.flatMap(({ undoes }) => undoes ?? [])),
    guests: new Map(guests.map((guest) => [guest.id, guest])),
  }
}

const listGuests = (entries: readonly { guest: string | null }[]): string[] => [
  ...new Set(entries.flatMap(({ guest }) => guest ?? [])),
]

/**
 * Separates the entries to store from those that are already stored, and from those of another night.
 * @param room number of entries that the phone may still add
 */
function sortEntries(sent: readonly SentEntry[], event: string, { entries, guests }: Earlier, room: number) {
  const isOfOtherNight = (row: { event: string } | undefined) => row !== undefined && row.event !== event
  const known = new Set<string>()
  const fresh = new Map<string, SentEntry>()
  const refused: Refused[] = []
  for (const entry of sent) {
    const { _id, guest, undoes } = entry
    const stored = entries.get(_id)
    // The first of several entries with one id wins, also when the content differs.
    if (fresh.has(_id)) continue
    if (stored?.event === event) known.add(_id)
    else if (stored || isOfOtherNight(guests.get(guest ?? '')) || isOfOtherNight(entries.get(undoes ?? '')))
      refused.push({ _id, error: 'other-night' })
    else if (fresh.size >= room) refused.push({ _id, error: 'too-many' })
    else fresh.set(_id, entry)
  }
  return { known: [...known], fresh: [...fresh.values()], refused }
}

interface Clock {
  /** Difference between the clocks of server and phone. ms */
  correction: number
  /** When the door was first opened. No entry is older. */
  openedAt: number
  receivedAt: number
}

/**
 * Corrects the time of an entry by the phone's clock. A result before the opening of the door or after the receipt is
 * impossible, so the nearest possible time is stored. The time is `at + correction`.
 */
function correctTime(at: string, { correction, openedAt, receivedAt }: Clock) {
  const sentAt = Date.parse(at)
  const corrected = Math.min(Math.max(sentAt + correction, openedAt), receivedAt)
  return { at: sentAt, correction: corrected - sentAt }
}

/** State of the door before a batch. */
interface Door {
  openedAt: number
  inside: number
  arrivedByGuest: Map<string, number>
  arrivedByList: Map<string, number>
  lists: ReadonlyMap<string, Pick<Row<'guestLists'>, 'quota' | 'conditions'>>
  /** The prices of the night, as `getPaidPrice` returns them. */
  prices: ReadonlySet<string>
}

async function readDoor(tx: Transaction<Tables>, event: string, fresh: readonly SentEntry[]): Promise<Door> {
  const { openedAt, walkInPrices } = await tx
    .selectFrom('doors')
    .select(['openedAt', 'walkInPrices'])
    .where('event', '=', event)
    .executeTakeFirstOrThrow()
  const totals = await readEntryTotals(tx, event)
  const lists = await tx
    .selectFrom('guestLists')
    .select(['id', 'quota', 'conditions'])
    .where('event', '=', event)
    .execute()
  const guests = listGuests(fresh)
  return {
    openedAt: openedAt ?? 0,
    inside: countPeople(totals).inside,
    arrivedByGuest: guests.length === 0 ? new Map() : await readArrivals(tx, event, guests),
    arrivedByList: new Map(
      totals.flatMap(({ kind, list, people }) => (kind === 'guest' && list !== null ? [[list, people]] : [])),
    ),
    lists: new Map(lists.map((list) => [list.id, list])),
    prices: new Set(parseWalkInPrices({ walkInPrices }).map((price) => JSON.stringify(price))),
  }
}

type TimedEntry = Omit<SentEntry, 'at'> & { at: number; correction: number; isLate: boolean }
type CountedEntry = Pick<SentEntry, 'kind' | 'guest' | 'people'>

interface FlagContext {
  capacity: number | null
  date: string
  timeZone: string
  isSessionOver: boolean
}

/** Returns the flags of each entry. Counts the entries one after another, each with those before it. Late entries are left out. */
function flagEntries(
  entries: readonly TimedEntry[],
  door: Door,
  { entries: stored, undone, guests }: Earlier,
  { capacity, date, timeZone, isSessionOver }: FlagContext,
): EntryFlag[][] {
  let { inside } = door
  const { arrivedByGuest, arrivedByList } = door
  const counted = new Map<string, CountedEntry>([...stored].filter(([, { late }]) => late === null))
  const takenBack = new Set(undone)
  const ends = new Map<string, number>()

  const getConditionsEnd = (list: string): number => {
    const row = door.lists.get(list)
    const end =
      ends.get(list) ?? (row ? computeConditionsEnd(parseConditions(row), date, timeZone) : Infinity)
    ends.set(list, end)
    return end
  }

  /** @param sign -1 takes the entry back */
  const count = ({ kind, guest, people }: CountedEntry, sign: 1 | -1): void => {
    if (kind === 'undo') return
    inside += (kind === 'exit' ? -people : people) * sign
    if (kind !== 'guest' || guest === null) return
    add(arrivedByGuest, guest, people * sign)
    const list = guests.get(guest)?.list
    if (list !== undefined) add(arrivedByList, list, people * sign)
  }

  return entries.map((entry) => {
    const flags: EntryFlag[] = isSessionOver ? ['session-over'] : []
    if (entry.isLate) return flags
    const { kind, undoes } = entry
    if (undoes !== null && !takenBack.has(undoes)) {
      takenBack.add(undoes)
      const target = counted.get(undoes)
      if (target) count(target, -1)
    }
    const guest = entry.guest === null ? null : guests.get(entry.guest)
    if (guest === undefined) flags.push('unknown-guest')
    if (guest && guest.deletedAt !== null) flags.push('deleted-guest')
    if (entry.price !== null && !door.prices.has(getPaidPrice(entry) ?? '')) flags.push('unknown-price')
    if (kind === 'undo' || takenBack.has(entry._id)) return flags
    counted.set(entry._id, entry)
    count(entry, 1)
    if (guest) {
      if ((arrivedByGuest.get(guest.id) ?? 0) > guest.companions + 1) flags.push('too-many-people')
      const quota = door.lists.get(guest.list)?.quota ?? Infinity
      if ((arrivedByList.get(guest.list) ?? 0) > quota) flags.push('over-quota')
      if (entry.at + entry.correction >= getConditionsEnd(guest.list)) flags.push('no-condition')
    }
    if (kind !== 'exit' && capacity !== null && inside > capacity) flags.push('over-capacity')
    return flags
  })
}

const add = (counts: Map<string, number>, key: string, people: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + people)
}
