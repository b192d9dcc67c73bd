/** Imports of tickets that were bought elsewhere, through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { TICKETS_MAX } from '../shared/guest-limits.ts'
import type { Guest, GuestList } from '../shared/guests.ts'
import type { ImportedTickets } from '../shared/tickets.ts'
import { createEntryRow } from '../test/doors.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const conditions = [{ until: null, label: 'Con entrada', price: null }]
const ana = {
  code: '0001',
  name: 'Ana Gómez',
  document: '30111222',
  quantity: 1,
  note: 'General',
  refusal: null,
}
const beto = { ...ana, code: '0002', name: 'Beto', document: null, quantity: 4 }
const withoutCode = { ...ana, code: null, name: 'Caro' }

describe.each(databases)('imported tickets on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let night: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-01T12:00:00Z') })
    as = (await club.signIn()).cookie
    const body = { ...(await createDraft('events')), date: '2027-03-06T23:59' }
    night = ((await (await send('POST', '/events', body)).json()) as { _id: string })._id
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }), ...sent })

  async function createList(fields: object = {}): Promise<GuestList> {
    const body = { kind: 'tickets', name: 'Entradas', conditions, ...fields }
    const response = await send('POST', `/events/${night}/lists`, body)
    expect(response.status).toBe(201)
    return (await response.json()) as GuestList
  }

  async function importTickets(
    list: string,
    tickets: unknown[],
    cancel?: string[],
  ): Promise<ImportedTickets> {
    const response = await send('POST', `/lists/${list}/tickets`, { tickets, cancel })
    expect(response.status).toBe(200)
    return (await response.json()) as ImportedTickets
  }

  const readTickets = async (list: string) =>
    ((await (await send('GET', `/lists/${list}/guests`)).json()) as { data: Guest[] }).data

  test('are only for administrators, and only for lists of tickets', async () => {
    const { _id } = await createList()
    const ofGuests = await createList({ kind: 'guests' })
    const body = { tickets: [ana] }
    await changesNothing(club, async () => {
      await expectProblem(await send('POST', `/lists/${_id}/tickets`, body, { as: '' }), 'sign-in-needed')
      await expectProblem(await send('POST', `/lists/${NOBODY}/tickets`, body), 'not-found')
      await expectProblem(await send('POST', `/lists/${ofGuests._id}/tickets`, body), 'list-of-guests')
    })
  })

  test('refuse invalid fields by name, and change nothing', async () => {
    const { _id } = await createList()
    const publicList = { kind: 'tickets', name: 'Entradas', conditions, isPublic: true }
    const missing: [unknown, string[]][] = [
      [{}, ['tickets']],
      [{ tickets: [] }, ['tickets']],
      [{ tickets: [{ ...ana, name: ' ' }] }, ['tickets.0.name']],
    ]
    const invalid: [unknown, string[]][] = [
      [{ tickets: Array(TICKETS_MAX + 1).fill({ name: 'A' }) }, ['tickets']],
      [{ tickets: [{ ...ana, code: '' }] }, ['tickets.0.code']],
      [{ tickets: [{ ...ana, code: 'x'.repeat(501) }] }, ['tickets.0.code']],
      [{ tickets: [{ ...ana, document: 'DNI 3' }] }, ['tickets.0.document']],
      [{ tickets: [{ ...ana, quantity: 0 }] }, ['tickets.0.quantity']],
      [{ tickets: [{ ...ana, quantity: 101 }] }, ['tickets.0.quantity']],
      [{ tickets: [{ ...ana, refusal: 'lost' }] }, ['tickets.0.refusal']],
      [{ tickets: [ana, beto, ana] }, ['tickets.2.code']],
      [{ tickets: [ana], cancel: ['0001'] }, ['cancel.0']],
    ]
    await changesNothing(club, async () => {
      for (const [body, fields] of missing)
        await expectProblem(await send('POST', `/lists/${_id}/tickets`, body), 'missing-fields', fields)
      for (const [body, fields] of invalid)
        await expectProblem(await send('POST', `/lists/${_id}/tickets`, body), 'invalid-fields', fields)
      await expectProblem(await send('POST', `/events/${night}/lists`, publicList), 'invalid-fields', [
        'isPublic',
      ])
      await expectProblem(
        await send('POST', `/lists/${_id}/tickets`, { tickets: [{ name: 'a'.repeat(3_000_000) }] }),
        'too-large',
      )
    })
  })

  test('keep the kind of a list, also when a deleted one is restored', async () => {
    const { _id } = await createList()
    const body = { name: 'Otra', conditions }
    await expectProblem(await send('PUT', `/lists/${_id}`, { ...body, kind: 'guests' }), 'invalid-fields', [
      'kind',
    ])
    await send('DELETE', `/lists/${_id}`)
    const restored = (await (await send('PUT', `/lists/${_id}`, body)).json()) as GuestList
    expect(restored).toMatchObject({ name: 'Otra', kind: 'tickets' })
  })

  test('add only new tickets, and change those whose row says something else', async () => {
    const { _id } = await createList()
    const first = await importTickets(_id, [ana, beto, withoutCode, withoutCode])
    expect(first).toEqual({ added: 4, changed: 0, unchanged: 0, cancelled: 0, absent: [] })
    const again = await importTickets(_id, [ana, beto, withoutCode, withoutCode])
    expect(again).toEqual({ added: 0, changed: 0, unchanged: 4, cancelled: 0, absent: [] })
    // A third ticket without a code for the same person is one more.
    const third = await importTickets(_id, [
      ana,
      { ...beto, refusal: 'refunded' },
      ...Array(3).fill(withoutCode),
    ])
    expect(third).toEqual({ added: 1, changed: 1, unchanged: 3, cancelled: 0, absent: [] })
    expect(await readTickets(_id)).toMatchObject([
      {
        name: 'Ana Gómez',
        code: '0001',
        document: '30111222',
        companions: 0,
        note: 'General',
        refusal: null,
      },
      { name: 'Beto', code: '0002', companions: 3, refusal: 'refunded', version: 2 },
      { name: 'Caro', code: null },
      { name: 'Caro', code: null },
      { name: 'Caro', code: null },
    ])
  })

  test('leave absent tickets as they are, and cancel only those that are named', async () => {
    const { _id } = await createList()
    const other = await createList()
    await importTickets(_id, [ana, beto, withoutCode])
    await importTickets(other._id, [ana])
    const [, , caro] = await readTickets(_id)
    const [foreign] = await readTickets(other._id)
    const partial = await importTickets(_id, [ana])
    expect(partial.absent).toHaveLength(2)
    const cancelled = await importTickets(_id, [ana], [caro?._id ?? '', foreign?._id ?? ''])
    expect(cancelled).toMatchObject({ cancelled: 1, absent: [partial.absent[0]] })
    expect((await readTickets(_id)).map(({ refusal }) => refusal)).toEqual([null, null, 'cancelled'])
    expect((await readTickets(other._id)).map(({ refusal }) => refusal)).toEqual([null])
    // A seller that lists the ticket again has made it valid.
    expect(await importTickets(_id, [ana, withoutCode])).toMatchObject({ changed: 1, unchanged: 1 })
  })

  test('never take the places of people who are inside', async () => {
    const { _id } = await createList()
    await importTickets(_id, [beto])
    const [ticket] = await readTickets(_id)
    const entry = createEntryRow({ event: night, guest: ticket?._id ?? '', people: 3 })
    await club.database.write((tx) => tx.insertInto('doorEntries').values(entry).execute())
    expect(await importTickets(_id, [{ ...beto, quantity: 1 }])).toMatchObject({ changed: 1 })
    expect((await readTickets(_id))[0]).toMatchObject({ companions: 2, arrived: 3 })
  })

  test('concurrent imports of one file add it once', async () => {
    const { _id } = await createList()
    const tickets = Array.from({ length: 200 }, (_, index) => ({ ...ana, code: `c${index}` }))
    await Promise.all([1, 2, 3].map(() => importTickets(_id, tickets)))
    expect(await readTickets(_id)).toHaveLength(200)
  })

  testOnce('a list holds TICKETS_MAX tickets', async () => {
    const { _id } = await createList()
    const tickets = Array.from({ length: TICKETS_MAX }, (_, index) => ({ name: 'Ana', code: `c${index}` }))
    await importTickets(_id, tickets)
    await expectProblem(
      await send('POST', `/lists/${_id}/tickets`, { tickets: [{ name: 'Una más', code: 'x' }] }),
      'too-many-names',
    )
    await send('DELETE', `/lists/${_id}`)
  })

  test('reach the door with kind, document and refusal', async () => {
    const { _id } = await createList()
    await importTickets(_id, [{ ...ana, refusal: 'cancelled' }])
    const door = (await (await send('GET', `/door?event=${night}`)).json()) as {
      lists: { _id: string; kind: string }[]
      guests: Guest[]
    }
    expect(door.lists.find((list) => list._id === _id)?.kind).toBe('tickets')
    expect(door.guests.find(({ list }) => list === _id)).toMatchObject({
      code: '0001',
      document: '30111222',
      refusal: 'cancelled',
    })
  })
})
