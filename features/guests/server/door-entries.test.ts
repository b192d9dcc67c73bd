/** Entries of the door, its snapshot and its changes, through HTTP. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createToken } from '../../../platform/process/tokens.ts'
import { openTestClub, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { ENTRIES_MAX, PEOPLE_MAX, PHONE_ENTRIES_MAX, RECENT_ENTRIES } from '../shared/guest-limits.ts'
import type { DoorDevices, DoorSnapshot, NightReport } from '../shared/guests.ts'
import { createEntryRow, createTestDoors, type TestPhone } from '../test/doors.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const OPENED = Date.parse('2027-03-07T00:30:00-03:00')
const NOON = Date.parse('2027-03-07T12:00:00-03:00')
const iso = (at: number) => new Date(at).toISOString()

describe.each(databases)('the door on $name', ({ create }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let doors: ReturnType<typeof createTestDoors>
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: OPENED })
    as = (await club.signIn()).cookie
    doors = createTestDoors(club, as)
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })
  beforeEach(async () => {
    club.clock.now = OPENED
    await setCapacity(null)
  })

  const setCapacity = (capacity: number | null) =>
    doors.send('PUT', '/lists/settings', { capacity, guestRetentionDays: 7 })

  /** Opens the door of a new night with a list of three guests: Ana +1, Beto, Caro +3. */
  async function openNight(list: object = {}) {
    const event = await doors.createNight()
    const { _id } = await doors.createList(event, list)
    const guests = await doors.addGuests(_id, [
      { name: 'Ana', companions: 1 },
      { name: 'Beto' },
      { name: 'Caro', companions: 3 },
    ])
    const [ana, beto, caro] = guests.map((guest) => guest._id) as [string, string, string]
    const access = await doors.open(event)
    return { event, list: _id, ana, beto, caro, access, phone: await doors.addPhone(access) }
  }
  const createEntry: (typeof doors)['createEntry'] = (kind, fields) => doors.createEntry(kind, fields)
  const flagsOf = async (phone: TestPhone) =>
    Object.fromEntries((await phone.readDoor()).entries.map(({ _id, flags }) => [_id, flags]))

  test('answers only phones of the door', async () => {
    const { event } = await openNight()
    const strangers = ['', 'door=', `door=${createToken()}`, `session=${createToken()}`, 'door=../../x', as]
    await changesNothing(club, async () => {
      for (const cookie of strangers) {
        const stranger = doors.createPhone(cookie)
        await expectProblem(await stranger.getDoor(), 'door-session-needed')
        await expectProblem(await stranger.getChanges(0), 'door-session-needed')
        await expectProblem(await stranger.post([createEntry('walkIn')]), 'door-session-needed')
      }
      const visitor = await club.send('GET', `/api/door?event=${event}`)
      await expectProblem(visitor, 'door-session-needed')
    })
  })

  test('shows administrators the night that they name', async () => {
    const { event } = await openNight()
    const snapshot = (await (await doors.send('GET', `/door?event=${event}`)).json()) as DoorSnapshot
    expect(snapshot).toMatchObject({ night: { _id: event }, device: null, inside: 0 })
    await expectProblem(await doors.send('GET', `/door?event=${NOBODY}`), 'not-found')
    await expectProblem(await doors.send('GET', '/door?event=x'), 'invalid-query')
  })

  test('shows a phone its night, and nothing of others', async () => {
    const other = await openNight()
    await other.phone.send([createEntry('walkIn', { people: 9 })])
    const { event, list, ana, beto, caro, phone } = await openNight({ note: 'Por la puerta de atrás' })
    const entry = createEntry('guest', { guest: caro, people: 2 })
    const answer = await phone.send([entry])
    expect(answer).toEqual({
      accepted: [entry._id],
      refused: [],
      cursor: expect.any(Number),
      isPhoneEnded: false,
    })
    const response = await phone.getDoor()
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Set-Cookie')).toContain(`${phone.cookie}; Path=/api/door; Max-Age=`)
    const guest = (id: string, name: string, companions: number, arrived = 0) => ({
      _id: id,
      list,
      name,
      companions,
      note: null,
      code: null,
      arrived,
      ...(arrived > 0 && { arrivals: [{ at: iso(OPENED), device: 'Caja', people: arrived }] }),
    })
    expect(await response.json()).toEqual({
      night: {
        _id: event,
        title: 'Apagón',
        date: '2027-03-06T23:59',
        endsAt: null,
        status: 'scheduled',
        timeZone: 'America/Argentina/Buenos_Aires',
        expiresAt: iso(NOON),
      },
      device: 'Caja',
      capacity: null,
      inside: 2,
      counts: { inside: 2, guests: 2, tickets: 0, walkIns: 0, exits: 0 },
      walkInPrices: [],
      lists: [
        {
          _id: list,
          kind: 'guests',
          name: 'Amigos',
          quota: null,
          closes: '11:59',
          conditions: [{ until: null, label: 'Gratis', price: null }],
          maxCompanions: 20,
          isPublic: false,
          invited: 7,
          arrived: 2,
        },
      ],
      guests: [guest(ana, 'Ana', 1), guest(beto, 'Beto', 0), guest(caro, 'Caro', 3, 2)],
      entries: [
        {
          _id: entry._id,
          kind: 'guest',
          guest: caro,
          people: 2,
          undoes: null,
          price: null,
          at: iso(OPENED),
          device: 'Caja',
          flags: [],
        },
      ],
      cursor: answer.cursor,
    })
  })

  test('counts guests, tickets, walk-ins, exits and undos', async () => {
    const { ana, caro, phone } = await openNight()
    const mistake = createEntry('walkIn', { people: 4 })
    await phone.send([
      createEntry('guest', { guest: caro, people: 2 }),
      createEntry('guest', { guest: caro, people: 2 }),
      createEntry('guest', { guest: ana }),
      createEntry('ticket', { people: 3 }),
      createEntry('walkIn', { people: 2 }),
      createEntry('exit', { people: 1 }),
      mistake,
      createEntry('undo', { undoes: mistake._id }),
    ])
    const { counts, inside, guests, lists } = await phone.readDoor()
    expect(counts).toEqual({ inside: 9, guests: 5, tickets: 3, walkIns: 2, exits: 1 })
    expect(inside).toBe(9)
    expect(guests.map(({ arrived }) => arrived)).toEqual([1, 0, 4])
    expect(lists[0]?.arrived).toBe(5)
  })

  test('an entry that is sent again has no effect, also with other content', async () => {
    const { ana, phone, access } = await openNight()
    const entry = createEntry('guest', { guest: ana })
    await phone.send([entry, { ...entry, people: 5 }])
    const other = await doors.addPhone(access, 'Puerta 2')
    for (const sender of [phone, other])
      expect(
        await sender.send([entry, { ...entry, kind: 'walkIn', guest: undefined, people: 7 }]),
      ).toMatchObject({
        accepted: [entry._id],
        refused: [],
      })
    const { entries, inside } = await phone.readDoor()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ kind: 'guest', people: 1, device: 'Caja' })
    expect(inside).toBe(1)
  })

  test('an undo can arrive before its target', async () => {
    const { phone } = await openNight()
    const entry = createEntry('walkIn', { people: 3 })
    await phone.send([createEntry('undo', { undoes: entry._id })])
    await phone.send([entry, createEntry('ticket')])
    expect((await phone.readDoor()).inside).toBe(1)
  })

  test('refuses malformed entries, each alone', async () => {
    const { ana, phone } = await openNight()
    const good = createEntry('walkIn')
    const bad = [
      null,
      'x',
      [],
      {},
      { ...createEntry('walkIn'), _id: 'x' },
      { ...createEntry('walkIn'), kind: 'robo' },
      createEntry('walkIn', { people: 0 }),
      createEntry('walkIn', { people: -1 }),
      createEntry('walkIn', { people: 1.5 }),
      createEntry('walkIn', { people: PEOPLE_MAX + 1 }),
      createEntry('walkIn', { guest: ana }),
      createEntry('guest'),
      createEntry('undo'),
      createEntry('undo', { undoes: randomUUID(), people: 1 }),
      createEntry('walkIn', { undoes: randomUUID() }),
      createEntry('walkIn', { at: 'ayer' }),
      createEntry('walkIn', { at: '2027-02-30T00:00:00Z' }),
      createEntry('walkIn', { at: '+275760-09-13T00:00:00Z' }),
      JSON.parse(`{"__proto__": {"kind": "walkIn"}, "_id": "${randomUUID()}"}`),
      { _id: { toString: 'x' }, constructor: { prototype: {} } },
    ]
    const answer = await phone.send([...bad, good])
    expect(answer.accepted).toEqual([good._id])
    expect(answer.refused.map(({ error }) => error)).toEqual(bad.map(() => 'malformed'))
    expect(answer.refused.map(({ _id }) => _id)).toEqual(
      bad.map((entry) => (typeof entry?._id === 'string' ? entry._id : '')),
    )
    expect((await phone.readDoor()).inside).toBe(1)
    expect(({} as { kind?: string }).kind).toBeUndefined()
  })

  test('refuses batches over the limits, and bodies without entries', async () => {
    const { phone } = await openNight()
    const most = Array.from({ length: ENTRIES_MAX }, () => createEntry('walkIn'))
    await changesNothing(club, async () => {
      await expectProblem(await phone.post([...most, createEntry('walkIn')]), 'invalid-fields', ['entries'])
      await expectProblem(await phone.post([{ ...most[0], note: 'x'.repeat(1_000_000) }]), 'too-large')
      await expectProblem(await phone.post('x'), 'missing-fields', ['entries'])
      await expectProblem(await phone.post([], 'ayer'), 'invalid-fields', ['sentAt'])
    })
    expect((await phone.send(most)).accepted).toHaveLength(ENTRIES_MAX)
    expect(await phone.send([])).toMatchObject({ accepted: [], refused: [] })
    const { inside, entries } = await phone.readDoor()
    expect(inside).toBe(ENTRIES_MAX)
    expect(entries).toHaveLength(RECENT_ENTRIES)
  })

  test('refuses prices of walk-ins by field, and of nights that do not exist', async () => {
    const { event } = await openNight()
    const price = { label: 'General', amount: 12_000, currency: 'ARS' }
    const put = (walkInPrices: unknown, night = event) =>
      doors.send('PUT', `/events/${night}/door/prices`, { walkInPrices })
    await changesNothing(club, async () => {
      await expectProblem(await put(undefined), 'missing-fields', ['walkInPrices'])
      await expectProblem(await put(Array(7).fill(price)), 'invalid-fields', ['walkInPrices'])
      await expectProblem(await put([{ ...price, label: ' ' }]), 'missing-fields', ['walkInPrices.0.label'])
      await expectProblem(await put([{ ...price, label: 'a'.repeat(41) }]), 'invalid-fields', [
        'walkInPrices.0.label',
      ])
      await expectProblem(await put([{ ...price, amount: 1e10 }]), 'invalid-fields', [
        'walkInPrices.0.amount',
      ])
      await expectProblem(await put([price], NOBODY), 'not-found')
    })
  })

  test('refuses entries of another night', async () => {
    const other = await openNight()
    const { phone, event } = await openNight()
    const batch = (night: string) => ({
      event: night,
      sentAt: new Date(club.clock.now).toISOString(),
      entries: [createEntry('walkIn')],
    })
    const post = (night: string) => doors.send('POST', '/door/entries', batch(night), { as: phone.cookie })
    await changesNothing(club, async () => {
      await expectProblem(await post(other.event), 'door-session-needed')
    })
    expect((await post(event)).status).toBe(200)
    const stored = createEntry('walkIn')
    await other.phone.send([stored])
    const forged = [
      createEntry('guest', { guest: other.ana }),
      stored,
      createEntry('undo', { undoes: stored._id }),
    ]
    const own = createEntry('walkIn')
    expect(await phone.send([...forged, own])).toMatchObject({
      accepted: [own._id],
      refused: forged.map(({ _id }) => ({ _id, error: 'other-night' })),
    })
    expect((await other.phone.readDoor()).inside).toBe(1)
    expect((await phone.readDoor()).inside).toBe(2)
  })

  describe('accepts and flags', () => {
    test('unknown and deleted guests', async () => {
      const { beto, phone } = await openNight()
      await doors.send('DELETE', `/guests/${beto}`)
      const unknown = createEntry('guest', { guest: randomUUID() })
      const deleted = createEntry('guest', { guest: beto })
      expect((await phone.send([unknown, deleted])).accepted).toHaveLength(2)
      expect(await flagsOf(phone)).toEqual({
        [unknown._id]: ['unknown-guest'],
        [deleted._id]: ['deleted-guest'],
      })
      expect((await phone.readDoor()).counts.guests).toBe(2)
    })

    test('more people than a name has, one entry after another', async () => {
      const { ana, beto, phone } = await openNight()
      const first = createEntry('guest', { guest: beto })
      const second = createEntry('guest', { guest: beto })
      const three = createEntry('guest', { guest: ana, people: 3 })
      await phone.send([first])
      await phone.send([second, three])
      const undo = createEntry('undo', { undoes: second._id })
      const corrected = createEntry('guest', { guest: ana, people: 2 })
      await phone.send([createEntry('undo', { undoes: three._id }), undo, corrected])
      expect(await flagsOf(phone)).toMatchObject({
        [first._id]: [],
        [second._id]: ['too-many-people'],
        [three._id]: ['too-many-people'],
        [undo._id]: [],
        [corrected._id]: [],
      })
    })

    test('nothing about an undone entry, and counts it back once', async () => {
      const { beto, phone } = await openNight()
      const early = createEntry('guest', { guest: beto, people: 5 })
      await phone.send([createEntry('undo', { undoes: early._id })])
      const first = createEntry('guest', { guest: beto })
      await phone.send([early, first])
      await phone.send([createEntry('undo', { undoes: first._id })])
      const second = createEntry('guest', { guest: beto })
      const third = createEntry('guest', { guest: beto })
      await phone.send([createEntry('undo', { undoes: first._id }), second, third])
      expect(await flagsOf(phone)).toMatchObject({
        [early._id]: [],
        [first._id]: [],
        [second._id]: [],
        [third._id]: ['too-many-people'],
      })
    })

    test('a walk-in whose price is not on the list of the night, or cannot be read', async () => {
      const { event, ana, phone } = await openNight()
      const general = { label: 'General', amount: 12_000, currency: 'ARS' }
      const walkInPrices = [general, { label: 'Después de las 3', amount: 8_000.5, currency: 'ARS' }]
      expect((await doors.send('PUT', `/events/${event}/door/prices`, { walkInPrices })).status).toBe(204)
      const unread = { label: 'Otro', amount: 'mucho', currency: 'ARS' }
      const sent = [
        ['walkIn', { price: general }, general, []],
        ['walkIn', { price: null }, null, []],
        ['walkIn', {}, null, []],
        ['walkIn', { price: { ...general, amount: 9 } }, { ...general, amount: 9 }, ['unknown-price']],
        ['walkIn', { price: { ...general, label: 'a'.repeat(41) } }, null, ['unknown-price']],
        ['walkIn', { price: { ...general, amount: -1 } }, null, ['unknown-price']],
        ['walkIn', { price: unread }, null, ['unknown-price']],
        ['walkIn', { price: 'x'.repeat(1_000) }, null, ['unknown-price']],
        ['guest', { guest: ana, price: general }, null, ['unknown-price']],
        ['exit', { price: general }, null, ['unknown-price']],
      ] as const
      const entries = sent.map(([kind, fields]) => ({ ...createEntry(kind), ...fields }))
      expect(await phone.send(entries)).toMatchObject({ accepted: { length: sent.length }, refused: [] })
      const door = await phone.readDoor()
      expect(door.walkInPrices).toEqual(walkInPrices)
      const stored = new Map(door.entries.map(({ _id, price, flags }) => [_id, [price, flags]]))
      expect(entries.map(({ _id }) => stored.get(_id))).toEqual(
        sent.map(([, , price, flags]) => [price, flags]),
      )
    })

    test('people over the quota of a list', async () => {
      const { ana, beto, caro, phone } = await openNight({ quota: 7 })
      const entries = [
        createEntry('guest', { guest: ana, people: 2 }),
        createEntry('guest', { guest: caro, people: 5 }),
        createEntry('guest', { guest: beto }),
      ]
      await phone.send(entries)
      const flags = await flagsOf(phone)
      expect(entries.map(({ _id }) => flags[_id])).toEqual([[], ['too-many-people'], ['over-quota']])
    })

    test('people over the capacity of the club, but no exits', async () => {
      const { ana, phone } = await openNight()
      await setCapacity(3)
      const entries = [
        createEntry('walkIn', { people: 3 }),
        createEntry('guest', { guest: ana }),
        createEntry('exit'),
        createEntry('exit'),
        createEntry('ticket'),
        createEntry('ticket'),
      ]
      await phone.send(entries)
      const flags = await flagsOf(phone)
      expect(entries.map(({ _id }) => flags[_id])).toEqual([
        [],
        ['over-capacity'],
        [],
        [],
        [],
        ['over-capacity'],
      ])
      expect(await phone.readDoor()).toMatchObject({ capacity: 3, inside: 4 })
    })

    test('an entry after the last condition, by its own time', async () => {
      const { ana, phone } = await openNight({ conditions: [{ until: '01:00', label: 'Gratis' }] })
      club.clock.now = OPENED + HOUR
      const inTime = createEntry('guest', { guest: ana, at: iso(OPENED) })
      const late = createEntry('guest', { guest: ana })
      await phone.send([inTime, late])
      expect(await flagsOf(phone)).toEqual({ [inTime._id]: [], [late._id]: ['no-condition'] })
    })
  })

  describe('the clock of a phone', () => {
    test.each([
      ['is an hour slow', -HOUR],
      ['is an hour fast', HOUR],
      ['is years wrong', -20 * 365 * 24 * HOUR],
    ])('that %s is corrected', async (_, offset) => {
      const { phone } = await openNight()
      club.clock.now = OPENED + 10 * MINUTE
      const entry = createEntry('walkIn', { at: iso(OPENED + 4 * MINUTE + offset) })
      await phone.send([entry], iso(club.clock.now + offset))
      expect((await phone.readDoor()).entries[0]?.at).toBe(iso(OPENED + 4 * MINUTE))
      const stored = await club.database.read
        .selectFrom('doorEntries')
        .select(['at', 'correction', 'receivedAt'])
        .where('id', '=', entry._id)
        .executeTakeFirst()
      expect(stored).toEqual({
        at: OPENED + 4 * MINUTE + offset,
        correction: -offset,
        receivedAt: OPENED + 10 * MINUTE,
      })
    })

    test('that jumps leaves no time before the opening of the door or after the receipt', async () => {
      const { phone } = await openNight()
      club.clock.now = OPENED + 10 * MINUTE
      const early = createEntry('walkIn', { at: '1970-01-01T00:00:00Z' })
      const late = createEntry('walkIn', { at: '2099-01-01T00:00:00+14:00' })
      await phone.send([early, late])
      const at = Object.fromEntries((await phone.readDoor()).entries.map((entry) => [entry._id, entry.at]))
      expect(at).toEqual({ [early._id]: iso(OPENED), [late._id]: iso(OPENED + 10 * MINUTE) })
    })
  })

  describe('changes', () => {
    test('contain entries, touched guests, and deleted ones', async () => {
      const { list, ana, beto, caro, phone } = await openNight()
      const { cursor } = await phone.readDoor()
      expect(await phone.readChanges(cursor)).toMatchObject({ entries: [], guests: [], deleted: [], cursor })

      const entry = createEntry('guest', { guest: ana })
      await phone.send([entry])
      const first = await phone.readChanges(cursor)
      expect(first).toMatchObject({
        entries: [{ _id: entry._id }],
        guests: [{ _id: ana, arrived: 1 }],
        deleted: [],
        inside: 1,
        counts: { guests: 1 },
        lists: [{ _id: list, arrived: 1 }],
      })
      expect(first.cursor).toBeGreaterThan(cursor)

      const undo = createEntry('undo', { undoes: entry._id })
      await phone.send([undo])
      const second = await phone.readChanges(first.cursor)
      expect(second).toMatchObject({
        entries: [{ _id: undo._id }],
        guests: [{ _id: ana, arrived: 0 }],
        inside: 0,
      })

      await doors.send('DELETE', `/guests/${beto}`)
      await doors.send('PUT', `/guests/${caro}`, { name: 'Carolina', companions: 1 })
      const [dani] = await doors.addGuests(list, [{ name: 'Dani' }])
      const third = await phone.readChanges(second.cursor)
      expect(third.deleted).toEqual([beto])
      expect(third.guests.map(({ _id, name }) => [_id, name])).toEqual([
        [caro, 'Carolina'],
        [dani?._id, 'Dani'],
      ])
      expect(third.entries).toEqual([])
      expect((await phone.readDoor()).guests.map(({ name }) => name)).toEqual(['Ana', 'Carolina', 'Dani'])

      await doors.send('DELETE', `/lists/${list}`)
      const fourth = await phone.readChanges(third.cursor)
      expect(fourth.lists).toEqual([])
      expect(fourth.deleted.toSorted()).toEqual([ana, caro, dani?._id].sort())
    })

    test('contain the changed prices of walk-ins', async () => {
      const { event, phone } = await openNight()
      const { cursor } = await phone.readDoor()
      const walkInPrices = [{ label: 'General', amount: 12_000, currency: 'ARS' }]
      await doors.send('PUT', `/events/${event}/door/prices`, { walkInPrices })
      const changed = await phone.readChanges(cursor)
      expect(changed.walkInPrices).toEqual(walkInPrices)
      await doors.send('PUT', `/events/${event}/door/prices`, { walkInPrices: [] })
      expect((await phone.readChanges(changed.cursor)).walkInPrices).toEqual([])
    })

    test('contain the changed capacity and date', async () => {
      const { event, phone } = await openNight()
      const { cursor } = await phone.readDoor()
      await setCapacity(200)
      await doors.send('PUT', `/events/${event}`, { date: '2027-03-06T22:00' })
      expect(await phone.readChanges(cursor)).toMatchObject({
        capacity: 200,
        night: { date: '2027-03-06T22:00' },
      })
    })

    test('need a cursor', async () => {
      const { phone } = await openNight()
      for (const after of ['', '-1', '1.5', 'x', '9'.repeat(30), 'NaN'])
        await expectProblem(await phone.getChanges(after), 'invalid-query')
      await expectProblem(
        await doors.send('GET', '/door/entries', undefined, { as: phone.cookie }),
        'invalid-query',
      )
    })

    test('after a cursor that the server has not reached have the present one', async () => {
      const { phone } = await openNight()
      const { cursor } = await phone.readDoor()
      expect(await phone.readChanges(cursor + 1_000)).toMatchObject({ cursor, entries: [], guests: [] })
    })

    test('skip nothing while others write', async () => {
      const { access, phone } = await openNight()
      const writers = await Promise.all([1, 2, 3].map((index) => doors.addPhone(access, `Puerta ${index}`)))
      const seen = new Set<string>()
      const sent: string[] = []
      let { cursor } = await phone.readDoor()
      let isWriting = true
      const writing = Promise.all(
        writers.map(async (writer) => {
          for (let round = 0; round < 12; round++) {
            const entries = [createEntry('walkIn'), createEntry('exit')]
            sent.push(...entries.map(({ _id }) => _id))
            await writer.send(entries)
          }
        }),
      ).finally(() => {
        isWriting = false
      })
      const readNext = async () => {
        const changes = await phone.readChanges(cursor)
        expect(changes.inside).toBe(0)
        for (const { _id } of changes.entries) seen.add(_id)
        cursor = changes.cursor
      }
      while (isWriting) {
        await readNext()
        // SQLite answers without waiting, so the writers get their turn here.
        await setImmediate()
      }
      await writing
      await readNext()
      expect([...seen].sort()).toEqual(sent.sort())
    })
  })

  describe('after the end of a session', () => {
    test.each([
      [
        'at noon',
        async () => {
          club.clock.now = NOON
        },
      ],
      ['when the door is closed', (event: string) => doors.send('DELETE', `/events/${event}/door`)],
      ['when the night is deleted', (event: string) => doors.send('DELETE', `/events/${event}`)],
    ])('%s, what was queued is accepted for a day, and nothing is returned', async (_, end) => {
      const { event, ana, phone } = await openNight()
      club.clock.now = OPENED + MINUTE
      await end(event)
      const ended = club.clock.now
      await expectProblem(await phone.getDoor(), 'door-session-needed')
      await expectProblem(await phone.getChanges(0), 'door-session-needed')
      const entry = createEntry('guest', { guest: ana, at: iso(OPENED) })
      club.clock.now = ended + 24 * HOUR - 1
      const answer = await phone.send([entry, { _id: 'x' }], iso(club.clock.now))
      expect(answer).toEqual({
        accepted: [entry._id],
        refused: [{ _id: 'x', error: 'malformed' }],
        cursor: null,
        isPhoneEnded: false,
      })
      const stored = await club.database.read
        .selectFrom('doorEntries')
        .select(['flags', 'people', 'late'])
        .where('id', '=', entry._id)
        .execute()
      expect(stored).toEqual([{ flags: 'session-over', people: 1, late: null }])
      club.clock.now = ended + 24 * HOUR
      await changesNothing(club, async () =>
        expectProblem(await phone.post([createEntry('walkIn')]), 'door-session-needed'),
      )
    })

    test('closing one door leaves the others open', async () => {
      const other = await openNight()
      const { event } = await openNight()
      await doors.send('DELETE', `/events/${event}/door`)
      expect((await other.phone.getDoor()).status).toBe(200)
    })
  })

  describe('late entries of an ended session', () => {
    const readDevices = async (event: string) =>
      (await (await doors.send('GET', `/events/${event}/door`)).json()) as DoorDevices
    const readReport = async (event: string) =>
      (await (await doors.send('GET', `/events/${event}/door/summary`)).json()) as NightReport
    const readInside = async (event: string) => {
      const answer = await doors.send('GET', `/door?event=${event}`)
      return ((await answer.json()) as DoorSnapshot).inside
    }
    const decide = (event: string, device: string, body: unknown, as?: string) =>
      doors.send('POST', `/events/${event}/door/devices/${device}/late`, body, as === undefined ? {} : { as })

    /** A phone that goes on, and one that the administrator ends an hour later. */
    async function endPhone() {
      const night = await openNight()
      const lost = await doors.addPhone(night.access, 'Perdido')
      const { devices } = await readDevices(night.event)
      const device = devices.find(({ device }) => device === 'Perdido')?._id as string
      club.clock.now = OPENED + HOUR
      expect((await doors.send('DELETE', `/events/${night.event}/door/devices/${device}`)).status).toBe(204)
      club.clock.now += MINUTE
      return { ...night, lost, device }
    }

    test('do not count when they are dated after the door closed', async () => {
      const { event, ana, phone } = await openNight()
      club.clock.now = OPENED + HOUR
      await doors.send('DELETE', `/events/${event}/door`)
      club.clock.now += HOUR
      const before = createEntry('guest', { guest: ana, at: iso(OPENED + HOUR - 1) })
      const after = createEntry('walkIn', { people: 7, at: iso(OPENED + HOUR) })
      const later = createEntry('exit', { at: iso(OPENED + HOUR + MINUTE) })
      const undo = createEntry('undo', { undoes: before._id, at: iso(OPENED + HOUR + MINUTE) })
      expect(await phone.send([before, after, later, undo])).toMatchObject({
        accepted: [before._id, after._id, later._id, undo._id],
        refused: [],
        cursor: null,
        isPhoneEnded: false,
      })
      expect(await readInside(event)).toBe(1)
      const { late, devices } = await readDevices(event)
      expect(late).toEqual([
        {
          device: devices[0]?._id,
          name: 'Caja',
          entries: 3,
          guests: 0,
          tickets: 0,
          walkIns: 7,
          exits: 1,
          undos: 1,
          from: after.at,
          to: later.at,
          cursor: expect.any(Number),
        },
      ])
      expect(await readReport(event)).toMatchObject({ arrived: 1, walkIns: 0, exits: 0, late: 3 })
    })

    test('do not count when the phone was ended before, whatever their date is', async () => {
      const { event, ana, beto, lost, phone, device } = await endPhone()
      await phone.send([createEntry('guest', { guest: beto })])
      const forged = createEntry('guest', { guest: ana, people: 2, at: iso(OPENED) })
      const answer = await lost.send([forged, createEntry('ticket')])
      expect(answer).toMatchObject({ refused: [], cursor: null, isPhoneEnded: true })
      expect(answer.accepted).toHaveLength(2)
      const { inside, entries, guests, lists } = await phone.readDoor()
      expect({ inside, arrived: lists[0]?.arrived }).toEqual({ inside: 1, arrived: 1 })
      expect(entries).toMatchObject([{ guest: beto, flags: [] }])
      expect(guests.map(({ arrived }) => arrived)).toEqual([0, 1, 0])
      expect((await readDevices(event)).late).toMatchObject([{ device, entries: 2, guests: 2, tickets: 1 }])
      // The same entries through another phone stay late.
      await phone.send([forged])
      expect((await phone.readDoor()).inside).toBe(1)
    })

    test('are those that wait for the end of the phone, and all others count', async () => {
      const { event, access, phone } = await openNight()
      const lost = await doors.addPhone(access, 'Perdido')
      const device = (await readDevices(event)).devices.find((each) => each.device === 'Perdido')?._id
      const send = () => lost.send([createEntry('walkIn')])
      const answers = await Promise.all([
        ...Array.from({ length: 10 }, send),
        doors.send('DELETE', `/events/${event}/door/devices/${device}`).then(() => null),
        ...Array.from({ length: 10 }, send),
      ])
      const ended = answers.filter((answer) => answer?.isPhoneEnded)
      for (const answer of ended) expect(answer?.cursor).toBeNull()
      expect((await readDevices(event)).late[0]?.walkIns ?? 0).toBe(ended.length)
      expect((await phone.readDoor()).inside).toBe(20 - ended.length)
    })

    test('do not exist for the limits of later entries', async () => {
      const { beto, lost, phone } = await endPhone()
      await setCapacity(1)
      const late = createEntry('guest', { guest: beto })
      const lateUndo = createEntry('undo', { undoes: randomUUID() })
      await lost.send([late, lateUndo])
      const first = createEntry('guest', { guest: beto })
      const undo = createEntry('undo', { undoes: late._id })
      const target = createEntry('walkIn', { _id: lateUndo.undoes as string })
      await phone.send([undo, first, target])
      expect(await flagsOf(phone)).toEqual({
        [undo._id]: [],
        [first._id]: [],
        [target._id]: ['over-capacity'],
      })
    })

    test('count from the time at which an administrator takes them', async () => {
      const { event, ana, lost, phone, device } = await endPhone()
      const { cursor } = await phone.readDoor()
      const entries = [createEntry('guest', { guest: ana }), createEntry('walkIn', { people: 3 })]
      await lost.send(entries)
      const [late] = (await readDevices(event)).late
      await lost.send([createEntry('walkIn', { people: 100 })])
      expect((await decide(event, device, { cursor: late?.cursor, isTaken: true })).status).toBe(204)
      const changes = await phone.readChanges(cursor)
      expect(changes).toMatchObject({ inside: 4, guests: [{ _id: ana, arrived: 1 }] })
      expect(changes.entries.map(({ _id }) => _id).toSorted()).toEqual(entries.map(({ _id }) => _id).sort())
      expect(changes.entries.map(({ flags }) => flags)).toEqual([['session-over'], ['session-over']])
      expect(await readReport(event)).toMatchObject({ arrived: 1, walkIns: 3, late: 1 })
      // Entries that arrived after the administrator looked wait for another decision.
      expect((await readDevices(event)).late).toMatchObject([{ entries: 1, walkIns: 100 }])
    })

    test('never count when an administrator discards them, also when they are sent again', async () => {
      const { event, lost, phone, device } = await endPhone()
      const entry = createEntry('walkIn', { people: 3 })
      await lost.send([entry])
      const [late] = (await readDevices(event)).late
      const discarded = { cursor: late?.cursor, isTaken: false }
      expect((await decide(event, device, discarded)).status).toBe(204)
      expect((await lost.send([entry])).accepted).toEqual([entry._id])
      expect((await readDevices(event)).late).toEqual([])
      expect((await phone.readDoor()).inside).toBe(0)
      await changesNothing(club, async () => {
        await expectProblem(await decide(event, device, { ...discarded, isTaken: true }), 'not-found')
      })
    })

    test('are decided by administrators only, with a cursor', async () => {
      const { event, lost, phone, device } = await endPhone()
      await lost.send([createEntry('walkIn')])
      const [late] = (await readDevices(event)).late
      const body = { cursor: late?.cursor, isTaken: true }
      const other = await openNight()
      await changesNothing(club, async () => {
        for (const cookie of ['', phone.cookie, lost.cookie])
          await expectProblem(await decide(event, device, body, cookie), 'sign-in-needed')
        await expectProblem(await decide(event, 'x', body), 'not-found')
        await expectProblem(await decide(other.event, device, body), 'not-found')
        await expectProblem(await decide(event, device, { isTaken: true }), 'invalid-fields', ['cursor'])
        await expectProblem(await decide(event, device, { ...body, cursor: '1' }), 'invalid-fields', [
          'cursor',
        ])
        await expectProblem(await decide(event, device, { ...body, isTaken: 'yes' }), 'invalid-fields', [
          'isTaken',
        ])
      })
    })

    test('are still shown after the session of the phone was erased', async () => {
      const { event, lost, device } = await endPhone()
      await lost.send([createEntry('walkIn')])
      await club.database.write((tx) => tx.deleteFrom('doorSessions').where('event', '=', event).execute())
      const [late] = (await readDevices(event)).late
      expect(late).toMatchObject({ device, name: null, entries: 1 })
      expect((await decide(event, device, { cursor: late?.cursor, isTaken: true })).status).toBe(204)
      expect(await readInside(event)).toBe(1)
    })
  })

  test('shows what a phone still has to send', async () => {
    const { event, phone } = await openNight()
    const readUnsent = async () =>
      ((await (await doors.send('GET', `/events/${event}/door`)).json()) as DoorDevices).devices[0]?.unsent
    expect(await readUnsent()).toBeNull()
    const sentAt = iso(club.clock.now)
    const send = (unsent: unknown) =>
      doors.send(
        'POST',
        '/door/entries',
        { sentAt, unsent, entries: [createEntry('walkIn')] },
        { as: phone.cookie },
      )
    for (const wrong of [-1, 0.5, '3', 1e9])
      await expectProblem(await send(wrong), 'invalid-fields', ['unsent'])
    expect((await send(120)).status).toBe(200)
    expect(await readUnsent()).toBe(120)
    expect((await send(0)).status).toBe(200)
    expect(await readUnsent()).toBe(0)
  })

  test('has a limit of entries for each phone', async () => {
    const { event, access, phone } = await openNight()
    const first = createEntry('walkIn')
    await phone.send([first])
    const { session } = await club.database.read
      .selectFrom('doorEntries')
      .select('session')
      .where('event', '=', event)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: PHONE_ENTRIES_MAX - 2 }, () => createEntryRow({ event, session }))
    await club.database.write(async (tx) => {
      for (let start = 0; start < rows.length; start += 1_000)
        await tx
          .insertInto('doorEntries')
          .values(rows.slice(start, start + 1_000))
          .execute()
    })
    const last = createEntry('walkIn')
    const over = createEntry('walkIn')
    expect(await phone.send([first, last, over])).toMatchObject({
      accepted: [first._id, last._id],
      refused: [{ _id: over._id, error: 'too-many' }],
    })
    const other = await doors.addPhone(access, 'Puerta 2')
    expect((await other.send([over])).accepted).toEqual([over._id])
  })
})
