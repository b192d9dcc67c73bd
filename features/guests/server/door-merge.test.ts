/** Order, batches and repetitions of entries do not change the state: the server agrees with `computeDoorState`. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { computeDoorState, type EntryFact } from '../shared/door-state.ts'
import { createTestDoors, type TestEntry, type TestPhone } from '../test/doors.ts'

const PHONES = 3
const GUESTS = 3

/** Entries name their ids, guests and targets by numbers, so that fast-check can shrink them. */
const randomEntry = fc.record({
  id: fc.nat(11),
  kind: fc.constantFrom('guest', 'ticket', 'walkIn', 'exit', 'undo'),
  guest: fc.nat(GUESTS),
  people: fc.integer({ min: 1, max: 4 }),
  target: fc.nat(11),
})
const randomBatches = fc.array(
  fc.record({
    phone: fc.nat(PHONES - 1),
    entries: fc.array(randomEntry, { minLength: 1, maxLength: 8 }),
    repeats: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 1, maxLength: 8 },
)

describe.each(databases)('entries in any order on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let event: string
  let phones: TestPhone[]
  let guests: string[]
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-07T01:00:00-03:00') })
    const doors = createTestDoors(club, (await club.signIn()).cookie)
    event = await doors.createNight()
    const list = await doors.createList(event)
    const added = await doors.addGuests(
      list._id,
      Array.from({ length: GUESTS }, (_, index) => ({ name: `Ana ${'ABC'[index]}`, companions: 1 })),
    )
    // The last guest exists on no list.
    guests = [...added.map(({ _id }) => _id), randomUUID()]
    const access = await doors.open(event)
    phones = []
    for (let index = 0; index < PHONES; index++) phones.push(await doors.addPhone(access, `Puerta ${index}`))
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  test('give the state of the set of entries, in which the first of an id wins', async () => {
    await fc.assert(
      fc.asyncProperty(randomBatches, async (batches) => {
        await club.database.write((tx) => tx.deleteFrom('doorEntries').execute())
        const ids = Array.from({ length: 12 }, () => randomUUID())
        const first = new Map<string, EntryFact>()
        let cursor = (await (phones[0] as TestPhone).readDoor()).cursor
        const seen = new Map<string, EntryFact>()
        for (const { phone, entries, repeats } of batches) {
          const sent = entries.map(
            ({ id, kind, guest, people, target }): TestEntry => ({
              _id: ids[id] as string,
              kind,
              ...(kind === 'guest' && { guest: guests[guest] as string }),
              ...(kind === 'undo' ? { undoes: ids[target] as string } : { people }),
              at: new Date(club.clock.now).toISOString(),
            }),
          )
          for (let count = 0; count < repeats; count++) {
            const answer = await (phones[phone] as TestPhone).send(sent)
            expect(answer.refused).toEqual([])
            expect(answer.accepted.toSorted()).toEqual([...new Set(sent.map(({ _id }) => _id))].sort())
          }
          for (const { _id, kind, guest = null, people = 0, undoes = null } of sent)
            if (!first.has(_id))
              first.set(_id, { _id, kind: kind as EntryFact['kind'], guest, people, undoes })
          const changes = await (phones[0] as TestPhone).readChanges(cursor)
          for (const { _id, kind, guest, people, undoes } of changes.entries)
            seen.set(_id, { _id, kind, guest, people, undoes })
          cursor = changes.cursor
        }
        const { arrived, ...counts } = computeDoorState(first.values())
        const door = await (phones[1] as TestPhone).readDoor()
        expect(door.counts).toEqual(counts)
        expect(door.inside).toBe(counts.inside)
        for (const guest of door.guests) expect(guest.arrived).toBe(arrived.get(guest._id) ?? 0)
        const known = door.guests.map(({ _id }) => arrived.get(_id) ?? 0)
        expect(door.lists[0]?.arrived).toBe(known.reduce((sum, people) => sum + people, 0))
        // A phone that reads only changes has received the same set.
        expect(new Map([...seen].sort())).toEqual(new Map([...first].sort()))
      }),
      { numRuns: 25 },
    )
  })
})
