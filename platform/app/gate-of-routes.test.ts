/** Walks all routes that answer without a session, and tests that none does its work while the gate is closed. */

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAnonymousRequests, type RequestedItems } from '../../test/support/anonymous-requests.ts'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { createSwitchedGate } from '../../test/support/switched-gate.ts'
import type { Work } from '../api/shared/work.ts'
import { permissions } from '../auth/shared/policy.ts'
import { createDeclaredPages } from '../rendering/declared-pages.ts'
import { routes } from './routes.ts'
import { requireBounds } from './table.ts'

const VISITOR = '198.51.100.7'

describe('while the gate is closed', () => {
  const { gate, state } = createSwitchedGate()
  let place: TestDatabase
  let club: TestClub
  let as: string
  let items: RequestedItems
  let rendered = 0
  beforeAll(async () => {
    place = await createDatabase()
    const assets = join(place.dataDir, 'client')
    await mkdir(join(assets, 'assets'), { recursive: true })
    club = await openTestClub(place, {
      createGate: () => gate,
      assets,
      env: { METRICS_TOKEN: 'una-ficha-larga-de-verdad', SITE_URL: 'https://club.test' },
      pages: createDeclaredPages(routes),
      render: async () => {
        rendered++
        return new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
      },
    })
    as = (await club.signIn()).cookie
    const created = await club.send('POST', '/api/events', {
      as,
      body: { ...(await createDraft('events')), date: '2030-01-05T23:59' },
    })
    const { _id, slug } = (await created.json()) as { _id: string; slug: string }
    items = { night: _id, slug, article: 'Una', artist: 'ana', guest: _id, link: 'x'.repeat(43) }
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })

  /** Requests that need no gate: a constant answer, a count in memory, a redirect, and documents at a fixed path. */
  const UNGATED = [
    'GET /live',
    'POST /visits',
    '/',
    '/fechas',
    '/fechas/{slug}, percent-encoded',
    '/fechas.ics',
    '/sitemap.xml',
    'an unknown path',
  ]

  /** Requests that read or write all names of a guest list. A club without guest lists has none. */
  const NAMES = [
    '/lista/{token}',
    '/lista/{token}, form',
    'GET /guest-links/{token}',
    'POST /guest-links/{token}',
    'POST /guest-links/{token}/preview',
  ]

  test('each route that answers without a session refuses, or needs no gate', async () => {
    const requests = createAnonymousRequests(items)
    expect(Object.keys(requests)).toEqual(expect.arrayContaining(UNGATED))
    const ungated: string[] = []
    const kinds = new Map<string, Work | undefined>()
    for (const [route, create] of Object.entries(requests)) {
      state.isOpen = false
      const { method = 'GET', path, body, form } = create(7)
      const before = state.asked.length
      const answer = await club.send(method, path, {
        from: VISITOR,
        ...(form
          ? {
              body: new URLSearchParams(form).toString(),
              headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
            }
          : { body }),
      })
      state.isOpen = true
      if (state.asked.length === before) {
        ungated.push(route)
        continue
      }
      kinds.set(route, state.asked.at(-1))
      expect([route, answer.status, answer.headers.get('Retry-After')]).toEqual([route, 429, '2'])
      expect([route, answer.headers.get('Cache-Control')]).toEqual([route, 'no-store'])
    }
    expect(ungated.sort()).toEqual([...UNGATED].sort())
    const dear = [...kinds].filter(([, kind]) => kind === 'names').map(([route]) => route)
    expect(dear.sort()).toEqual(NAMES.filter((route) => route in requests))
  })

  test('cached answers are served, in any spelling', async () => {
    for (const path of ['/', '/news', '/api/events?limit=50', '/api/openapi.json', '/robots.txt']) {
      state.isOpen = true
      expect((await club.send('GET', path, { from: VISITOR })).status).toBe(200)
      state.isOpen = false
      const again = path.includes('?') ? `${path}&unknown=1` : `${path}?unknown=1`
      for (const spelling of [path, again])
        expect([spelling, (await club.send('GET', spelling, { from: VISITOR })).status]).toEqual([
          spelling,
          200,
        ])
    }
  })

  test('pages at a fixed path are rendered, each once', async () => {
    state.isOpen = false
    const before = rendered
    for (let time = 0; time < 3; time++)
      for (const path of ['/culture', '/history', '/privacidad'])
        expect((await club.send('GET', path, { from: VISITOR })).status).toBe(200)
    expect(rendered - before).toBe(3)
  })

  test('a browser that has signed in before can sign in again', async () => {
    state.isOpen = true
    const credentials = { email: 'luz@club.example', password: 'otra clave bien larga' }
    await club.signIn(credentials)
    const signIn = (as?: string) =>
      club.send('POST', '/api/auth/login', { body: { ...credentials }, from: VISITOR, ...(as && { as }) })
    const device = (await signIn()).headers.getSetCookie().find((cookie) => cookie.includes('device-'))
    state.isOpen = false
    expect((await signIn()).status).toBe(429)
    expect((await signIn(device?.split(';')[0])).status).toBe(200)
    expect((await signIn(device?.split(';')[0]?.replace(/.$/, '_'))).status).toBe(429)
  })

  test('signed-in administrators get everything', async () => {
    state.isOpen = false
    for (const path of ['/api/events?q=algo', `/api/events/${items.night}`, '/api/site', '/news?page=77'])
      expect([path, (await club.send('GET', path, { as, from: VISITOR })).status]).toEqual([path, 200])
    const answer = await club.send('GET', '/api/site', { as: `session=${'x'.repeat(43)}`, from: VISITOR })
    expect(answer.status).toBe(429)
  })
})

describe('a route', () => {
  test('has to declare its bound when it answers without a session', () => {
    expect(() => requireBounds([{ id: 'getSomething', access: permissions['content.read'] }])).toThrow(
      'getSomething',
    )
    expect(
      requireBounds([{ id: 'getSomething', access: permissions['content.read'], bound: 'lookup' }]),
    ).toHaveLength(1)
    expect(requireBounds([{ id: 'putSomething', access: permissions['content.write'] }])).toHaveLength(1)
  })
})
