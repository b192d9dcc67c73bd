/** Answers from the cache over real connections: which requests get one, and that nobody can tell it from the stack's. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { draftOf, openTestClub, pictureOf, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { encode } from '../cache/encoding.ts'
import { type CachedResponse, createCache } from '../cache/response-cache.ts'
import { createMetrics } from '../metrics/counters.ts'
import { noPages } from '../pages/declared-pages.ts'
import type { Env } from '../process/env.ts'
import { createCachedResponses } from './cached-response.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Answered {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** As it came over the wire: `fetch` would hide encodings and spell the address anew. */
async function serveOver(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answered>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const { rawHeaders } = response
          const pairs = rawHeaders.flatMap((name, index) =>
            index % 2 === 0
              ? [[name.toLowerCase(), rawHeaders[index + 1] as string] as [string, string]]
              : [],
          )
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs.sort(([a], [b]) => (a < b ? -1 : 1)),
            body: Buffer.concat(chunks),
          })
        })
      })
      sent.on('error', reject)
      sent.end()
    })
}

/** Two answers differ in these by nature. */
const comparable = ({ status, headers, body }: Answered) => ({
  status,
  headers: headers.map(([name, value]) => [
    name,
    name === 'x-request-id' || name === 'date' ? value.replace(/[0-9a-f]/g, 'x') : value,
  ]),
  body: body.toString('base64'),
})

const etagOf = ({ headers }: Answered) => new Map(headers).get('etag') as string

