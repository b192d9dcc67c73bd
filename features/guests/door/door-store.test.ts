import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeDoorState, type EntryFact, listValidEntries } from '../shared/door-state.ts'
import type { DoorChanges, DoorEntry, DoorGuest, DoorSnapshot } from '../shared/guests.ts'
import {
  addOwn,
  applyAnswer,
  applyChanges,
  computeTotals,
  createIndex,
  type DoorModel,
  forgetNames,
  getArrived,
  getMeter,
  isStanding,
  listQueued,
  listRepeated,
  listUndoable,
  type OwnEntry,
  search,
  takeBatch,
  takeSnapshot,
  UNDO_MAX,
  type UndoableEntry,
} from './door-store.ts'

const GUESTS = ['ana', 'beto']
const AT = '2026-11-28T03:00:00.000Z'

/** A server that follows the rules of the real one: entries are facts, each change has a cursor. */
function createServer() {
  const facts = new Map<string, { fact: EntryFact; cursor: number }>()
  const log: { cursor: number; touched: string[] }[] = []
  let cursor = 0
  const all = () => [...facts.values()].map(({ fact }) => fact)
  const toGuest = (_id: string, arrived: Map<string, number>): DoorGuest => ({
    _id,
    list: 'friends',
    name: _id === 'ana' ? 'Ana Ñandú' : 'Beto',
    companions: 3,
    note: null,
    code: null,
    arrived: arrived.get(_id) ?? 0,
  })
  const toEntry = (fact: EntryFact): DoorEntry => ({
    ...fact,
    price: null,
    at: AT,
    device: 'Puerta 1',
    flags: [],
  })
  const common = () => {
    const { arrived, inside, ...counts } = computeDoorState(all())
    return {
      night: {
        _id: 'night',
        title: 'Apagón',
        date: '2026-11-27T23:59',
        endsAt: null,
        status: 'scheduled',
        timeZone: 'America/Argentina/Buenos_Aires',
        expiresAt: '2026-11-28T15:00:00.000Z',
      },
      capacity: 10,
      inside,
      counts: { inside, ...counts },
      walkInPrices: [],
      lists: [],
      cursor,
      arrived,
    }
  }
  return {
    all,
    get cursor() {
      return cursor
    },
    post(entries: readonly EntryFact[]) {
      for (const fact of entries) {
        if (facts.has(fact._id)) continue
        facts.set(fact._id, { fact, cursor: ++cursor })
        log.push({ cursor, touched: [...GUESTS] })
      }
      return { accepted: entries.map(({ _id }) => _id), refused: [], cursor }
    },
    snapshot(): DoorSnapshot {
      const { arrived, ...rest } = common()
      const entries = [...facts.values()]
        .sort((a, b) => b.cursor - a.cursor)
        .slice(0, 50)
        .map(({ fact }) => toEntry(fact))
      return { ...rest, device: 'Puerta 1', guests: GUESTS.map((id) => toGuest(id, arrived)), entries }
    },
    changes(after: number): DoorChanges {
      const { arrived, ...rest } = common()
      const entries = [...facts.values()]
        .filter((each) => each.cursor > after)
        .map(({ fact }) => toEntry(fact))
      const touched = log.some((each) => each.cursor > after) ? GUESTS : []
      return { ...rest, entries, guests: touched.map((id) => toGuest(id, arrived)), deleted: [] }
    },
  }
}

const empty: DoorModel = { server: null, own: [] }

const own = (_id: string, fact: Partial<OwnEntry> = {}): OwnEntry => ({
  _id,
  kind: 'guest',
  guest: fact.kind && fact.kind !== 'guest' ? null : 'ana',
  people: 1,
  undoes: null,
  event: 'night',
  at: AT,
  state: 'queued',
  cursor: null,
  target: null,
  ...fact,
})

const undo = (_id: string, target: EntryFact): OwnEntry =>
  own(_id, { kind: 'undo', people: 0, undoes: target._id, target })

