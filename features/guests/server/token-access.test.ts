/** Walks all routes of the API with the token of a promoter link and with none: only the routes of the link differ. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../../platform/process/tokens.ts'
import { accessRows } from '../../../test/support/api-access-table.ts'
import { createDraft, openTestClub, type RequestOptions, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { changesNothing } from '../../../test/support/refusals.ts'
import type { AddedGuests, GuestList } from '../shared/guests.ts'

describe('the token of a promoter link', () => {
  let database: TestDatabase
  let club: TestClub
  let token: string
  /** Ids of items that exist, by the first part of the path. */
  let ids: Record<string, string>
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { openedAt: Date.parse('2027-03-01T12:00:00Z') })
    const { cookie } = await club.signIn()
    const send = async <T>(path: string, body?: unknown): Promise<T> => {
      const response = await club.send('POST', `/api${path}`, { as: cookie, body })
      expect(response.status).toBe(201)
      return (await response.json()) as T
    }
    const event = await send<{ _id: string }>('/events', await createDraft('events'))
    const conditions = [{ until: '01:00', label: 'Gratis' }]
    const list = await send<GuestList>(`/events/${event._id}/lists`, { name: 'Promo', conditions })
    const added = await send<AddedGuests>(`/lists/${list._id}/guests`, { text: 'Ana' })
    token = (await send<{ url: string }>(`/lists/${list._id}/link`)).url.split('/').at(-1) as string
    ids = { events: event._id, lists: list._id, guests: added.data[0]?._id as string }
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  let addresses = 0
  async function request({ method, path }: (typeof accessRows)[number], sent: RequestOptions) {
    const [, first = ''] = path.split('/')
    const filled = path.replace('{id}', ids[first] ?? 'x').replace(/\{\w+\}/g, 'x')
    const response = await club.send(method, `/api${filled}`, {
      ...(['POST', 'PUT'].includes(method) && { body: {} }),
      // Rate limits by address must not make answers differ.
      from: `203.0.${Math.floor(++addresses / 250)}.${addresses % 250}`,
      ...sent,
    })
    const text = await response.text()
    const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
    return [method, path, response.status, isProblem ? (JSON.parse(text) as { type: string }).type : null]
  }

  const carriers: [string, () => RequestOptions][] = [
    ['in the door cookie', () => ({ as: `door=${token}` })],
    ['as a bearer token', () => ({ headers: { Authorization: `Bearer ${token}` } })],
    [
      'as the user and password',
      () => ({ headers: { Authorization: `Basic ${btoa(`${token}:${token}`)}` } }),
    ],
    ['in a header of its own', () => ({ headers: { 'X-Token': token, 'X-Guest-Link': token } })],
    ['made up, in the door cookie', () => ({ as: `door=${createToken()}` })],
  ]

  test.each(carriers)('%s changes no answer of any route', async (_name, carrier) => {
    await changesNothing(club, async () => {
      for (const row of accessRows) {
        const visitor = await request(row, {})
        expect(await request(row, carrier())).toEqual(visitor)
        if (row.who === 'administrator') expect(visitor.slice(2)).toEqual([401, '/problems/sign-in-needed'])
      }
    })
  })

  test('in the session cookie is a session that has ended', async () => {
    await changesNothing(club, async () => {
      for (const row of accessRows.filter(({ who }) => who === 'administrator'))
        expect((await request(row, { as: `session=${token}` })).slice(2)).toEqual([
          401,
          '/problems/sign-in-needed',
        ])
    })
  })

  test('is accepted only in the paths of its list', async () => {
    const opened: string[] = []
    await changesNothing(club, async () => {
      for (const { method, path } of accessRows.filter(
        ({ path, who }) => path.includes('{') && who === 'anyone',
      )) {
        const filled = path.replace('{token}', token).replace(/\{\w+\}/g, token)
        const isRead = method === 'GET'
        const response = await club.send(method, `/api${filled}`, {
          ...(['POST', 'PUT'].includes(method) && { body: {} }),
          from: `203.1.${Math.floor(++addresses / 250)}.${addresses % 250}`,
        })
        if (isRead ? response.ok : response.status !== 404) opened.push(`${method} ${path}`)
      }
    })
    // POST without names is refused by its fields, after the token was accepted. Sign-up checks its fields first.
    expect(opened.filter((route) => route !== 'POST /events/{id}/guests').sort()).toEqual([
      'GET /guest-links/{token}',
      'POST /guest-links/{token}',
      'POST /guest-links/{token}/preview',
    ])
  })
})
