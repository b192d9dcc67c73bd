/**
 * The report of a random night equals the sum of its entries, before and after its names are erased, and so do its figures in
 * the comparison of nights.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { guestsOf } from '../index.server.ts'
import type { AddedGuests, GuestList, NightReport } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const START = Date.parse('2027-03-07T00:00:00-03:00')
const MINUTE = 60_000
const ENTRIES = 14
/** Index of the list of each guest. The third list is deleted before the night, and the last one has tickets. */
const GUESTS = [
  { list: 0, companions: 0 },
  { list: 0, companions: 2 },
  { list: 1, companions: 1 },
  { list: 1, companions: 0 },
  { list: 2, companions: 1 },
  { list: 3, companions: 1 },
]
const TICKETS = 3
const price = (amount: number, currency = 'ARS') => ({ amount, currency })
const CONDITIONS = [
  [
    { until: '01:00', label: 'Gratis', price: price(0) },
    { until: null, label: '$ 0,10', price: price(0.1) },
  ],
  [
    { until: '02:00', label: 'A ver', price: null },
    { until: '03:00', label: 'USD 15', price: price(15, 'USD') },
  ],
  [{ until: null, label: '$ 5.000', price: price(5000) }],
  // Tickets were paid elsewhere, whatever their condition says.
  [{ until: null, label: 'Con entrada', price: price(9000) }],
]
const WALK_INS = [null, { label: 'General', ...price(12_000) }, { label: 'Turistas', ...price(20, 'USD') }]

const randomNight = fc.array(
  fc.record({
    kind: fc.constantFrom('guest', 'guest', 'guest', 'ticket', 'walkIn', 'exit', 'undo'),
    /** The number after the last guest is an unknown one. */
    guest: fc.nat(GUESTS.length),
    people: fc.integer({ min: 1, max: 4 }),
    target: fc.nat(ENTRIES - 1),
    minute: fc.integer({ min: 0, max: 240 }),
    price: fc.constantFrom(...WALK_INS),
    late: fc.constantFrom(null, null, null, 'waiting', 'discarded'),
  }),
  { minLength: 1, maxLength: ENTRIES },
)
type RandomEntry = typeof randomNight extends fc.Arbitrary<(infer E)[]> ? E : never

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Adds amounts of one currency. Rounded, because it adds binary fractions. */
const totalOf = (currency: string, rows: readonly { amount: number; currency: string }[]): number =>
  Number(total(rows.filter((row) => row.currency === currency).map(({ amount }) => amount)).toFixed(2))

/** Returns the people of an entry that are no repeats, and what each of them paid. It counts one person after another. */
function admitOneByOne(entries: readonly (RandomEntry & { index: number })[]) {
  const undone = new Set(
    entries.filter(({ kind, late }) => kind === 'undo' && late === null).map(({ target }) => target),
  )
  const valid = entries.filter(
    ({ kind, late, index }) => kind !== 'undo' && late === null && !undone.has(index),
  )
  const inside = new Map<number, number>()
  return valid
    .toSorted((one, other) => one.minute - other.minute || one.index - other.index)
    .flatMap((entry) =>
      Array.from({ length: entry.people }, () => {
        const { kind, guest, minute } = entry
        const known = kind === 'guest' ? GUESTS[guest] : undefined
        const before = inside.get(guest) ?? 0
        if (known) inside.set(guest, before + 1)
        const isRepeat = known !== undefined && before > known.companions
        const condition = CONDITIONS[known?.list ?? -1]?.find(
          ({ until }) => until === null || minute < Number(until.slice(1, 2)) * 60,
        )
        const list = known?.list ?? null
        const paid = kind === 'walkIn' ? entry.price : list === TICKETS ? null : (condition?.price ?? null)
        return { kind, minute, list, guest, isRepeat, paid: isRepeat ? null : paid }
      }),
    )
}

