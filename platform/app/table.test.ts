/** Tests rules that hold for every route of the table, and the answers when disk or database fail. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { accessRows } from '../../test/support/api-access-table.ts'
import { createMp3 } from '../../test/support/audio.ts'
import {
  createDraft,
  createPicture,
  openTestClub,
  type RequestOptions,
  type TestClub,
} from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { createFilm } from '../../test/support/films.ts'
import { changesNothing, expectProblem } from '../../test/support/refusals.ts'
import { createToken } from '../process/tokens.ts'
import { ANONYMOUS_BODY_MAX_BYTES, ANONYMOUS_TEXT_MAX_BYTES } from '../shared/limits.ts'

const disk = vi.hoisted(() => ({ isFull: false, fullFor: 'wx' }))
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  const open: typeof real.open = (path, flags, mode) =>
    disk.isFull && (flags === 'wx' || flags === disk.fullFor)
      ? Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
      : real.open(path, flags, mode)
  return { ...real, open }
})

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  maxLength?: number
}

interface Operation {
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, unknown>
}

const routes = accessRows.map((row) => {
  const { method, path, who } = row
  return { method, path: `/api${path.replace(/\{\w+\}/g, 'x')}`, documented: path, who }
})
const BODILESS = [
  '/events/{id}/door',
  '/auth/logout',
  '/admin/{id}/reset-link',
  '/messages/{id}/resend',
  '/messages/{id}/answers/{answer}/resend',
  '/lists/{id}/link',
  '/trash/demo/restore',
  '/trash/{resource}/{id}/restore',
]
/** Public routes that take more than ANONYMOUS_BODY_MAX_BYTES, and how much. Bytes */
const LONG_BODIES: Record<string, number> = {
  '/auth/login': 24_000,
  '/auth/link': 24_000,
  '/mail/sendMail': ANONYMOUS_TEXT_MAX_BYTES,
  '/guest-links/{token}': ANONYMOUS_TEXT_MAX_BYTES,
  '/guest-links/{token}/preview': ANONYMOUS_TEXT_MAX_BYTES,
  '/door/entries': 300_000,
  '/lists/{id}/tickets': 2_500_000,
}
const BEACONS = ['/visits', '/clicks']
const STREAMED = ['/site/film', '/media/audio/{key}']
const takesBody = (route: (typeof routes)[number]) =>
  ['POST', 'PUT'].includes(route.method) &&
  !BODILESS.includes(route.documented) &&
  !route.documented.endsWith('{id}/preview')
const writes = routes.filter(({ method }) => method !== 'GET')

