/** Lists of a night and their guests, through HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewRow } from '../../../platform/db/tables.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { LISTS_MAX, PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import type { AddedGuests, Guest, GuestList } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const HOUR_MS = 3_600_000
const draft = { name: 'Cumple de Beto', conditions: [{ until: '01:00', label: 'Gratis', price: null }] }

describe.each(databases)('guest lists on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let night: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-01T12:00:00Z') })
    as = (await club.signIn()).cookie
    night = await createNight()
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }), ...sent })

  /** Sends a request that must succeed, and returns its answer. */
  async function read<T>(method: string, path: string, body?: unknown, sent?: RequestOptions): Promise<T> {
    const response = await send(method, path, body, sent)
    expect([method, path, response.status]).toEqual([method, path, method === 'POST' ? 201 : 200])
    return (await response.json()) as T
  }

  async function createNight(fields: Record<string, unknown> = {}): Promise<string> {
    const body = { ...(await createDraft('events')), date: '2027-03-06T23:59', ...fields }
    return (await read<{ _id: string }>('POST', '/events', body))._id
  }

  const createList = (fields: object = {}, event = night) =>
    read<GuestList>('POST', `/events/${event}/lists`, { ...draft, ...fields })
  const readLists = async (event = night) =>
    (await read<{ data: GuestList[] }>('GET', `/events/${event}/lists`)).data
  const readGuests = async (list: string) =>
    (await read<{ data: Guest[] }>('GET', `/lists/${list}/guests`)).data
  const add = (list: string, body: unknown, sent?: RequestOptions) =>
    read<AddedGuests>('POST', `/lists/${list}/guests`, body, sent)

  test('are only for administrators, and only of nights and lists that exist', async () => {
    const { _id } = await createList()
    const { data } = await add(_id, { text: 'Ana' })
    const guest = data[0]?._id
    const routes = [
      ['GET', `/events/${night}/lists`],
      ['POST', `/events/${night}/lists`, draft],
      ['PUT', `/lists/${_id}`, draft],
      ['DELETE', `/lists/${_id}`],
      ['GET', `/lists/${_id}/guests`],
      ['POST', `/lists/${_id}/guests`, { text: 'Ana' }],
      ['PUT', `/guests/${guest}`, { name: 'Ana' }],
      ['DELETE', `/guests/${guest}`],
    ] as const
    await changesNothing(club, async () => {
      for (const [method, path, body] of routes) {
        await expectProblem(await send(method, path, body, { as: '' }), 'sign-in-needed')
        const unknown = path.replace(/\/[\w-]{36}/, `/${NOBODY}`)
        await expectProblem(await send(method, unknown, body), 'not-found')
      }
    })
  })

  test('refuse invalid fields by name', async () => {
    const { _id } = await createList()
    const conditions = draft.conditions
    await changesNothing(club, async () => {
      for (const [body, id, fields] of [
        [{}, 'missing-fields', ['name', 'conditions']],
        [{ ...draft, name: ' ' }, 'missing-fields', ['name']],
        [{ ...draft, name: 'a'.repeat(121) }, 'invalid-fields', ['name']],
        [{ ...draft, conditions: [] }, 'invalid-fields', ['conditions']],
        [{ ...draft, conditions: Array(5).fill(conditions[0]) }, 'invalid-fields', ['conditions']],
        [
          { ...draft, conditions: [{ until: '24:00', label: 'x' }] },
          'invalid-fields',
          ['conditions.0.until'],
        ],
        [{ ...draft, conditions: ['x'] }, 'invalid-fields', ['conditions.0']],
        ...[
          [{ amount: -1, currency: 'ARS' }, '.amount'],
          [{ amount: 1e9 + 1, currency: 'ARS' }, '.amount'],
          [{ amount: 0.001, currency: 'ARS' }, '.amount'],
          [{ amount: '6000', currency: 'ARS' }, '.amount'],
          [{ amount: 6000, currency: '$' }, '.currency'],
          [6000, ''],
        ].map(
          ([price, field]) =>
            [
              { ...draft, conditions: [{ ...conditions[0], price }] },
              'invalid-fields',
              [`conditions.0.price${field}`],
            ] as const,
        ),
        [{ ...draft, conditions: 'x' }, 'missing-fields', ['conditions']],
        [{ ...draft, note: 7 }, 'invalid-fields', ['note']],
        [{ ...draft, quota: 'x' }, 'invalid-fields', ['quota']],
        [{ ...draft, quota: 0 }, 'invalid-fields', ['quota']],
        [{ ...draft, quota: 1.5 }, 'invalid-fields', ['quota']],
        [{ ...draft, closes: 100 }, 'invalid-fields', ['closes']],
        [{ ...draft, closes: '1:00' }, 'invalid-fields', ['closes']],
        [{ ...draft, kind: 'vip' }, 'invalid-fields', ['kind']],
        [{ ...draft, maxCompanions: 21 }, 'invalid-fields', ['maxCompanions']],
        [{ ...draft, isPublic: 'sí' }, 'invalid-fields', ['isPublic']],
      ] as const) {
        await expectProblem(await send('POST', `/events/${night}/lists`, body), id, [...fields])
        await expectProblem(await send('PUT', `/lists/${_id}`, body), id, [...fields])
      }
      const long = 'a'.repeat(900_000)
      for (const [body, id, fields] of [
        [{}, 'missing-fields', ['guests']],
        [{ guests: [] }, 'missing-fields', ['guests']],
        [{ guests: ['Ana'] }, 'invalid-fields', ['guests.0']],
        [{ guests: [{ name: '' }] }, 'missing-fields', ['guests.0.name']],
        [{ guests: [{ name: long }] }, 'invalid-fields', ['guests.0.name']],
        [{ guests: [{ name: 'Ana', companions: 100 }] }, 'invalid-fields', ['guests.0.companions']],
        [{ guests: Array(PASTED_LINES_MAX + 1).fill({ name: 'Ana' }) }, 'invalid-fields', ['guests']],
        [{ text: 'Ana\n'.repeat(10_000) }, 'invalid-fields', ['text']],
        [{ text: long }, 'invalid-fields', ['text']],
        [{ text: 7 }, 'invalid-fields', ['text']],
        [{ text: ' \n - \n' }, 'invalid-fields', ['text']],
        [{ text: 'LISTA MICA\nGracias!!' }, 'invalid-fields', ['text']],
      ] as const)
        await expectProblem(await send('POST', `/lists/${_id}/guests`, body), id, [...fields])
      const larger = { guests: [{ name: 'a'.repeat(1_000_000) }] }
      await expectProblem(await send('POST', `/lists/${_id}/guests`, larger), 'too-large')
    })
    const { errors } = await expectProblem(
      await send('POST', `/lists/${_id}/guests`, { text: 'Ana\n'.repeat(10_000) }),
      'invalid-fields',
    )
    expect(errors?.[0]?.message).toBe('Puede haber hasta 1.000 nombres por vez, y pegaste 10.000.')
  })

  test('are created, changed, deleted and restored with their guests', async () => {
    const event = await createNight()
    const list = await createList({ quota: 10, closes: '00:30', note: 'Hasta el final' }, event)
    expect(list).toEqual({
      _id: expect.any(String),
      version: 1,
      kind: 'guests',
      name: 'Cumple de Beto',
      quota: 10,
      closes: '00:30',
      conditions: [{ until: '01:00', label: 'Gratis', price: null }],
      maxCompanions: 1,
      isPublic: false,
      note: 'Hasta el final',
      closesAt: '2027-03-07T03:30:00.000Z',
      invited: 0,
      arrived: 0,
      link: null,
      createdAt: new Date(club.clock.now).toISOString(),
      updatedAt: new Date(club.clock.now).toISOString(),
    })
    await add(list._id, { guests: [{ name: 'Ana', companions: 2 }, { name: 'Beto' }] })
    const deletedBefore = (await add(list._id, { text: 'Caro' })).data[0]?._id
    expect((await send('DELETE', `/guests/${deletedBefore}`)).status).toBe(204)
    club.clock.now += 1000
    expect((await send('DELETE', `/lists/${list._id}`)).status).toBe(204)
    expect(await readLists(event)).toEqual([])
    await expectProblem(await send('DELETE', `/lists/${list._id}`), 'not-found')
    await expectProblem(await send('GET', `/lists/${list._id}/guests`), 'not-found')
    const restored = await read<GuestList>('PUT', `/lists/${list._id}`, { ...draft, closes: '00:30' })
    expect(restored).toMatchObject({ version: 3, quota: null, note: null, invited: 4 })
    expect((await readGuests(list._id)).map(({ name }) => name)).toEqual(['Ana', 'Beto'])
    expect((await send('DELETE', `/lists/${list._id}`)).status).toBe(204)
    club.clock.now += HOUR_MS
    await expectProblem(await send('PUT', `/lists/${list._id}`, draft), 'not-found')
  })

  test('keep the prices of their conditions, which older lists do not have', async () => {
    const price = { amount: 6000.5, currency: 'ARS' }
    const conditions = [
      { until: '01:00', label: 'Gratis', price: { amount: 0, currency: 'ARS' } },
      { until: null, label: '$ 6.000,50', price },
    ]
    const list = await createList({ conditions })
    expect(list.conditions).toEqual(conditions)
    await club.database.write((tx) =>
      tx
        .updateTable('guestLists')
        .set({ conditions: JSON.stringify([{ until: null, label: 'Gratis' }]) })
        .where('id', '=', list._id)
        .execute(),
    )
    const [old] = (await readLists()).filter(({ _id }) => _id === list._id)
    expect(old?.conditions).toEqual([{ until: null, label: 'Gratis', price: null }])
  })

  test('close at doors unless they have an hour, and follow a changed date', async () => {
    const event = await createNight()
    await createList({}, event)
    await createList({ closes: '02:00' }, event)
    const closings = async () => (await readLists(event)).map(({ closesAt }) => closesAt)
    expect(await closings()).toEqual(['2027-03-07T02:59:00.000Z', '2027-03-07T05:00:00.000Z'])
    await send('PUT', `/events/${event}`, { date: '2027-03-13T22:00' })
    expect(await closings()).toEqual(['2027-03-14T01:00:00.000Z', '2027-03-14T05:00:00.000Z'])
  })

  test('that are created after doors stay open until the last condition, unless they have an hour', async () => {
    const event = await createNight({ date: '2027-03-01T08:00', endsAt: '11:30' })
    expect(await createList({ conditions: [{ until: '11:00', label: 'Gratis' }] }, event)).toMatchObject({
      closes: '11:00',
      closesAt: '2027-03-01T14:00:00.000Z',
    })
    expect((await createList({ conditions: [{ until: null, label: '$ 6.000' }] }, event)).closes).toBe(
      '11:30',
    )
    const closed = await createList({ closes: '08:30' }, event)
    expect(closed.closes).toBe('08:30')
    const emptied = await read<GuestList>('PUT', `/lists/${closed._id}`, draft)
    expect(emptied.closes).toBeNull()
  })

  test('a save never overwrites a newer version', async () => {
    const list = await createList()
    const guest = (await add(list._id, { text: 'Ana' })).data[0] as Guest
    const first = await send('PUT', `/lists/${list._id}`, draft, { headers: { 'If-Match': '"1"' } })
    expect([first.status, first.headers.get('ETag')]).toEqual([200, '"2"'])
    const saved = await send(
      'PUT',
      `/guests/${guest._id}`,
      { name: 'Ani' },
      { headers: { 'If-Match': '"1"' } },
    )
    expect([saved.status, saved.headers.get('ETag')]).toEqual([200, '"2"'])
    await changesNothing(club, async () => {
      const headers = { 'If-Match': '"1"' }
      await expectProblem(await send('PUT', `/lists/${list._id}`, draft, { headers }), 'edited-meanwhile')
      await expectProblem(
        await send('PUT', `/guests/${guest._id}`, { name: 'Anita' }, { headers }),
        'edited-meanwhile',
      )
      for (const path of [`/lists/${list._id}`, `/guests/${guest._id}`])
        await expectProblem(await send('DELETE', path, undefined, { headers }), 'edited-meanwhile')
    })
    const headers = { 'If-Match': '"2"' }
    expect((await send('DELETE', `/guests/${guest._id}`, undefined, { headers })).status).toBe(204)
  })

  test('a repeated request adds nothing', async () => {
    const event = await createNight()
    const headers = { 'Idempotency-Key': 'una' }
    const path = `/events/${event}/lists`
    const both = await Promise.all([
      send('POST', path, draft, { headers }),
      send('POST', path, draft, { headers }),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const [list, copy] = (await Promise.all(both.map((response) => response.json()))) as [
      GuestList,
      GuestList,
    ]
    expect(copy).toEqual(list)
    expect(await readLists(event)).toHaveLength(1)
    await expectProblem(await send('POST', path, { ...draft, name: 'x' }, { headers }), 'key-reused')
    await expectProblem(await send('POST', `/events/${night}/lists`, draft, { headers }), 'key-reused')

    const guests = { text: 'Zoe\nAna +1\nMía' }
    const [one, two] = await Promise.all([
      add(list._id, guests, { headers }),
      add(list._id, guests, { headers }),
    ])
    expect(one.data.map(({ name }) => name)).toEqual(['Zoe', 'Ana', 'Mía'])
    expect(two).toEqual(one)
    await add(list._id, { text: 'Otra' })
    expect(await add(list._id, guests, { headers })).toEqual(one)
    expect(await readGuests(list._id)).toHaveLength(4)
    await expectProblem(
      await send('POST', `/lists/${list._id}/guests`, { text: 'x' }, { headers }),
      'key-reused',
    )
    const other = await createList({}, event)
    await expectProblem(await send('POST', `/lists/${other._id}/guests`, guests, { headers }), 'key-reused')
  })

  test('guests are added in order, and duplicates on any list of the night are flagged', async () => {
    const event = await createNight()
    const [one, two] = [await createList({}, event), await createList({}, event)]
    await add(one._id, { guests: [{ name: ' Ana   Gómez', companions: 2, note: 'VIP' }] })
    const added = await add(two._id, { text: '1. GOMEZ ana\n- Beto y 1\n• Caro\n• Caro' })
    expect(added.duplicates).toEqual(['GOMEZ ana', 'Caro'])
    expect(added.data).toMatchObject([
      { name: 'GOMEZ ana', companions: 0, isDuplicate: true, addedBy: 'administrator', code: null },
      { name: 'Beto', companions: 1, isDuplicate: false },
      { name: 'Caro', isDuplicate: true },
      { name: 'Caro', isDuplicate: true },
    ])
    expect(await readGuests(one._id)).toMatchObject([
      { name: 'Ana Gómez', companions: 2, note: 'VIP', isDuplicate: true, arrived: 0 },
    ])
    expect((await readLists(event)).map(({ invited }) => invited)).toEqual([3, 5])
    // A night of its own has its own names.
    expect(
      (await add((await createList({}, await createNight()))._id, { text: 'Ana Gómez' })).duplicates,
    ).toEqual([])
    expect((await send('DELETE', `/guests/${added.data[0]?._id}`)).status).toBe(204)
    expect((await readGuests(one._id))[0]?.isDuplicate).toBe(false)
  })

  test('a pasted text saves its guests and returns the other lines, and a preview saves nothing', async () => {
    const list = await createList({ quota: 5, maxCompanions: 2 })
    const path = `/lists/${list._id}/guests`
    const text = '*LISTA*\n1. Ana Gómez +2 (pagó)\n2. Inés & Juan\n3. Beto\n4. Karen +25\n5. Caro +1'
    const unsaved = [
      { line: 1, text: '*LISTA*', verdict: 'skip', reason: 'Está antes de la lista.' },
      { line: 3, text: '2. Inés & Juan', verdict: 'check', split: [{ name: 'Inés' }, { name: 'Juan' }] },
      { line: 5, verdict: 'check', name: 'Karen', companions: 25 },
      { line: 6, verdict: 'check', name: 'Caro', companions: 1, reason: 'No entra: queda 1 lugar.' },
    ]
    await changesNothing(club, async () => {
      for (const id of [NOBODY, list._id]) {
        const answer = await send('POST', `/lists/${id}/guests/preview`, { text })
        if (id === NOBODY) await expectProblem(answer, 'not-found')
        else
          expect(((await answer.json()) as { lines: object[] }).lines).toMatchObject([
            unsaved[0],
            { line: 2, verdict: 'guest', name: 'Ana Gómez', companions: 2, note: 'pagó', reason: null },
            unsaved[1],
            { line: 4, verdict: 'guest', name: 'Beto' },
            unsaved[2],
            unsaved[3],
          ])
      }
      await expectProblem(await send('POST', `${path}/preview`, {}), 'missing-fields', ['text'])
      await expectProblem(
        await send('POST', `${path}/preview`, { text: 'Ana\n'.repeat(10_000) }),
        'invalid-fields',
        ['text'],
      )
    })
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const added = await add(list._id, { text }, { headers })
    expect(added.data).toMatchObject([{ name: 'Ana Gómez', companions: 2, note: 'pagó' }, { name: 'Beto' }])
    expect(added.unsaved).toMatchObject(unsaved)
    const again = await add(list._id, { text }, { headers })
    expect(again.data).toEqual(added.data)
    expect(again.unsaved.map(({ line }) => line)).toEqual([1, 3, 5, 6])
    expect(await readGuests(list._id)).toHaveLength(2)
  })

  test('names with markup, formulas and the names of prototypes stay as they are', async () => {
    const { _id } = await createList()
    const names = ['<img src=x onerror=alert(1)>', '=1+1', '__proto__', 'constructor', "O'Brien"]
    const rows = names.map((name) => ({ name }))
    await add(_id, { guests: rows })
    const hostile = `{"guests":[{"name":"Ana","__proto__":{"companions":9}}],"__proto__":{"text":"Beto"}}`
    expect((await add(_id, hostile)).data).toMatchObject([{ name: 'Ana', companions: 0 }])
    expect((await readGuests(_id)).map(({ name }) => name)).toEqual([...names, 'Ana'])
  })

  test('a full list says how many fit, also to requests at the same time', async () => {
    const { _id } = await createList({ quota: 5 })
    const path = `/lists/${_id}/guests`
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        send('POST', path, { guests: [{ name: `Guest ${n}`, companions: 1 }] }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    await changesNothing(club, async () => {
      const refusal = await expectProblem(
        await send('POST', path, { guests: [{ name: 'Ana' }, { name: 'Beto' }] }),
        'list-full',
      )
      expect(refusal).toMatchObject({ left: 1, detail: 'En la lista queda lugar para 1 persona más.' })
    })
    const last = (await add(_id, { text: 'Ana' })).data[0] as Guest
    await changesNothing(club, async () => {
      const full = await expectProblem(await send('POST', path, { guests: [{ name: 'Beto' }] }), 'list-full')
      expect(full).toMatchObject({ left: 0, detail: 'La lista está completa.' })
      await expectProblem(
        await send('PUT', `/guests/${last._id}`, { name: 'Ana', companions: 1 }),
        'list-full',
      )
    })
    // A deleted guest makes room, and can come back only while there is room.
    expect((await send('DELETE', `/guests/${last._id}`)).status).toBe(204)
    const other = (await add(_id, { text: 'Beto' })).data[0] as Guest
    await expectProblem(await send('PUT', `/guests/${last._id}`, { name: 'Ana' }), 'list-full')
    await send('DELETE', `/guests/${other._id}`)
    expect(await read('PUT', `/guests/${last._id}`, { name: 'Ana' })).toMatchObject({
      name: 'Ana',
      version: 3,
    })
    // A lower quota keeps the guests, and changes without more people are still possible.
    await read('PUT', `/lists/${_id}`, { ...draft, quota: 1 })
    expect(await read('PUT', `/guests/${last._id}`, { name: 'Anita' })).toMatchObject({ name: 'Anita' })
  })

  test('count the people who entered, without undone entries', async () => {
    const event = await createNight()
    const { _id } = await createList({}, event)
    const { data } = await add(_id, { guests: [{ name: 'Ana', companions: 3 }, { name: 'Beto' }] })
    const [ana = '', beto = ''] = data.map((guest) => guest._id)
    const entry = (id: string, fact: Partial<NewRow<'doorEntries'>>) => createEntryRow({ id, event, ...fact })
    await club.database.write((tx) =>
      tx
        .insertInto('doorEntries')
        .values([
          entry('a', { guest: ana, people: 2 }),
          entry('b', { guest: ana }),
          entry('c', { guest: beto }),
          entry('d', { kind: 'undo', people: 0, undoes: 'b' }),
          entry('e', { kind: 'undo', people: 0, undoes: 'd' }),
          entry('f', { kind: 'walkIn' }),
          entry('g', { event: NOBODY, kind: 'undo', people: 0, undoes: 'c' }),
        ])
        .execute(),
    )
    expect(await readLists(event)).toMatchObject([{ invited: 5, arrived: 3 }])
    expect((await readGuests(_id)).map(({ arrived }) => arrived)).toEqual([2, 1])
    await send('DELETE', `/guests/${beto}`)
    expect(await readLists(event)).toMatchObject([{ invited: 4, arrived: 3 }])
  })

  test('of a night in the trash are not found, and come back with it', async () => {
    const event = await createNight()
    const { _id } = await createList({}, event)
    const guest = (await add(_id, { text: 'Ana' })).data[0] as Guest
    expect((await send('DELETE', `/events/${event}`)).status).toBe(204)
    await expectProblem(await send('GET', `/events/${event}/lists`), 'not-found')
    await expectProblem(await send('GET', `/lists/${_id}/guests`), 'not-found')
    await expectProblem(await send('PUT', `/lists/${_id}`, draft), 'not-found')
    await expectProblem(await send('DELETE', `/guests/${guest._id}`), 'not-found')
    expect((await send('POST', `/trash/events/${event}/restore`)).status).toBe(200)
    expect(await readGuests(_id)).toMatchObject([{ name: 'Ana' }])
  })

  test('stay when the night is cancelled or postponed', async () => {
    const event = await createNight()
    const { _id } = await createList({}, event)
    await add(_id, { text: 'Ana' })
    for (const status of ['cancelled', 'postponed']) {
      expect((await send('PUT', `/events/${event}`, { status })).status).toBe(200)
      expect(await readLists(event)).toMatchObject([{ _id, invited: 1 }])
    }
  })

  test('of a copied night are copied with conditions and quotas, without guests and links', async () => {
    const event = await createNight()
    const copied = {
      quota: 80,
      closes: '00:30',
      conditions: [
        { until: '01:00', label: 'Gratis' },
        { until: null, label: '$ 6.000', price: { amount: 6000, currency: 'ARS' } },
      ],
      maxCompanions: 3,
      isPublic: true,
      note: 'De Beto',
    }
    const walkInPrices = [{ label: 'General', amount: 12000, currency: 'ARS' }]
    expect((await send('PUT', `/events/${event}/door/prices`, { walkInPrices })).status).toBe(204)
    const list = await createList(copied, event)
    const deleted = await createList({ name: 'Borrada' }, event)
    await createList({ name: 'Segunda' }, event)
    await send('DELETE', `/lists/${deleted._id}`)
    await add(list._id, { guests: [{ name: 'Ana', companions: 2 }] })
    await send('POST', `/lists/${list._id}/link`)
    const body = { ...(await createDraft('events')), date: '2027-03-13T23:59' }
    const headers = { 'Idempotency-Key': 'copia' }
    const copy = await read<{ _id: string }>('POST', `/events?from=${event}`, body, { headers })
    // A repeated request copies the lists only once.
    expect((await read<{ _id: string }>('POST', `/events?from=${event}`, body, { headers }))._id).toBe(
      copy._id,
    )
    const lists = await readLists(copy._id)
    expect(lists).toMatchObject([
      { ...copied, name: 'Cumple de Beto', invited: 0, arrived: 0, link: null, version: 1 },
      { name: 'Segunda' },
    ])
    expect(lists).toHaveLength(2)
    expect(lists[0]?.closesAt).toBe('2027-03-14T03:30:00.000Z')
    expect(await read('GET', `/events/${copy._id}/door`)).toMatchObject({ walkInPrices, url: null })
    expect(await readGuests(lists[0]?._id as string)).toEqual([])
    expect(await readGuests(list._id)).toHaveLength(1)
    // Other resources and unknown nights have no lists.
    const unknown = await read<{ _id: string }>('POST', `/events?from=${NOBODY}`, body)
    expect(await readLists(unknown._id)).toEqual([])
    await read('POST', `/residents?from=${event}`, await createDraft('residents'))
    await expectProblem(await send('POST', `/events?from=${'x'.repeat(101)}`, body), 'invalid-query', [
      'from',
    ])
  })

  testOnce('are so many a night and no more', async () => {
    const event = await createNight()
    for (let n = 0; n < LISTS_MAX; n++) await createList({}, event)
    await changesNothing(club, async () => {
      await expectProblem(await send('POST', `/events/${event}/lists`, draft), 'too-many-lists')
    })
  })

  test('a thousand names are added at once', async () => {
    const { _id } = await createList()
    const lines = Array.from(
      { length: PASTED_LINES_MAX },
      (_, n) => `Ana ${String(n).replace(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}`,
    )
    const { data, duplicates } = await add(_id, { text: lines.join('\n') })
    expect([data.map(({ name }) => name), duplicates]).toEqual([lines, expect.any(Array)])
  })
})
