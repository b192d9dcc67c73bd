import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeDoorState, type EntryFact, isAdmittedTwice } from './door-state.ts'

const entry = (_id: string, fact: Partial<EntryFact>): EntryFact => ({
  _id,
  kind: 'guest',
  guest: null,
  people: 1,
  undoes: null,
  ...fact,
})

test('counts who is inside, and who arrived on each name', () => {
  const state = computeDoorState([
    entry('1', { guest: 'ana', people: 2 }),
    entry('2', { guest: 'ana', people: 2 }),
    entry('3', { kind: 'walkIn', people: 3 }),
    entry('4', { kind: 'ticket' }),
    entry('5', { kind: 'exit', people: 2 }),
    entry('6', { kind: 'walkIn' }),
    entry('7', { kind: 'undo', people: 0, undoes: '6' }),
  ])
  expect(state).toEqual({
    arrived: new Map([['ana', 4]]),
    inside: 6,
    guests: 4,
    tickets: 1,
    walkIns: 3,
    exits: 2,
  })
  expect(isAdmittedTwice({ arrived: 4, companions: 3 })).toBe(false)
  expect(isAdmittedTwice({ arrived: 5, companions: 3 })).toBe(true)
})

test('an undo of an undo has no effect', () => {
  const entries = [
    entry('1', { guest: 'ana' }),
    entry('2', { kind: 'undo', people: 0, undoes: '1' }),
    entry('3', { kind: 'undo', people: 0, undoes: '2' }),
  ]
  expect(computeDoorState(entries).inside).toBe(0)
})

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const facts = fc.uniqueArray(
  fc.record({
    _id: ids,
    kind: fc.constantFrom('guest', 'ticket', 'walkIn', 'exit', 'undo'),
    guest: fc.option(fc.constantFrom('ana', 'beto'), { nil: null }),
    people: fc.integer({ min: 0, max: 5 }),
    undoes: fc.option(ids, { nil: null }),
  }) as fc.Arbitrary<EntryFact>,
  { selector: ({ _id }) => _id, minLength: 1 },
)

test('any order and any repetition of the entries gives the same state', () => {
  fc.assert(
    fc.property(
      facts.chain((entries) =>
        fc.tuple(
          fc.constant(entries),
          fc.shuffledSubarray(entries, { minLength: entries.length }),
          fc.array(fc.constantFrom(...entries), { maxLength: 20 }),
        ),
      ),
      ([entries, shuffled, repeated]) => {
        const state = computeDoorState(entries)
        const other = computeDoorState([...repeated, ...shuffled])
        expect({ ...other, arrived: new Map([...other.arrived].sort()) }).toEqual({
          ...state,
          arrived: new Map([...state.arrived].sort()),
        })
      },
    ),
  )
})