describe.each(databases)('the report of a random night on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let event: string
  /** A night that is compared with the random one. */
  let other: string
  let lists: GuestList[]
  let guests: string[]
  const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
    expect(response.ok).toBe(true)
    return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
  }
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: START - 3_600_000 })
    as = (await club.signIn()).cookie
    const night = { ...(await createDraft('events')), date: '2027-03-06T23:59' }
    event = (await send<{ _id: string }>('POST', '/events', night))._id
    other = (await send<{ _id: string }>('POST', '/events', night))._id
    lists = []
    for (const [index, conditions] of CONDITIONS.entries())
      lists.push(
        await send('POST', `/events/${event}/lists`, {
          ...(index === TICKETS && { kind: 'tickets' }),
          name: `Lista ${index}`,
          conditions,
        }),
      )
    guests = []
    for (const { list, companions } of GUESTS) {
      const body = { guests: [{ name: `Ana ${'ABCDEF'[guests.length]}`, companions }] }
      const added = await send<AddedGuests>('POST', `/lists/${lists[list]?._id}/guests`, body)
      guests.push(added.data[0]?._id as string)
    }
    await send('DELETE', `/lists/${lists[2]?._id}`)
    await club.database.write((tx) =>
      tx
        .updateTable('guests')
        .set({ addedBy: 'link' })
        .where('id', '=', guests[1] as string)
        .execute(),
    )
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const readFigures = async () => {
    const nights = [event, other].map((_id) => ({ _id, night: '2027-03-06', date: '2027-03-06T23:59' }))
    const figures = await guestsOf(club.platform).reports.readFigures(nights)
    expect(figures.get(other)).toEqual({ people: 1, arrivals: 0, money: null })
    return figures.get(event)
  }

  test('has its people, repeats and money', async () => {
    await fc.assert(
      fc.asyncProperty(randomNight, async (night) => {
        const entries = night.map((entry, index) => ({ ...entry, index }))
        const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
        const rows = entries.map(({ kind, guest, people, target, minute, price, late, index }) =>
          createEntryRow({
            event,
            id: toId(index),
            kind: kind as 'guest',
            guest: kind === 'guest' ? (guests[guest] ?? toId(99)) : null,
            people: kind === 'undo' ? 0 : people,
            undoes: kind === 'undo' ? toId(target) : null,
            // Clocks of phones are wrong.
            at: START + (minute - index) * MINUTE,
            correction: index * MINUTE,
            price: kind === 'walkIn' && price !== null ? JSON.stringify(price) : null,
            late: late as 'waiting' | null,
          }),
        )
        await club.database.write(async (tx) => {
          await tx.deleteFrom('doorEntries').execute()
          await tx
            .insertInto('doorEntries')
            .values([...rows, createEntryRow({ event: other })])
            .execute()
          for (const [index, id] of guests.entries())
            await tx
              .updateTable('guests')
              .set({ name: `Ana ${index}` })
              .where('id', '=', id)
              .execute()
        })
        const report = await send<NightReport>('GET', `/events/${event}/door/summary`)

        const people = admitOneByOne(entries)
        const real = people.filter(({ isRepeat }) => !isRepeat)
        const count = (kind: string) => real.filter((person) => person.kind === kind).length
        expect(report).toMatchObject({
          arrived: count('guest'),
          repeated: people.length - real.length,
          tickets: count('ticket'),
          walkIns: count('walkIn'),
          exits: count('exit'),
          late: entries.filter(({ late }) => late === 'waiting').length,
        })
        expect(report.repeats.map(({ people }) => people).reduce((sum, n) => sum + n, 0)).toBe(
          report.repeated,
        )
        for (const { name, list } of report.repeats) {
          const guest = Number(name?.replace('Ana ', ''))
          expect(list).toBe(lists[GUESTS[guest]?.list ?? -1]?._id)
          expect(people.some((person) => person.isRepeat && person.guest === guest)).toBe(true)
        }
        expect(report.lists.map(({ arrived, repeated }) => [arrived, repeated])).toEqual(
          [0, 1, TICKETS].map((list) => [
            real.filter((person) => person.list === list).length,
            people.filter((person) => person.list === list && person.isRepeat).length,
          ]),
        )
        for (const list of report.lists) {
          expect(total(list.sources.map(({ arrived }) => arrived))).toBe(list.arrived)
          expect(total(list.sources.map(({ invited }) => invited))).toBe(list.invited)
        }
        const byLink = report.lists[0]?.sources.find(({ addedBy }) => addedBy === 'link')
        expect(byLink?.arrived).toBe(real.filter(({ kind, guest }) => kind === 'guest' && guest === 1).length)

        for (const kind of ['guests', 'tickets', 'walkIns', 'exits'] as const)
          expect(total(report.halfHours.map((part) => part[kind]))).toBe(
            kind === 'guests' ? report.arrived : report[kind],
          )
        for (const part of report.halfHours) {
          const until = (Date.parse(part.at) - START) / MINUTE + 30
          const before = real.filter(({ minute }) => minute < until)
          const exits = before.filter(({ kind }) => kind === 'exit').length
          expect(part.inside).toBe(before.length - 2 * exits)
        }

        const figures =
          report.halfHours.length === 0
            ? undefined
            : {
                people: report.arrived + report.tickets + report.walkIns,
                arrivals: report.arrived,
                money: report.money?.totals ?? null,
              }
        expect(await readFigures()).toEqual(figures)

        let inside = 0
        const insides = real.map(({ kind }) => (inside += kind === 'exit' ? -1 : 1))
        expect(report.peak?.inside ?? 0).toBe(Math.max(0, ...insides))

        const paid = real.flatMap(({ paid }) => (paid ? [paid] : []))
        const payers = real.filter(
          ({ kind, list }) => kind === 'walkIn' || (kind === 'guest' && list !== TICKETS),
        ).length
        expect(report.money === null).toBe(paid.length === 0)
        if (report.money) {
          const { totals, conditions, walkIns, phones, unpriced } = report.money
          const takings = [...conditions, ...walkIns]
          expect(unpriced).toBe(payers - paid.length)
          expect(total(takings.map((row) => row.people))).toBe(paid.length)
          for (const currency of ['ARS', 'USD']) {
            const expected = totalOf(currency, paid)
            expect(totalOf(currency, totals)).toBe(expected)
            expect(totalOf(currency, phones)).toBe(expected)
            expect(
              totalOf(
                currency,
                takings.map(({ amount, price }) => ({ amount, currency: price.currency })),
              ),
            ).toBe(expected)
          }
        }

        await club.database.write((tx) =>
          tx.updateTable('guests').set({ name: '', nameKey: '' }).where('event', '=', event).execute(),
        )
        const erased = await send<NightReport>('GET', `/events/${event}/door/summary`)
        expect(erased).toEqual({
          ...report,
          repeats: report.repeats.map((repeat) => ({ ...repeat, name: null })),
          namesErasedAt: erased.namesErasedAt,
        })
        expect(await readFigures()).toEqual(figures)
      }),
      { numRuns: 40 },
    )
  })
})