describe('a phone', () => {
  test('counts an entry once before it is sent, after it, and after the state that contains it', () => {
    const server = createServer()
    let model = addOwn(takeSnapshot(empty, server.snapshot()), own('1', { people: 2 }))
    expect(computeTotals(model)).toMatchObject({ inside: 2, guests: 2 })
    model = applyAnswer(model, server.post(listQueued(model)))
    expect(listQueued(model)).toEqual([])
    expect(computeTotals(model)).toMatchObject({ inside: 2, changed: new Map([['ana', 2]]) })
    model = applyChanges(model, server.changes(0))
    expect(computeTotals(model)).toMatchObject({ inside: 2, changed: new Map() })
    expect(getArrived(model.server?.guests[0] as DoorGuest, computeTotals(model))).toBe(2)
  })

  test('counts an entry once when the answer that accepted it was lost', () => {
    const server = createServer()
    let model = addOwn(takeSnapshot(empty, server.snapshot()), own('1'))
    server.post(listQueued(model))
    model = applyChanges(model, server.changes(0))
    expect(computeTotals(model).inside).toBe(1)
    expect(listQueued(model)).toEqual([])
  })

  test('shows a guest whom two phones admitted without network', () => {
    const server = createServer()
    const start = takeSnapshot(empty, server.snapshot())
    let one = addOwn(start, own('1', { people: 4 }))
    let other = addOwn(start, own('2', { people: 4 }))
    one = applyAnswer(one, server.post(listQueued(one)))
    other = applyAnswer(other, server.post(listQueued(other)))
    for (const model of [applyChanges(one, server.changes(0)), applyChanges(other, server.changes(0))]) {
      const totals = computeTotals(model)
      expect(listRepeated(model.server as DoorSnapshot, totals).map(({ _id }) => _id)).toEqual(['ana'])
      expect(totals.inside).toBe(8)
    }
  })

  test('undoes an entry that the server has and one that it does not have', () => {
    const server = createServer()
    let model = takeSnapshot(empty, server.snapshot())
    const sent = own('1', { people: 3 })
    model = addOwn(model, sent)
    model = applyChanges(applyAnswer(model, server.post(listQueued(model))), server.changes(0))
    model = addOwn(model, undo('2', sent))
    expect(computeTotals(model)).toMatchObject({ inside: 0, changed: new Map([['ana', 0]]) })
    const walkIn = own('3', { kind: 'walkIn' })
    model = addOwn(addOwn(model, walkIn), undo('4', walkIn))
    expect(computeTotals(model)).toMatchObject({ inside: 0, walkIns: 0 })
    expect(listUndoable(model)).toEqual([])
  })

  test('does not subtract twice when another phone has undone the same entry', () => {
    const server = createServer()
    const first = own('1')
    server.post([first])
    let model = takeSnapshot(
      { server: null, own: [{ ...first, state: 'sent', cursor: 1 }] },
      server.snapshot(),
    )
    server.post([undo('2', first)])
    model = addOwn(applyChanges(model, server.changes(1)), undo('3', first))
    expect(computeTotals(model).inside).toBe(0)
  })

  test('ignores an answer that is older than its state', () => {
    const server = createServer()
    const before = server.changes(0)
    server.post([own('1')])
    const model = takeSnapshot(empty, server.snapshot())
    expect(applyChanges(model, before)).toBe(model)
  })

  test('forgets names and keeps the entries', () => {
    const server = createServer()
    let model = takeSnapshot(empty, server.snapshot())
    model = applyAnswer(addOwn(model, own('1')), server.post([own('1')]))
    model = forgetNames(addOwn(model, own('2')))
    expect(model.own.map(({ _id }) => _id)).toEqual(['1', '2'])
    expect(listQueued(model).map(({ _id }) => _id)).toEqual(['2'])
    expect(JSON.stringify(model)).not.toMatch(/Ñandú|Beto/)
    expect(applyAnswer(model, { accepted: ['2'], refused: [], cursor: null }).own[1]?.state).toBe('sent')
  })

  test('does not count an entry that the server refused, and keeps one that the answer does not name', () => {
    const model = addOwn(addOwn(empty, own('1')), own('2'))
    const answered = applyAnswer(model, {
      accepted: [],
      refused: [{ _id: '1', error: 'other-night' }],
      cursor: 0,
    })
    expect(computeTotals(answered).inside).toBe(1)
    expect(listQueued(answered).map(({ _id }) => _id)).toEqual(['2'])
  })

  test('offers the last ten entries for undo, newest first', () => {
    let model = empty
    for (let at = 1; at <= 12; at++) model = addOwn(model, own(String(at)))
    expect(listUndoable(model).map(({ _id }) => _id)).toEqual(
      Array.from({ length: UNDO_MAX }, (_, at) => String(12 - at)),
    )
  })

  test("offers entries of other phones for undo, with the name of the phone and the server's time", () => {
    const server = createServer()
    server.post([own('1'), own('2')])
    let model = takeSnapshot(empty, server.snapshot())
    model = addOwn(model, own('3', { at: new Date(Date.parse(AT) + 1).toISOString() }))
    expect(listUndoable(model)).toMatchObject([
      { _id: '3', device: null, at: Date.parse(AT) + 1 },
      { _id: '2', device: 'Puerta 1' },
      { _id: '1', device: 'Puerta 1' },
    ])
    const [, second] = listUndoable(model)
    model = addOwn(model, undo('4', second as UndoableEntry))
    expect(listUndoable(model).map(({ _id }) => _id)).toEqual(['3', '1'])
    expect(computeTotals(model).inside).toBe(2)
    const refused = applyAnswer(model, {
      accepted: [],
      refused: [{ _id: '4', error: 'other-night' }],
      cursor: 0,
    })
    expect(isStanding(refused, '2')).toBe(true)
    expect(isStanding(model, '2')).toBe(false)
  })

  test('sends entries again that a restored backup of the server has lost', () => {
    const server = createServer()
    const backup = server.snapshot()
    let model = addOwn(takeSnapshot(empty, backup), own('1'))
    model = applyAnswer(model, server.post(listQueued(model)))
    model = takeSnapshot(applyChanges(model, server.changes(0)), backup)
    expect(listQueued(model).map(({ _id }) => _id)).toEqual(['1'])
    expect(computeTotals(model).inside).toBe(1)
  })

  test('keeps a bounded number of sent entries', () => {
    const server = createServer()
    let model = takeSnapshot(empty, server.snapshot())
    for (let at = 0; at < 1_500; at++) model = addOwn(model, own(`${at}`))
    model = applyAnswer(model, server.post(listQueued(model)))
    expect(computeTotals(model).inside).toBe(1_500)
    model = applyChanges(model, server.changes(0))
    expect(computeTotals(model).inside).toBe(1_500)
    expect(model.own.length).toBe(1_000)
  })
})