describe('every route', () => {
  let database: TestDatabase
  let club: TestClub
  let as: string
  let paths: Record<string, Record<string, Operation>>
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database)
    as = (await club.signIn()).cookie
    paths = (await (await club.send('GET', '/api/openapi.json')).json()).paths
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  /** Sends a request and expects an answer that the OpenAPI document lists for the route. */
  const send = async ({ method, path, documented }: (typeof routes)[number], sent: RequestOptions = {}) => {
    const response = await club.send(method, path, sent)
    const operation = paths[documented]?.[method.toLowerCase()]
    expect(Object.keys(operation?.responses ?? {})).toContain(String(response.status))
    return response
  }

  test('is in the table', () => {
    const who: Record<string, string> = { session: ' administrator', metricsToken: ' token' }
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { security }]) =>
          `${method.toUpperCase()} ${path}${who[Object.keys(security[0] ?? {})[0] ?? ''] ?? ''}`,
      ),
    )
    expect(documented.sort()).toEqual(
      accessRows
        .map(({ method, path, who }) => `${method} ${path}${who === 'anyone' ? '' : ` ${who}`}`)
        .sort(),
    )
    const withBody = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody }]) =>
        requestBody ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    )
    expect(withBody.sort()).toEqual(
      routes
        .filter(takesBody)
        .map(({ method, documented }) => `${method} ${documented}`)
        .sort(),
    )
  })

  test('for administrators requires a live session before other checks', async () => {
    await changesNothing(club, async () => {
      for (const route of routes.filter(({ who }) => who === 'administrator')) {
        const broken =
          route.method === 'GET' || route.method === 'DELETE'
            ? {}
            : { body: '{', headers: { 'Content-Type': 'text/plain' } }
        for (const cookie of [
          undefined,
          'session=',
          'session=x',
          'other=x',
          `session=${'x'.repeat(5000)}`,
          'session=\u00ff',
        ])
          await expectProblem(
            await send(route, { ...broken, ...(cookie !== undefined && { as: cookie }) }),
            'sign-in-needed',
          )
      }
    })
  })

  test('that writes rejects pages of other sites, also with a cookie', async () => {
    const foreign: Record<string, string>[] = [
      { Origin: 'https://otro.example' },
      { Origin: 'null' },
      { Origin: 'http://club.test.otro.example', 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    await changesNothing(club, async () => {
      for (const route of writes)
        for (const headers of foreign)
          await expectProblem(
            await send(route, { as, headers, ...(takesBody(route) && { body: {} }) }),
            'foreign-origin',
          )
    })
    expect((await club.send('GET', '/api/admin', { as })).status).toBe(200)
    // Reads that come from pages of other sites are accepted, because without CORS those pages cannot see the answer.
    expect(
      (await club.send('GET', '/api/news', { headers: { Origin: 'https://otro.example' } })).status,
    ).toBe(200)
  })

  test('with a body accepts only a JSON object, except for film and audio', async () => {
    await changesNothing(club, async () => {
      for (const route of routes
        .filter(takesBody)
        .filter(({ documented }) => !STREAMED.includes(documented))) {
        for (const type of [
          // A beacon can only send text/plain, so the routes for beacons accept it.
          ...(BEACONS.includes(route.documented) ? [] : ['text/plain']),
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/jsonx',
          '',
        ])
          await expectProblem(
            await send(route, { as, body: '{}', headers: { 'Content-Type': type } }),
            'json-needed',
          )
        for (const body of [
          '',
          '{',
          '{"a":}',
          '[]',
          'null',
          '"x"',
          '7',
          '{}{}',
          "{'a':1}",
          Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
        ])
          await expectProblem(await send(route, { as, body }), 'invalid-json')
        const tooLarge = { body: '{}', headers: { 'Content-Length': '99000000' } }
        await expectProblem(await send(route, { as, ...tooLarge }), 'too-large')
        if (route.who !== 'anyone') continue
        const body = `{"a":"${'x'.repeat(LONG_BODIES[route.documented] ?? ANONYMOUS_BODY_MAX_BYTES)}"}`
        await expectProblem(await send(route, { body }), 'too-large')
      }
    })
  })

  const publicWrites = routes.filter((route) => route.who === 'anyone' && takesBody(route))

  test('that is public accepts the longest texts of its schema, also with escapes', async () => {
    /** Creates the longest value of a schema, with one row in each array. Pasted texts have a limit of their own. */
    const createLongest = ({ properties, items, anyOf, maxLength = 0 }: JsonSchema): unknown => {
      if (properties)
        return Object.fromEntries(
          Object.entries(properties).map(([name, schema]) => [
            name,
            name === 'token' ? createToken() : createLongest(schema),
          ]),
        )
      if (items) return [createLongest(items)]
      if (anyOf) return createLongest(anyOf[0] as JsonSchema)
      return 'ñ'.repeat(maxLength > 10_000 ? 0 : maxLength)
    }
    // Beacons carry a path of this site, in ASCII.
    for (const route of publicWrites.filter(({ documented }) => !BEACONS.includes(documented))) {
      const schema = paths[route.documented]?.post?.requestBody?.content['application/json']?.schema
      const body = JSON.stringify(createLongest(schema as JsonSchema)).replaceAll('ñ', '\\u00f1')
      expect((await send(route, { body, from: '198.51.100.90' })).status, route.documented).not.toBe(413)
    }
  })

  test.each([
    ['levels', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['levels of objects', `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
    ['objects', `[${'{},'.repeat(1_200)}{}]`],
    ['members', `[${','.repeat(4_100)}1]`],
  ])('that takes longer bodies refuses many %s before it parses them', async (_, value) => {
    await changesNothing(club, async () => {
      for (const route of publicWrites.filter(({ documented }) => documented in LONG_BODIES)) {
        await expectProblem(await send(route, { body: `{"a":${value}}` }), 'too-large')
        const text = JSON.stringify({ a: `\\"${value.replaceAll('"', '')}` })
        expect((await send(route, { body: text })).status).not.toBe(413)
      }
    })
  })

  test('lists the methods of its path, and answers HEAD like GET', async () => {
    const allowed = Map.groupBy(routes, ({ path }) => path)
    await changesNothing(club, async () => {
      for (const [path, those] of allowed) {
        const methods = those.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        const refusal = await club.send('PATCH', path, { as, body: {} })
        expect(refusal.headers.get('Allow')?.split(', ').sort()).toEqual([...methods, 'OPTIONS'].sort())
        await expectProblem(refusal, 'method-not-allowed')
        const options = await club.send('OPTIONS', path)
        expect([options.status, await options.text(), options.headers.get('Allow')]).toEqual([
          204,
          '',
          refusal.headers.get('Allow'),
        ])
        if (!methods.includes('GET')) {
          await expectProblem(await club.send('GET', path, { as }), 'method-not-allowed')
          continue
        }
        const [get, head] = [await club.send('GET', path, { as }), await club.send('HEAD', path, { as })]
        expect([head.status, await head.text()]).toEqual([get.status, ''])
        expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'))
      }
    })
  })

  test.each([
    '/api',
    '/api/',
    '/api/nada',
    '/api/news/',
    '/api/news/x/y',
    '/api/NEWS',
    '/api//news',
    '/api/auth',
    '/api/events.json',
    '/api/%6eews/%2e%2e/x/y',
    '/api/__proto__',
  ])('of %s, which there is not, is a problem and never the site', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
      await expectProblem(await club.send(method, path, { as }), 'unknown-path')
  })

  describe('after a failure', () => {
    const path = '/api/residents/x'

    test('sends a request id that the log contains, without the cause', async () => {
      await sql`alter table residents rename to gone`.execute(club.database.read)
      try {
        const response = await club.send('GET', path)
        const requestId = response.headers.get('X-Request-Id') as string
        const body = await expectProblem(response, 'unexpected')
        expect(body).toEqual({
          type: '/problems/unexpected',
          title: 'Oops...',
          status: 500,
          detail: expect.any(String),
          requestId,
        })
        const line = club.logged.find((line) => line.includes(requestId))
        expect(line).toMatch(/residents/)
        expect(line).toMatch(/\.ts:\d+/)
        const write = await club.send('POST', '/api/residents', { as, body: await createDraft('residents') })
        await expectProblem(write, 'unexpected')
      } finally {
        await sql`alter table gone rename to residents`.execute(club.database.read)
      }
      await expectProblem(await club.send('GET', path), 'not-found')
    })

    test('of a full disk, stores no picture and leaves no file', async () => {
      const news = { ...(await createDraft('news')), photo: await createPicture('#135790') }
      disk.isFull = true
      try {
        await changesNothing(club, async () => {
          const refusal = await club.send('POST', '/api/news', { as, body: news })
          expect((await expectProblem(refusal, 'storage-full')).requestId).toBe(
            refusal.headers.get('X-Request-Id'),
          )
          await expectProblem(
            await club.send('POST', '/api/media', { as, body: { image: news.photo } }),
            'storage-full',
          )
        })
      } finally {
        disk.isFull = false
      }
      expect((await club.send('POST', '/api/news', { as, body: news })).status).toBe(201)
    })

    // With 'wx+', writing the temporary file fails. With 'wx', writing the final file fails.
    test.each(['wx+', 'wx'])('of a full disk, stores no film (%s) and leaves no file', async (flags) => {
      // Each round needs a new film, because a stored one takes no space.
      const film = {
        as,
        body: createFilm({ brand: flags.padEnd(4) }),
        headers: { 'Content-Type': 'video/mp4' },
      }
      Object.assign(disk, { isFull: true, fullFor: flags })
      try {
        await changesNothing(club, async () => {
          await expectProblem(await club.send('POST', '/api/site/film', film), 'storage-full')
        })
        expect(await readdir(join(database.dataDir, '.incoming'))).toEqual([])
      } finally {
        disk.isFull = false
      }
      expect((await club.send('POST', '/api/site/film', film)).status).toBe(201)
      await club.send('DELETE', '/api/site/look', { as })
    })

    test.each(['w', 'wx'])('a full disk takes no sound (%s), and leaves nothing behind', async (flags) => {
      const body = createMp3({ fill: flags.length })
      const path = `/api/media/audio/disk-${flags}-full`
      const send = () =>
        club.send('PUT', `${path}?offset=0&size=${body.byteLength}`, {
          as,
          body,
          headers: { 'Content-Type': 'application/octet-stream' },
        })
      Object.assign(disk, { isFull: true, fullFor: flags })
      try {
        await changesNothing(club, async () => {
          await expectProblem(await send(), 'storage-full')
        })
        expect(await readdir(join(database.dataDir, '.uploads'))).toEqual([])
      } finally {
        disk.isFull = false
      }
      expect((await send()).status).toBe(200)
      await club.send('DELETE', path, { as })
    })

    // PostgreSQL has its own disk, so only SQLite is tested here. dependency-failures.slow.test.ts tests PostgreSQL.
    test('of a full database disk, stores no item', async () => {
      const { database, content } = club
      const news = await createDraft('news')
      const body = { ...news, newsTitle: 'Muy larga', newsBody: `<p>${'largo '.repeat(30_000)}</p>` }
      // The picture is already stored, so only the row of the item does not fit.
      await club.send('POST', '/api/media', { as, body: { image: news.photo } })
      const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.read)
      await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(database.read)
      try {
        const before = await content.list('news')
        await expectProblem(await club.send('POST', '/api/news', { as, body }), 'storage-full')
        expect(await content.list('news')).toEqual(before)
      } finally {
        await sql`pragma max_page_count = 1000000`.execute(database.read)
      }
      expect((await club.send('POST', '/api/news', { as, body })).status).toBe(201)
    })

    test('reports each part in the health check, while the liveness check does not depend on them', async () => {
      const live = async () => {
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await club.send(method, '/api/live', { as })
          expect([method, response.status]).toEqual([method, 200])
          expect(response.headers.get('Cache-Control')).toBe('no-store')
          expect(await response.text()).toBe(method === 'GET' ? '{"status":"ok"}' : '')
        }
      }
      const health = async () => {
        await live()
        const response = await club.send('GET', '/api/health')
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        return [response.status, await response.json()]
      }
      expect(await health()).toEqual([
        200,
        { status: 'ok', build: 'test', database: 'ok', media: 'ok', mail: 'off' },
      ])
      await rm(club.env.mediaUrl, { recursive: true })
      expect(await health()).toEqual([
        503,
        { status: 'error', build: 'test', database: 'ok', media: 'error', mail: 'off' },
      ])
      await club.database.close()
      expect(await health()).toEqual([
        503,
        { status: 'error', build: 'test', database: 'error', media: 'error', mail: 'unknown' },
      ])
    })
  })
})
