/** Links for promoters and the sign-up of visitors, through HTTP. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRevisions } from '../../../platform/db/revisions.ts'
import { createToken } from '../../../platform/process/tokens.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing, expectProblem } from '../../../test/support/refusals.ts'
import { guestsOf } from '../index.server.ts'
import type { Guest, GuestList, LinkedList, SignedUp } from '../shared/guests.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'
import { createEntryRow } from '../test/doors.ts'

const NOBODY = '01900000-0000-7000-8000-000000000000'
const OPENED = Date.parse('2027-03-01T12:00:00Z')
const draft = { name: 'Promo', conditions: [{ until: '01:00', label: 'Gratis', price: null }] }

describe.each(databases)('names from outside on $name', ({ create, testOnce }) => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  beforeAll(async () => {
    database = await create()
    club = await openTestClub(database, { openedAt: OPENED, env: { SITE_URL: 'https://club.example' } })
    as = (await club.signIn()).cookie
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  let addresses = 0
  /** Sends a request as an administrator. */
  const send = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }), ...sent })
  /** Sends a request as a visitor with a new address. */
  const visit = (method: string, path: string, body?: unknown, sent: RequestOptions = {}) =>
    send(method, path, body, {
      as: '',
      from: `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
      ...sent,
    })

  async function read<T>(answer: Promise<Response>, status: number): Promise<T> {
    const response = await answer
    expect(response.status).toBe(status)
    return (await response.json()) as T
  }

  async function createNight(fields: Record<string, unknown> = {}): Promise<string> {
    const body = { ...(await createDraft('events')), title: 'Apagón', date: '2027-03-06T23:59', ...fields }
    return (await read<{ _id: string }>(send('POST', '/events', body), 201))._id
  }
  const createList = (event: string, fields: object = {}) =>
    read<GuestList>(send('POST', `/events/${event}/lists`, { ...draft, ...fields }), 201)
  const readGuests = async (list: string) =>
    (await read<{ data: Guest[] }>(send('GET', `/lists/${list}/guests`), 200)).data
  const readLists = async (event: string) =>
    (await read<{ data: GuestList[] }>(send('GET', `/events/${event}/lists`), 200)).data
  const openLink = async (list: string) => {
    const { url } = await read<{ url: string }>(send('POST', `/lists/${list}/link`), 201)
    expect(url).toMatch(/^https:\/\/club\.example\/lista\/[\w-]{43}$/)
    return `/guest-links/${url.split('/').at(-1)}`
  }
  const enter = (event: string, guest: string) =>
    club.database.write((tx) =>
      tx.insertInto('doorEntries').values(createEntryRow({ event, guest })).execute(),
    )

  describe('a promoter link', () => {
    test('is made and revoked by administrators only', async () => {
      const { _id } = await createList(await createNight())
      await changesNothing(club, async () => {
        for (const method of ['POST', 'DELETE']) {
          await expectProblem(await visit(method, `/lists/${_id}/link`), 'sign-in-needed')
          await expectProblem(await send(method, `/lists/${NOBODY}/link`), 'not-found')
        }
      })
    })

    test('shows its list, adds names and deletes its own', async () => {
      const event = await createNight()
      const list = await createList(event, { quota: 10, closes: '02:00', note: 'Interna', maxCompanions: 2 })
      await send('POST', `/lists/${list._id}/guests`, { guests: [{ name: 'Zoe', companions: 3 }] })
      const link = await openLink(list._id)
      expect((await readLists(event))[0]?.link).toEqual({
        url: `https://club.example/lista/${link.split('/').at(-1)}`,
        createdAt: new Date(club.clock.now).toISOString(),
      })
      const seen = await visit('GET', link)
      expect(seen.headers.get('Cache-Control')).toBe('no-store')
      expect(await seen.json()).toEqual({
        night: {
          _id: event,
          title: 'Apagón',
          date: '2027-03-06T23:59',
          path: expect.stringMatching(/^\/fechas\/2027-03-06-apagon/),
        },
        list: {
          _id: list._id,
          name: 'Promo',
          quota: 10,
          closes: '02:00',
          conditions: draft.conditions,
          maxCompanions: 2,
          closesAt: '2027-03-07T05:00:00.000Z',
          isOpen: true,
        },
        left: 6,
        guests: [{ _id: expect.any(String), name: 'Zoe', companions: 3, isOwn: false }],
      })
      const added = await read<LinkedList>(visit('POST', link, { text: '1. Ana +2\nBeto\nCaro +9' }), 201)
      expect(added).toMatchObject({
        left: 2,
        unsaved: [{ line: 3, verdict: 'check', name: 'Caro', companions: 9 }],
        guests: [
          { name: 'Zoe', isOwn: false },
          { name: 'Ana', companions: 2, isOwn: true },
          { name: 'Beto', companions: 0, isOwn: true },
        ],
      })
      const [zoe, ana, beto] = added.guests.map((guest) => guest._id) as [string, string, string]
      await enter(event, beto)
      await changesNothing(club, async () => {
        await expectProblem(await visit('DELETE', `${link}/guests/${zoe}`), 'not-found')
        await expectProblem(await visit('DELETE', `${link}/guests/${NOBODY}`), 'not-found')
        await expectProblem(await visit('DELETE', `${link}/guests/${beto}`), 'guest-arrived')
        const full = await expectProblem(
          await visit('POST', link, { guests: ['Caro', 'Dani', 'Ema'].map((name) => ({ name })) }),
          'list-full',
        )
        expect(full).toMatchObject({ left: 2 })
        const { lines } = await read<{ lines: PastedLine[] }>(
          visit('POST', `${link}/preview`, { text: 'Caro\nDani +3\nGracias!!' }),
          200,
        )
        expect(lines.map(({ verdict }) => verdict)).toEqual(['guest', 'check', 'skip'])
        await expectProblem(await visit('POST', `${link}x/preview`, { text: 'Caro' }), 'not-found')
        await expectProblem(await visit('POST', `${link}/preview`, {}), 'missing-fields', ['text'])
        const rows = { guests: [{ name: 'Caro' }, { name: 'Dani', companions: 3 }] }
        await expectProblem(await visit('POST', link, rows), 'invalid-fields', ['guests.1.companions'])
        await expectProblem(await visit('POST', link, { text: 'Ana\n'.repeat(10_000) }), 'invalid-fields', [
          'text',
        ])
        await expectProblem(await visit('POST', link, {}), 'missing-fields', ['guests'])
      })
      expect((await visit('DELETE', `${link}/guests/${ana}`)).status).toBe(204)
      await expectProblem(await visit('DELETE', `${link}/guests/${ana}`), 'not-found')
      expect((await readGuests(list._id)).map(({ name, addedBy }) => [name, addedBy])).toEqual([
        ['Zoe', 'administrator'],
        ['Beto', 'link'],
      ])
      // A new link replaces the old one, and cannot delete the names of the old one.
      club.clock.now += 1000
      const next = await openLink(list._id)
      await expectProblem(await visit('GET', link), 'not-found')
      const { guests } = await read<LinkedList>(visit('GET', next), 200)
      expect(guests.map(({ isOwn }) => isOwn)).toEqual([false, false])
    })

    test('opens nothing when revoked, or when list or night are deleted', async () => {
      const event = await createNight()
      const { _id } = await createList(event)
      const refused = async (link: string) =>
        changesNothing(club, async () => {
          await expectProblem(await visit('GET', link), 'not-found')
          await expectProblem(await visit('POST', link, { text: 'Ana' }), 'not-found')
          await expectProblem(await visit('DELETE', `${link}/guests/${NOBODY}`), 'not-found')
        })
      const revoked = await openLink(_id)
      expect((await send('DELETE', `/lists/${_id}/link`)).status).toBe(204)
      await refused(revoked)
      expect((await readLists(event))[0]?.link).toBeNull()
      const link = await openLink(_id)
      await send('DELETE', `/events/${event}`)
      await refused(link)
      await send('POST', `/trash/events/${event}/restore`)
      expect((await visit('GET', link)).status).toBe(200)
      await send('DELETE', `/lists/${_id}`)
      await refused(link)
      for (const token of ['x', 'null', "'", createToken()]) await refused(`/guest-links/${token}`)
    })

    test('adds nothing after the closing time, or to a cancelled night', async () => {
      const event = await createNight({ date: '2027-03-01T20:00' })
      const { _id } = await createList(event)
      const link = await openLink(_id)
      await send('PUT', `/events/${event}`, { status: 'cancelled' })
      await expectProblem(await visit('POST', link, { text: 'Ana' }), 'list-closed')
      await send('PUT', `/events/${event}`, { status: 'scheduled' })
      const own = await read<LinkedList>(visit('POST', link, { text: 'Ana' }), 201)
      club.clock.now = Date.parse('2027-03-01T23:00:00Z')
      await changesNothing(club, async () => {
        await expectProblem(await visit('POST', link, { text: 'Beto' }), 'list-closed')
      })
      expect(await read<LinkedList>(visit('GET', link), 200)).toMatchObject({ list: { isOpen: false } })
      // Names can be deleted also after the list has closed.
      expect((await visit('DELETE', `${link}/guests/${own.guests[0]?._id}`)).status).toBe(204)
      await send('PUT', `/events/${event}`, { date: '2027-03-02T20:00' })
      expect((await visit('POST', link, { text: 'Beto' })).status).toBe(201)
      club.clock.now = OPENED
    })

    test('does not show the names of visitors who signed up', async () => {
      const event = await createNight()
      const { _id } = await createList(event, { isPublic: true, quota: 5 })
      await read(visit('POST', `/events/${event}/guests`, { name: 'Visita' }), 201)
      const link = await openLink(_id)
      expect(await read<LinkedList>(visit('GET', link), 200)).toMatchObject({ left: 4, guests: [] })
      const [visitor] = await readGuests(_id)
      await expectProblem(await visit('DELETE', `${link}/guests/${visitor?._id}`), 'not-found')
    })

    testOnce('an address that guesses tokens has to wait', async () => {
      const { _id } = await createList(await createNight())
      const link = await openLink(_id)
      const from = '198.51.100.7'
      for (let n = 0; n < 20; n++)
        await expectProblem(
          await visit('GET', `/guest-links/${createToken()}`, undefined, { from }),
          'not-found',
        )
      const refusal = await visit('GET', `/guest-links/${createToken()}`, undefined, { from })
      expect(refusal.headers.get('Retry-After')).toBe('60')
      await expectProblem(refusal, 'too-many-attempts')
      expect((await visit('GET', link, undefined, { from })).status).toBe(200)
      expect((await visit('GET', link)).status).toBe(200)
      club.clock.now += 61_000
      expect((await visit('GET', link, undefined, { from })).status).toBe(200)
      club.clock.now = OPENED
    })
  })

  describe('the sign-up of visitors', () => {
    test('needs a public list of a night that visitors see', async () => {
      const event = await createNight()
      const join = (id: string, body: unknown = { name: 'Ana' }) =>
        visit('POST', `/events/${id}/guests`, body)
      const { _id } = await createList(event)
      const [draftNight, hidden, past] = [
        await createNight({ draft: true }),
        await createNight({ publishAt: '2027-03-05T12:00:00Z' }),
        await createNight({ date: '2027-02-20T23:00' }),
      ]
      for (const id of [draftNight, hidden, past]) await createList(id, { isPublic: true })
      await changesNothing(club, async () => {
        for (const id of [event, draftNight, hidden, past, NOBODY])
          await expectProblem(await join(id), 'not-found')
      })
      await send('PUT', `/lists/${_id}`, { ...draft, isPublic: true })
      await changesNothing(club, async () => {
        await expectProblem(await join(event, {}), 'missing-fields', ['name'])
        await expectProblem(await join(event, { name: '\u200b' }), 'missing-fields', ['name'])
        await expectProblem(await join(event, { name: 'a'.repeat(121) }), 'invalid-fields', ['name'])
        await expectProblem(await join(event, { name: 'a'.repeat(1_000_000) }), 'too-large')
        await expectProblem(await join(event, { name: 'Ana', companions: 2 }), 'invalid-fields', [
          'companions',
        ])
        await expectProblem(await join(event, { name: 'Ana', companions: '1' }), 'invalid-fields', [
          'companions',
        ])
      })
      expect((await join(event)).status).toBe(201)
      await send('DELETE', `/events/${event}`)
      await expectProblem(await join(event), 'not-found')
    })

    test('gives a code and a secret page, and never reveals who is on a list', async () => {
      const event = await createNight()
      const { _id } = await createList(event, { isPublic: true })
      await send('POST', `/lists/${_id}/guests`, { text: 'Ana' })
      const response = await visit('POST', `/events/${event}/guests`, { name: 'ANA', companions: 1 })
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
      const place = (await response.json()) as SignedUp
      expect(place).toEqual({
        code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{5}$/),
        url: expect.stringMatching(/^https:\/\/club\.example\/anotado\/[\w-]{43}$/),
      })
      const other = await read<SignedUp>(visit('POST', `/events/${event}/guests`, { name: 'Beto' }), 201)
      expect(other.code).not.toBe(place.code)
      expect(await readGuests(_id)).toMatchObject([
        { name: 'Ana', isDuplicate: true },
        { name: 'ANA', companions: 1, code: place.code, addedBy: 'public', isDuplicate: true },
        { name: 'Beto', isDuplicate: false },
      ])
      const { signUp } = guestsOf(club.platform)
      const token = place.url.split('/').at(-1) as string
      expect(await signUp.findOwn(token, '203.0.113.1')).toMatchObject({
        ok: true,
        value: {
          night: {
            title: 'Apagón',
            status: 'scheduled',
            path: expect.stringMatching(/^\/fechas\/2027-03-06-apagon/),
          },
          name: 'ANA',
          companions: 1,
          code: place.code,
          conditions: draft.conditions,
          arrived: 0,
          end: null,
        },
      })
      // The token is stored as a hash. The code is no token.
      const rows = await club.database.read.selectFrom('guests').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      for (const unknown of [place.code, createToken(), ''])
        expect(await signUp.findOwn(unknown, '203.0.113.2')).toMatchObject({ problem: 'not-found' })
      expect(await signUp.cancel(token, '203.0.113.1')).toEqual({ ok: true, value: null })
      expect(await signUp.findOwn(token, '203.0.113.1')).toMatchObject({ problem: 'not-found' })
      expect(await signUp.cancel(token, '203.0.113.1')).toMatchObject({ problem: 'not-found' })
      const [, beto] = await readGuests(_id)
      await enter(event, beto?._id as string)
      const entered = other.url.split('/').at(-1) as string
      expect(await signUp.findOwn(entered, '203.0.113.1')).toMatchObject({ value: { arrived: 1 } })
      expect(await signUp.cancel(entered, '203.0.113.1')).toMatchObject({ problem: 'guest-arrived' })
    })

    test('uses the first open list with places, and says when all are full or closed', async () => {
      const event = await createNight({ date: '2027-03-01T20:00' })
      const early = await createList(event, { isPublic: true, closes: '18:00' })
      const small = await createList(event, { isPublic: true, quota: 2 })
      const join = (companions = 0) => visit('POST', `/events/${event}/guests`, { name: 'Ana', companions })
      const state = async () => (await guestsOf(club.platform).openList(event)).list?.state
      const count = async () => (await readLists(event)).map(({ invited }) => invited)
      expect(await state()).toBe('open')
      expect((await join()).status).toBe(201)
      expect(await count()).toEqual([1, 0])
      club.clock.now = Date.parse('2027-03-01T21:00:00Z')
      expect(await guestsOf(club.platform).openList(event)).toMatchObject({
        list: { state: 'open', closesAt: '2027-03-01T23:00:00.000Z' },
        changesIn: 2 * 3_600_000,
      })
      expect((await join()).status).toBe(201)
      await changesNothing(club, async () => {
        expect(await expectProblem(await join(1), 'list-full')).toMatchObject({ left: 1 })
      })
      expect((await join()).status).toBe(201)
      expect([await count(), await state()]).toEqual([[1, 2], 'full'])
      expect(await expectProblem(await join(), 'list-full')).toMatchObject({ left: 0 })
      await send('PUT', `/events/${event}`, { status: 'postponed' })
      await expectProblem(await join(), 'list-closed')
      await send('PUT', `/events/${event}`, { status: 'scheduled' })
      await send('PUT', `/lists/${small._id}`, { ...draft, isPublic: true, quota: 9 })
      expect(await state()).toBe('open')
      club.clock.now = Date.parse('2027-03-01T23:00:00Z')
      expect(await state()).toBe('closed')
      await expectProblem(await join(), 'list-closed')
      club.clock.now = Date.parse('2027-03-02T15:00:00Z')
      expect(await state()).toBeUndefined()
      await expectProblem(await join(), 'not-found')
      expect(early.isPublic).toBe(true)
      club.clock.now = OPENED
    })

    test('the last place is given once to requests at the same time', async () => {
      const event = await createNight()
      await createList(event, { isPublic: true, quota: 3 })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => visit('POST', `/events/${event}/guests`, { name: 'Ana' })),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
    })

    testOnce('is limited by address', async () => {
      const event = await createNight()
      await createList(event, { isPublic: true })
      const join = () => visit('POST', `/events/${event}/guests`, { name: 'Ana' }, { from: '198.51.100.8' })
      for (let n = 0; n < 30; n++) expect((await join()).status).toBe(201)
      await changesNothing(club, async () => {
        await expectProblem(await join(), 'too-many-attempts')
      })
    })

    test('expires the cached pages only when a public list opens, fills or changes for visitors', async () => {
      const event = await createNight()
      const revision = async () => (await readRevisions(club.database.read)).guestLists
      const raised = async (work: () => Promise<unknown>): Promise<boolean> => {
        const before = await revision()
        await work()
        return (await revision()) !== before
      }
      const hidden = await createList(event)
      expect(await raised(() => send('PUT', `/lists/${hidden._id}`, { ...draft, quota: 3 }))).toBe(false)
      expect(await raised(() => send('POST', `/lists/${hidden._id}/guests`, { text: 'Ana' }))).toBe(false)
      let open: GuestList | undefined
      expect(
        await raised(async () => {
          open = await createList(event, { isPublic: true, quota: 2 })
        }),
      ).toBe(true)
      const join = () => visit('POST', `/events/${event}/guests`, { name: 'Ana' })
      expect(await raised(join)).toBe(false)
      expect(await raised(join)).toBe(true)
      expect(await raised(join)).toBe(false)
      const change = { ...draft, isPublic: true, quota: 2 }
      const path = `/lists/${open?._id}`
      expect(await raised(() => send('PUT', path, { ...change, note: 'Interna' }))).toBe(false)
      expect(await raised(() => send('PUT', path, { ...change, quota: 3 }))).toBe(true)
      expect(await raised(() => send('POST', `${path}/link`))).toBe(false)
      expect(await raised(() => send('DELETE', path))).toBe(true)
    })
  })
})
