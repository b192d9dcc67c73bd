/** Floods of promoter links and of the sign-up of visitors, through HTTP: each ends at a limit, and others are served. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { guestsOf } from '../index.server.ts'
import { GUESTS_MAX } from '../shared/guest-limits.ts'
import type { GuestList, LinkedList } from '../shared/guests.ts'
import { createEntryRow } from '../test/doors.ts'

const OPENED = Date.parse('2027-03-01T12:00:00Z')
const HOUR_MS = 3_600_000
const draft = { name: 'Promo', conditions: [{ until: '01:00', label: 'Gratis' }] }

describe.each(databases)('floods of guest lists on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: OPENED })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  let addresses = 0
  const visit = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, {
      ...(body !== undefined && { body }),
      from: `203.0.113.${++addresses}`,
      ...sent,
    })
  async function manage<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await visit(method, path, body, { as })
    expect(response.ok).toBe(true)
    return (response.status === 204 ? null : await response.json()) as T
  }
  const createNight = async () =>
    (
      await manage<{ _id: string }>('POST', '/events', {
        ...(await createDraft('events')),
        date: '2027-03-06T23:59',
      })
    )._id
  const createList = (event: string, fields: object = {}) =>
    manage<GuestList>('POST', `/events/${event}/lists`, { ...draft, ...fields })
  const createLink = async (list: string) =>
    `/guest-links/${(await manage<{ url: string }>('POST', `/lists/${list}/link`)).url.split('/').at(-1)}`
  const countRows = async (list: string) =>
    (await club.database.read.selectFrom('guests').select('id').where('list', '=', list).execute()).length

  /** Stores guests that were added from outside and deleted again. */
  async function storeDeleted(event: string, list: string, addedBy: 'link' | 'public', count: number) {
    const at = club.clock.now
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{
        id: `01900000-0000-7000-8000-${String(++addresses * 10_000 + index).padStart(12, '0')}`,
        event,
        list,
      },
      ...{ version: 1, name: 'Ana', nameKey: 'ana', companions: 0, note: null, addedBy },
      ...{ code: null, tokenHash: null, createdAt: at, updatedAt: at, deletedAt: at, cursor: 1 },
    }))
    await club.database.write(async (tx) => {
      for (let start = 0; start < rows.length; start += 200)
        await tx
          .insertInto('guests')
          .values(rows.slice(start, start + 200))
          .execute()
    })
    return rows.map(({ id }) => id)
  }

  testOnce('a link is used thirty times at once and then once a second, from any addresses', async () => {
    const event = await createNight()
    const [list, other] = [await createList(event), await createList(event)]
    const [link, free] = [await createLink(list._id), await createLink(other._id)]
    const answers = await Promise.all(Array.from({ length: 60 }, () => visit('GET', link)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('Retry-After')).toBe('1')
    await changesNothing(club, async () => {
      const writes = await Promise.all(
        Array.from({ length: 40 }, () => visit('DELETE', `${link}/guests/${event}`)),
      )
      expect(writes.some(({ status }) => status === 429)).toBe(true)
    })
    expect((await visit('GET', free)).status).toBe(200)
  })

  test('a link shows each change, although its names are kept in memory', async () => {
    const event = await createNight()
    const list = await createList(event)
    const link = await createLink(list._id)
    const read = async () => ((await (await visit('GET', link)).json()) as LinkedList).guests
    expect(await read()).toEqual([])
    const added = await visit('POST', link, { text: 'Ana\nBeto' })
    const [ana, beto] = ((await added.json()) as LinkedList).guests
    expect(await read()).toMatchObject([{ name: 'Ana', isOwn: true }, { name: 'Beto' }])
    await manage('PUT', `/guests/${ana?._id}`, { name: 'Anahí', companions: 2 })
    expect(await read()).toMatchObject([{ name: 'Anahí', companions: 2 }, { name: 'Beto' }])
    await visit('DELETE', `${link}/guests/${beto?._id}`)
    expect(await read()).toMatchObject([{ name: 'Anahí', isOwn: true }])
    club.clock.now += 1_000
    const next = await createLink(list._id)
    const [shown] = ((await (await visit('GET', next)).json()) as LinkedList).guests
    expect(shown).toMatchObject({ name: 'Anahí', isOwn: false })
  })

  test('a link stores a limited number of names that it deletes again', async () => {
    const event = await createNight()
    const list = await createList(event)
    const link = await createLink(list._id)
    await storeDeleted(event, list._id, 'link', GUESTS_MAX - 1)
    expect((await visit('POST', link, { text: 'Ana' })).status).toBe(201)
    await changesNothing(club, async () => {
      const { detail } = await expectProblem(await visit('POST', link, { text: 'Beto' }), 'too-many-names')
      expect(detail).toMatch(/^Con este enlace/)
    })
    await manage('POST', `/lists/${list._id}/guests`, { text: 'Caro' })
    club.clock.now += 1_000
    const next = await createLink(list._id)
    expect((await visit('POST', next, { text: 'Beto' })).status).toBe(201)
  })

  test('visitors store a limited number of names that they delete again', async () => {
    const event = await createNight()
    const list = await createList(event, { isPublic: true })
    await storeDeleted(event, list._id, 'public', 2 * GUESTS_MAX - 1)
    const join = () => visit('POST', `/events/${event}/guests`, { name: 'Ana' })
    expect((await join()).status).toBe(201)
    await changesNothing(club, async () => {
      await expectProblem(await join(), 'list-full')
    })
  })

  test('rows of deleted names end with the names of the night, unless people entered with them', async () => {
    const event = await createNight()
    const list = await createList(event)
    await manage('POST', `/lists/${list._id}/guests`, { text: 'Zoe' })
    const [entered] = await storeDeleted(event, list._id, 'link', 3)
    await club.database.write((tx) =>
      tx
        .insertInto('doorEntries')
        .values(createEntryRow({ event, guest: entered as string }))
        .execute(),
    )
    await guestsOf(club.platform).tidy(Date.parse('2027-03-07T12:00:00Z'))
    expect(await countRows(list._id)).toBe(4)
    await guestsOf(club.platform).tidy(Date.parse('2027-03-20T12:00:00Z'))
    expect(await countRows(list._id)).toBe(2)
    // A night without names, links and door has nothing else to erase.
    await storeDeleted(event, list._id, 'public', 2)
    await club.database.write((tx) =>
      tx.updateTable('guests').set({ name: '', nameKey: '' }).where('list', '=', list._id).execute(),
    )
    await guestsOf(club.platform).tidy(Date.parse('2027-03-21T12:00:00Z'))
    expect(await countRows(list._id)).toBe(2)
  })

  describe('one address takes a quarter of the places of a public list in an hour', () => {
    const join = (event: string, from: string, companions: number) =>
      visit('POST', `/events/${event}/guests`, { name: 'Ana', companions }, { from })
    const joinOften = async (event: string, froms: string[], companions = 3) => {
      let people = 0
      for (const from of froms)
        if ((await join(event, from, companions)).status === 201) people += companions + 1
      return people
    }
    const createPublic = async (quota: number | null) => {
      const event = await createNight()
      const list = await createList(event, { isPublic: true, quota, maxCompanions: 3 })
      return { event, list }
    }

    test('and the others stay for other addresses', async () => {
      const { event } = await createPublic(100)
      const from = '198.51.100.20'
      expect(await joinOften(event, Array(25).fill(from))).toBe(28)
      await changesNothing(club, async () => {
        const refusal = await join(event, from, 0)
        expect(Number(refusal.headers.get('Retry-After'))).toBe(3_600)
        const { detail } = await expectProblem(refusal, 'too-many-attempts')
        expect(detail).toMatch(/^Desde tu conexión/)
      })
      expect(await joinOften(event, ['198.51.100.21', '198.51.100.22'])).toBe(8)
      const another = await createPublic(100)
      expect(await joinOften(another.event, [from])).toBe(4)
      club.clock.now += HOUR_MS
      expect(await joinOften(event, [from])).toBe(4)
    })

    test('and ten of a small list, so that a group of friends fits', async () => {
      const { event } = await createPublic(20)
      expect(await joinOften(event, Array(12).fill('198.51.100.30'), 0)).toBe(10)
    })

    test('an IPv6 /48 takes twice as many', async () => {
      const { event } = await createPublic(100)
      const network = Array.from({ length: 30 }, (_, n) => `2001:db8:3:${n + 10}00::1`)
      expect(await joinOften(event, network)).toBe(52)
    })

    test('a refused sign-up takes nothing', async () => {
      const { event, list } = await createPublic(100)
      await manage('POST', `/lists/${list._id}/guests`, {
        guests: Array(5).fill({ name: 'Ana', companions: 19 }),
      })
      await expectProblem(await join(event, '198.51.100.40', 0), 'list-full')
      await manage('PUT', `/lists/${list._id}`, { ...draft, isPublic: true, quota: 140, maxCompanions: 3 })
      expect(await joinOften(event, Array(10).fill('198.51.100.40'))).toBe(36)
    })

    test('without a quota there is no share', async () => {
      const { event } = await createPublic(null)
      expect(await joinOften(event, Array(30).fill('198.51.100.50'))).toBe(120)
    })
  })
})
