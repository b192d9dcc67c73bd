/** Walks all routes of the API with the cookie of a door session, running and ended: only the routes of the door differ. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRows } from '../../../test/support/api-access-table.ts'
import { openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing } from '../../../test/support/refusals.ts'
import { QUEUE_GRACE_MS } from '../shared/guest-limits.ts'
import { createTestDoors, type TestPhone } from '../test/doors.ts'

type Row = (typeof accessRows)[number]

const OPENED = Date.parse('2027-03-07T01:00:00-03:00')
const NOON = Date.parse('2027-03-07T12:00:00-03:00')
const DOOR_ROUTES = ['GET /door', 'GET /door/entries', 'POST /door/entries']

describe('the cookie of a door session', () => {
  let database: TestDatabase
  let club: TestClub
  let doors: ReturnType<typeof createTestDoors>
  let event: string
  let phone: TestPhone
  /** Ids of items that exist, by the first part of the path. */
  let ids: Record<string, string>
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { openedAt: OPENED })
    doors = createTestDoors(club, (await club.signIn()).cookie)
    event = await doors.createNight()
    const list = await doors.createList(event)
    const [guest] = await doors.addGuests(list._id, [{ name: 'Ana' }])
    phone = await doors.addPhone(await doors.open(event))
    ids = { events: event, lists: list._id, guests: guest?._id as string }
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  let addresses = 0
  async function request({ method, path }: Row, sent: RequestOptions) {
    const [, first = ''] = path.split('/')
    const filled = path.replace('{id}', ids[first] ?? 'x').replace(/\{\w+\}/g, 'x')
    const query = path === '/door/entries' && method === 'GET' ? '?after=0' : ''
    const body =
      path === '/door/entries' ? { sentAt: new Date(club.clock.now).toISOString(), entries: [] } : {}
    const response = await club.send(method, `/api${filled}${query}`, {
      ...(['POST', 'PUT'].includes(method) && { body }),
      // Rate limits by address must not make answers differ.
      from: `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
      ...sent,
    })
    const text = await response.text()
    const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
    return { status: response.status, type: isProblem ? (JSON.parse(text) as { type: string }).type : null }
  }

  /** Returns the routes whose answer differs from the one that a visitor without a session gets. */
  async function findDifferences(sent: RequestOptions): Promise<string[]> {
    const different: string[] = []
    for (const row of accessRows) {
      const visitor = await request(row, {})
      const holder = await request(row, sent)
      if (holder.status !== visitor.status || holder.type !== visitor.type)
        different.push(`${row.method} ${row.path}`)
    }
    return different
  }

  test('opens only the routes of the door while the session runs', async () => {
    await changesNothing(club, async () => {
      expect(await findDifferences({ as: phone.cookie })).toEqual(DOOR_ROUTES)
    })
  })

  const carriers: [string, (token: string) => RequestOptions][] = [
    ['as a bearer token', (token) => ({ headers: { Authorization: `Bearer ${token}` } })],
    ['with the name that https needs', (token) => ({ as: `__Secure-door=${token}; __Host-door=${token}` })],
  ]
  test.each(carriers)('opens nothing %s', async (_, carry) => {
    const token = phone.cookie.slice('door='.length)
    await changesNothing(club, async () => {
      expect(await findDifferences(carry(token))).toEqual([])
    })
  })

  test('is no session of an administrator', async () => {
    const token = phone.cookie.slice('door='.length)
    for (const row of accessRows.filter(({ who }) => who === 'administrator'))
      expect(await request(row, { as: `session=${token}` })).toEqual({
        status: 401,
        type: '/problems/sign-in-needed',
      })
  })

  test('only sends entries after the end of the session, and nothing a day later', async () => {
    club.clock.now = NOON
    expect(await findDifferences({ as: phone.cookie })).toEqual(['POST /door/entries'])
    club.clock.now = NOON + QUEUE_GRACE_MS
    expect(await findDifferences({ as: phone.cookie })).toEqual([])
    club.clock.now = OPENED
  })

  test('cannot read another night with the query of administrators', async () => {
    const other = await doors.createNight()
    const { night } = (await (
      await doors.send('GET', `/door?event=${other}`, undefined, { as: phone.cookie })
    ).json()) as { night: { _id: string } }
    expect(night._id).toBe(event)
  })

  test('only sends entries after the phone was ended, and names the reason to the phone', async () => {
    const lost = await doors.addPhone(await doors.open(event), 'Perdido')
    const answer = await doors.send('GET', `/events/${event}/door`)
    const { devices } = (await answer.json()) as { devices: { _id: string; device: string }[] }
    const id = devices.find(({ device }) => device === 'Perdido')?._id
    await doors.send('DELETE', `/events/${event}/door/devices/${id}`)
    expect(await findDifferences({ as: lost.cookie })).toEqual(DOOR_ROUTES)
    for (const path of ['/door', '/door/entries'])
      expect(await request({ method: 'GET', path } as Row, { as: lost.cookie })).toEqual({
        status: 401,
        type: '/problems/door-phone-ended',
      })
  })

  test('ends at once when the door is closed', async () => {
    await doors.send('DELETE', `/events/${event}/door`)
    expect(await findDifferences({ as: phone.cookie })).toEqual(['POST /door/entries'])
  })
})