describe('with and without the cache', () => {
  let database: TestDatabase
  let club: TestClub
  let cookie: string
  let photo: string
  beforeAll(async () => {
    database = await createDatabase()
    const assets = join(database.dataDir, 'client')
    await mkdir(join(assets, 'assets'), { recursive: true })
    await writeFile(join(assets, 'assets', 'hero-hash.avif'), Buffer.alloc(5_000, 'hero'))
    const script = Buffer.from('export const words = 1;'.repeat(100))
    await writeFile(join(assets, 'assets', 'site-hash.js'), script)
    await writeFile(join(assets, 'assets', 'site-hash.js.br'), brotliCompressSync(script))
    await writeFile(join(assets, 'assets', 'site-hash.js.gz'), gzipSync(script))
    club = await openTestClub(database, {
      assets,
      pages: {
        find(path) {
          const page = noPages.find(path)
          return page && path === '/news' ? { ...page, query: { page: (value) => value } } : page
        },
      },
    })
    cookie = (await club.signIn()).cookie
    const draft = { ...(await draftOf('news')), newsBody: `<p>${'Largo. '.repeat(300)}</p>` }
    const created = await club.send('POST', '/api/news', { as: cookie, body: draft })
    photo = ((await created.json()) as { photo: string }).photo
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  test.each([
    '/',
    '/news?page=2',
    '/api/news',
    '/api/news?limit=1&page=1',
    '/api/events',
    '/api/openapi.json',
    '/api/docs',
    '/robots.txt',
    '/assets/hero-hash.avif',
    '/assets/site-hash.js',
    'a picture',
  ])('%s is answered the same both ways, to every kind of client', async (named) => {
    const path = named === 'a picture' ? photo : named
    const short = await serveOver(club.listener)
    const long = await serveOver(getRequestListener(club.fetch))
    const first = await long(path)
    expect(first.status).toBe(200)
    for (const [headers, method] of [
      [{}, 'GET'],
      [{ 'Accept-Encoding': 'gzip, deflate, br, zstd' }, 'GET'],
      [{ 'Accept-Encoding': 'gzip;q=0.5' }, 'GET'],
      [{ 'Accept-Encoding': 'br' }, 'HEAD'],
      [{ 'If-None-Match': etagOf(first) }, 'GET'],
      [{ 'If-None-Match': etagOf(first).replace('W/', '') }, 'HEAD'],
      [{ 'If-None-Match': '"other"', Cookie: 'session=x', Origin: 'https://other.example' }, 'GET'],
      [{ Range: 'bytes=0-9', 'Accept-Encoding': 'br' }, 'GET'],
      [{ Range: 'bytes=0-9', 'If-Range': etagOf(first) }, 'GET'],
      [{ Range: 'bytes=0-9', 'If-Range': '"other"' }, 'GET'],
      [{ Range: 'bytes=99999999-' }, 'GET'],
      [{ Range: 'bytes=0-9' }, 'HEAD'],
      [{ 'If-None-Match': '*' }, 'GET'],
      [{}, 'OPTIONS'],
      [{}, 'DELETE'],
    ] as const) {
      expect(comparable(await short(path, headers, method))).toEqual(
        comparable(await long(path, headers, method)),
      )
    }
  })

  const stored = async (colour: string) => {
    const body = { image: await pictureOf(colour) }
    return ((await (await club.send('POST', '/api/media', { as: cookie, body })).json()) as { src: string })
      .src
  }

  test('a picture comes from memory, for a minute at most', async () => {
    const ask = await serveOver(club.listener)
    const src = await stored('#123456')
    const name = src.slice('/media/'.length)
    const first = await ask(src)
    await rm(join(club.env.mediaUrl, name.slice(0, 2), name))
    expect((await ask(src)).body).toEqual(first.body)
    club.clock.now += 60_000
    expect((await ask(src)).status).toBe(404)
  })

  test('a picture that is swept leaves the memory too', async () => {
    const ask = await serveOver(club.listener)
    const src = await stored('#654321')
    expect((await ask(src)).status).toBe(200)
    const { now } = club.clock
    club.clock.now += 2 * 86_400_000
    await club.images.sweep(club.clock.now)
    club.clock.now = now
    expect((await ask(src)).status).toBe(404)
  })

  test('a write is seen by the next request', async () => {
    const ask = await serveOver(club.listener)
    const before = await ask('/api/residents')
    expect(etagOf(await ask('/api/residents'))).toBe(etagOf(before))
    await club.send('POST', '/api/residents', { as: cookie, body: await draftOf('residents') })
    const after = await ask('/api/residents', { 'If-None-Match': etagOf(before) })
    expect(after.status).toBe(200)
    expect(etagOf(after)).not.toBe(etagOf(before))
  })
})

describe('an answer from the cache', () => {
  const cached = async (status = 200): Promise<CachedResponse> => ({
    status,
    headers: [['Content-Type', 'text/plain']],
    encoded: await encode(Buffer.from('Una línea. '.repeat(100))),
  })

  async function setup(env: Partial<Pick<Env, 'apiBase' | 'corsOrigins' | 'trustProxy' | 'logLevel'>> = {}) {
    const revisions = { news: 1 }
    const cache = createCache({
      revisionOf: () => revisions.news,
      nextBoundaryOf: async () => Number.POSITIVE_INFINITY,
      now: () => 0,
      maxBytes: 1_000_000,
    })
    const toStack: string[] = []
    const logged: Record<string, unknown>[] = []
    const registry = new Registry()
    const metrics = createMetrics(registry)
    const otherwise: RequestListener = (asked, response) => {
      toStack.push(`${asked.method} ${asked.url}`)
      response.end('stack')
    }
    const listener = createCachedResponses({
      caches: { pages: cache, files: cache },
      env: { siteUrl: null, apiBase: '/api', corsOrigins: [], trustProxy: 0, logLevel: 'info', ...env },
      metrics,
      log: { debug: (details) => logged.push(details) },
      otherwise,
    })
    const keep = async (key: string, status?: number) =>
      cache.get(key, async ({ reads }) => {
        reads('news')
        return cached(status)
      })
    const ask = await serveOver(listener)
    return { ask, keep, toStack, revisions, logged, registry }
  }

  test('is for what is cached under that very address, and only for reading', async () => {
    const { ask, keep, toStack, revisions } = await setup()
    await ask('/')
    await keep('/')
    await keep('/404', 404)
    await ask('/')
    await ask('/', {}, 'HEAD')
    const missing = await ask('/404', { 'If-None-Match': etagOf(await ask('/404')) })
    expect(missing.status).toBe(404)
    expect(toStack).toEqual(['GET /'])
    await ask('/?utm=1')
    await ask('//')
    await ask('/%34%30%34')
    await ask('http://127.0.0.1/')
    await ask('/', {}, 'POST')
    revisions.news++
    await ask('/')
    expect(toStack.slice(1)).toEqual([
      'GET /?utm=1',
      'GET //',
      'GET /%34%30%34',
      'GET http://127.0.0.1/',
      'POST /',
      'GET /',
    ])
  })

  test('gives each answer an id of its own', async () => {
    const { ask, keep } = await setup()
    await keep('/')
    const ids = [await ask('/'), await ask('/')].map(({ headers }) => new Map(headers).get('x-request-id'))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('takes an id from a proxy of ours, when it is one, and from nobody else', async () => {
    const idFor = async (trustProxy: Env['trustProxy'], given: string) => {
      const { ask, keep } = await setup({ trustProxy })
      await keep('/')
      return new Map((await ask('/', { 'X-Request-Id': given })).headers).get('x-request-id')
    }
    expect(await idFor(1, 'edge-1234.5_6')).toBe('edge-1234.5_6')
    expect(await idFor(['127.0.0.0/8'], 'edge-12345')).toBe('edge-12345')
    expect(await idFor(['10.0.0.0/8'], 'edge-12345')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor(0, 'edge-12345')).toMatch(/^[0-9a-f-]{36}$/)
    for (const given of ['short', 'with space', 'x'.repeat(65), '{"level":"error"}', ''])
      expect(await idFor(1, given)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('counts what it answers by pattern, and writes a line only for who asked for every line', async () => {
    const { ask, keep, logged, registry } = await setup()
    for (const path of ['/', '/news/Una-noche', '/nada', '/api/news?limit=1']) await keep(path)
    const etag = etagOf(await ask('/'))
    await ask('/', { 'If-None-Match': etag })
    await ask('/', {}, 'HEAD')
    for (const path of ['/news/Una-noche', '/nada', '/api/news?limit=1']) await ask(path)
    expect((await registry.metrics()).match(/^http_requests_total.*$/gm)?.toSorted()).toEqual([
      'http_requests_total{method="GET",route="/",status="2xx"} 1',
      'http_requests_total{method="GET",route="/",status="3xx"} 1',
      'http_requests_total{method="GET",route="/*",status="2xx"} 1',
      'http_requests_total{method="GET",route="/api/news",status="2xx"} 1',
      'http_requests_total{method="GET",route="/news/:title",status="2xx"} 1',
      'http_requests_total{method="HEAD",route="/",status="2xx"} 1',
    ])
    expect(logged).toEqual([])
    const told = await setup({ logLevel: 'debug' })
    await told.keep('/')
    await told.ask('/')
    expect(told.logged).toMatchObject([{ method: 'GET', route: '/' }])
  })

  test('is not for an API whose answers differ by who asks, nor where the host decides what is asked', async () => {
    const withOrigins = await setup({ corsOrigins: ['https://club.example'] })
    await withOrigins.keep('/api/news')
    await withOrigins.keep('/')
    await withOrigins.ask('/api/news')
    await withOrigins.ask('/')
    expect(withOrigins.toStack).toEqual(['GET /api/news'])

    const elsewhere = await setup({ apiBase: 'https://api.club.example' })
    await elsewhere.keep('/')
    await elsewhere.ask('/')
    expect(elsewhere.toStack).toEqual(['GET /'])
  })
})
