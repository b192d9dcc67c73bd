/** The report of a night, through HTTP. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewRow } from '../../../platform/db/tables.ts'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { guestsOf } from '../index.server.ts'
import type { AddedGuests, GuestList, NightReport } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const at = (local: string) => Date.parse(`${local}:00-03:00`)

describe.each(databases)('the report of a night on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let night: string
  let list: GuestList
  let guests: AddedGuests['data']
  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
  const post = async <T>(path: string, body: unknown) => (await send('POST', path, body)).json() as Promise<T>

  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-01T12:00:00Z') })
    as = (await club.signIn()).cookie
    const body = { ...(await createDraft('events')), date: '2027-03-06T23:59' }
    night = (await post<{ _id: string }>('/events', body))._id
    list = await post(`/events/${night}/lists`, {
      name: '=Cumple;de Beto',
      conditions: [{ until: null, label: 'Gratis' }],
    })
    const rows = [{ name: '=HYPERLINK("http://x")' }, { name: 'Beto', companions: 1 }, { name: 'Caro' }]
    guests = (await post<AddedGuests>(`/lists/${list._id}/guests`, { guests: rows })).data
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const entry = (fields: Partial<NewRow<'doorEntries'>>): NewRow<'doorEntries'> =>
    createEntryRow({
      event: night,
      at: at('2027-03-07T00:05'),
      receivedAt: at('2027-03-07T03:00'),
      ...fields,
    })

  test('is only for administrators, and only of nights that exist', async () => {
    for (const path of ['summary', 'summary.csv', 'guests.csv']) {
      const sent = await club.send('GET', `/api/events/${night}/door/${path}`)
      await expectProblem(sent, 'sign-in-needed')
      await expectProblem(await send('GET', `/events/${NOBODY}/door/${path}`), 'not-found')
    }
  })

  test('is empty before the night', async () => {
    const report: NightReport = await (await send('GET', `/events/${night}/door/summary`)).json()
    expect(report).toEqual({
      invited: 4,
      arrived: 0,
      repeated: 0,
      repeats: [],
      lists: [
        {
          _id: list._id,
          name: '=Cumple;de Beto',
          invited: 4,
          arrived: 0,
          repeated: 0,
          sources: [{ addedBy: 'administrator', invited: 4, arrived: 0 }],
        },
      ],
      halfHours: [],
      late: 0,
      tickets: 0,
      walkIns: 0,
      exits: 0,
      money: null,
      peak: null,
      capacity: null,
      namesErasedAt: null,
      namesErasedFrom: '2027-03-14T15:00:00.000Z',
    })
  })

  test('adds up lists, half hours and the peak, without what was undone', async () => {
    const [, beto, caro] = guests
    const undone = entry({ kind: 'ticket', people: 9 })
    const entries = [
      entry({ kind: 'exit', people: 2, at: at('2027-03-07T02:10') }),
      // The device's clock was an hour late.
      entry({
        kind: 'guest',
        guest: beto?._id ?? '',
        people: 2,
        at: at('2027-03-06T23:01'),
        correction: 3_600_000,
      }),
      entry({ kind: 'guest', guest: caro?._id ?? '', at: at('2027-03-07T00:40') }),
      entry({ people: 3 }),
      entry({ kind: 'ticket', people: 2, at: at('2027-03-07T00:59') }),
      undone,
      entry({ kind: 'undo', people: 0, undoes: undone.id }),
    ]
    await club.database.write((tx) => tx.insertInto('doorEntries').values(entries).execute())
    const report: NightReport = await (await send('GET', `/events/${night}/door/summary`)).json()
    expect(report).toMatchObject({
      arrived: 3,
      lists: [{ invited: 4, arrived: 3 }],
      tickets: 2,
      walkIns: 3,
      exits: 2,
      money: null,
      peak: { inside: 8, at: new Date(at('2027-03-07T00:59')).toISOString() },
    })
    expect(
      report.halfHours.map(({ from, guests, walkIns, inside }) => [from, guests, walkIns, inside]),
    ).toEqual([
      ['00:00', 2, 3, 5],
      ['00:30', 1, 0, 8],
      ['02:00', 0, 0, 6],
    ])
    expect(report.halfHours[0]?.lists).toEqual([{ list: list._id, people: 2 }])
  })

  test('is a table whose names run no formulas', async () => {
    const summary = await (await send('GET', `/events/${night}/door/summary.csv`)).text()
    expect(summary.split('\r\n').slice(0, 2)).toEqual([
      `"Desde";"'=Cumple;de Beto";"Con entrada";"Sin lista";"Salidas";"Adentro"`,
      '"00:00";"2";"0";"3";"0";"5"',
    ])
    const names = await (await send('GET', `/events/${night}/door/guests.csv`)).text()
    expect(names).toContain(`"'=HYPERLINK(""http://x"")";"0";"0"`)
    expect(names).toContain('"Beto";"1";"2";"";"El club"')
  })

  test('adds up money by condition at the time of the entry, by price of walk-ins, and by phone', async () => {
    const event = (
      await post<{ _id: string }>('/events', { ...(await createDraft('events')), date: '2027-03-06T23:59' })
    )._id
    const pesos = (amount: number) => ({ amount, currency: 'ARS' })
    const free = { until: '01:00', label: 'Gratis', price: pesos(0) }
    const paying = { until: '03:00', label: 'Con trago', price: pesos(6000.1) }
    const friends = await post<GuestList>(`/events/${event}/lists`, {
      name: 'Amigos',
      maxCompanions: 9,
      conditions: [free, paying],
    })
    const other = await post<GuestList>(`/events/${event}/lists`, {
      name: 'Otra',
      conditions: [{ until: null, label: 'Con precio a ver' }],
    })
    const gone = await post<GuestList>(`/events/${event}/lists`, { name: 'Borrada', conditions: [paying] })
    const add = async (list: GuestList) =>
      (await post<AddedGuests>(`/lists/${list._id}/guests`, { guests: [{ name: 'Ana', companions: 9 }] }))
        .data[0]?._id as string
    const [ana, beto, caro] = [await add(friends), await add(other), await add(gone)]
    await send('DELETE', `/lists/${gone._id}`)
    const sessions = ['Caja', 'Vereda', 'Caja'].map((device, index) => ({
      id: `${event}-${index}`,
      tokenHash: `${event}-${index}`,
      event,
      device,
      createdAt: 0,
      seenAt: 0,
      endedAt: null,
      revokedAt: null,
      unsent: null,
    }))
    const general = { label: 'General', ...pesos(12_000) }
    const inDollars = { label: 'General', amount: 15, currency: 'USD' }
    const [one, two, three] = sessions.map(({ id }) => id) as [string, string, string]
    const undone = entry({ event, people: 9, price: JSON.stringify(general) })
    const rows = [
      entry({ event, guest: ana, people: 2, at: at('2027-03-07T00:59'), session: one }),
      entry({ event, guest: ana, people: 3, at: at('2027-03-07T01:00'), session: two }),
      // The corrected time is after the last condition.
      entry({ event, guest: ana, at: at('2027-03-07T02:59'), correction: 60_000, session: one }),
      entry({ event, guest: beto, people: 4 }),
      entry({ event, guest: caro, people: 2, session: one }),
      entry({ event, people: 3, price: JSON.stringify(general), session: three }),
      entry({ event, people: 2, price: JSON.stringify(inDollars) }),
      entry({ event, people: 5 }),
      entry({ event, kind: 'ticket', people: 6 }),
      entry({ event, kind: 'exit', people: 1 }),
      entry({ event, people: 8, price: JSON.stringify(general), late: 'waiting' }),
      undone,
      entry({ event, kind: 'undo', people: 0, undoes: undone.id }),
    ]
    await club.database.write(async (tx) => {
      await tx.insertInto('doorSessions').values(sessions).execute()
      await tx.insertInto('doorEntries').values(rows).execute()
    })
    const table = await (await send('GET', `/events/${event}/door/summary.csv`)).text()
    expect(
      table
        .split('\r\n')
        .filter((row) => row.includes('Plata'))
        .toSorted(),
    ).toEqual(['"Plata (ARS)";"18000.3";"0";"";"36000";"";""', '"Plata (USD)";"0";"0";"";"30";"";""'])
    const { money }: NightReport = await (await send('GET', `/events/${event}/door/summary`)).json()
    const takings = { label: 'Con trago', price: pesos(6000.1) }
    expect(money).toEqual({
      totals: expect.arrayContaining([pesos(66_000.5), { amount: 30, currency: 'USD' }]),
      conditions: expect.arrayContaining([
        { list: friends._id, label: 'Gratis', price: pesos(0), people: 2, amount: 0 },
        { list: friends._id, ...takings, people: 3, amount: 18_000.3 },
        { list: gone._id, ...takings, people: 2, amount: 12_000.2 },
      ]),
      walkIns: expect.arrayContaining([
        { label: 'General', price: pesos(12_000), people: 3, amount: 36_000 },
        { label: 'General', price: { amount: 15, currency: 'USD' }, people: 2, amount: 30 },
      ]),
      phones: expect.arrayContaining([
        { device: 'Caja', ...pesos(48_000.2) },
        { device: 'Vereda', ...pesos(18_000.3) },
        { device: null, amount: 30, currency: 'USD' },
      ]),
      unpriced: 10,
    })
    expect(
      [money?.totals, money?.conditions, money?.walkIns, money?.phones].map((rows) => rows?.length),
    ).toEqual([2, 3, 2, 3])
  })

  describe('beside those of other nights', () => {
    const createNights = (count: number) =>
      Array.from({ length: count }, (_, number) => ({
        _id: `compared-${count}-${number}`,
        night: '2027-03-06',
        date: '2027-03-06T23:59',
      }))
    const compare = (nights: ReturnType<typeof createNights>) =>
      guestsOf(club.platform).reports.readFigures(nights)

    test('takes as many queries for many nights as for two', async () => {
      const queries = vi.spyOn(club.database.read.getExecutor(), 'executeQuery')
      const count = async (nights: ReturnType<typeof createNights>) => {
        const rows = nights.map(({ _id }) => entry({ event: _id }))
        await club.database.write((tx) => tx.insertInto('doorEntries').values(rows).execute())
        queries.mockClear()
        expect((await compare(nights)).size).toBe(nights.length)
        // The club polls its revisions meanwhile.
        return queries.mock.calls.filter(([{ sql }]) => /"(guests|guestLists|doorEntries)"/.test(sql)).length
      }
      const ofTwo = await count(createNights(2))
      expect(ofTwo).toBe(5)
      expect(await count(createNights(60))).toBe(ofTwo)
      queries.mockRestore()
    })

    test('counts every night when their entries do not fit into one part', async () => {
      const nights = createNights(3)
      for (const { _id } of nights)
        for (let part = 0; part < 11; part++) {
          const rows = Array.from({ length: 1000 }, () => entry({ event: _id }))
          await club.database.write((tx) => tx.insertInto('doorEntries').values(rows).execute())
        }
      const counted = { people: 11_000, arrivals: 0, money: null }
      expect(await compare(nights)).toEqual(new Map(nights.map(({ _id }) => [_id, counted])))
    })

    test('knows nothing of nights without an entry that counts', async () => {
      const [night] = createNights(1)
      const waiting = entry({ event: String(night?._id), late: 'waiting' })
      await club.database.write((tx) => tx.insertInto('doorEntries').values(waiting).execute())
      expect(await compare(createNights(1))).toEqual(new Map())
      expect(await compare([])).toEqual(new Map())
    })
  })
})