test.each([
  [89, 100, 'free'],
  [90, 100, 'warning'],
  [99, 100, 'warning'],
  [100, 100, 'full'],
  [130, 100, 'full'],
  [130, null, 'unlimited'],
] as const)('%i people of %s are %s', (inside, capacity, meter) => {
  expect(getMeter(inside, capacity)).toBe(meter)
})

test('finds Ñandú by "nan", with the number of all that match', () => {
  const index = createIndex(createServer().snapshot().guests, [])
  expect(search(index, 'nan', 10)).toMatchObject({ found: [{ guest: { _id: 'ana' } }], total: 1 })
  expect(search(index, '', 1)).toMatchObject({ found: [{ guest: { _id: 'ana' } }], total: 2 })
  expect(search(index, 'zz', 10)).toEqual({ found: [], total: 0 })
})

// The property: after each step, each phone shows the entries of the server's state that it knows plus its own entries.

type Step =
  | { kind: 'admit'; phone: number; guest: string | null; people: number }
  | { kind: 'exit' | 'undo' | 'send' | 'sendAndLoseAnswer' | 'read' | 'readAll'; phone: number }

const phone = fc.nat({ max: 2 })
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('admit' as const),
      phone,
      guest: fc.option(fc.constantFrom(...GUESTS), { nil: null }),
      people: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({
      kind: fc.constantFrom('exit', 'undo', 'send', 'sendAndLoseAnswer', 'read', 'readAll'),
      phone,
    }),
  ) as fc.Arbitrary<Step>,
  { maxLength: 60 },
)

test('phones show the known state of the server plus their own entries, and are equal at the end', () => {
  fc.assert(
    fc.property(steps, (run) => {
      const server = createServer()
      let id = 0
      const phones = [0, 1, 2].map(() => ({
        model: takeSnapshot(empty, server.snapshot()),
        /** The entries that the phone's state of the server contains. */
        known: [] as EntryFact[],
        made: [] as EntryFact[],
      }))
      for (const step of run) {
        const each = phones[step.phone] as (typeof phones)[number]
        const make = (entry: OwnEntry) => {
          each.model = addOwn(each.model, entry)
          each.made.push(entry)
        }
        if (step.kind === 'admit')
          make(
            own(`${++id}`, {
              kind: step.guest === null ? 'walkIn' : 'guest',
              guest: step.guest,
              people: step.people,
            }),
          )
        else if (step.kind === 'exit') make(own(`${++id}`, { kind: 'exit' }))
        else if (step.kind === 'undo') {
          const [target] = listUndoable(each.model)
          if (target) make(undo(`${++id}`, target))
        } else if (step.kind === 'send')
          each.model = applyAnswer(each.model, server.post(listQueued(each.model)))
        else if (step.kind === 'sendAndLoseAnswer') server.post(listQueued(each.model))
        else {
          each.model =
            step.kind === 'read'
              ? applyChanges(each.model, server.changes(each.model.server?.cursor ?? 0))
              : takeSnapshot(each.model, server.snapshot())
          each.known = server.all()
        }
        const { arrived, ...counts } = computeDoorState(listValidEntries([...each.known, ...each.made]))
        const totals = computeTotals(each.model)
        expect(totals).toMatchObject(counts)
        for (const guest of each.model.server?.guests ?? [])
          expect(getArrived(guest, totals)).toBe(arrived.get(guest._id) ?? 0)
      }
      for (const each of phones) each.model = applyAnswer(each.model, server.post(listQueued(each.model)))
      const shown = phones.map(({ model }) => {
        const last = applyChanges(model, server.changes(model.server?.cursor ?? 0))
        return { ...computeTotals(last), guests: last.server?.guests }
      })
      expect(shown[1]).toEqual(shown[0])
      expect(shown[2]).toEqual(shown[0])
    }),
  )
})

test('a request has entries of one night only', () => {
  const queued = [own('1'), own('2', { event: 'other' }), own('3'), own('4')]
  expect(takeBatch(queued, 2).map(({ _id }) => _id)).toEqual(['1', '3'])
  expect(takeBatch([], 2)).toEqual([])
})
