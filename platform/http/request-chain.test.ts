/** Tests the request chain over real connections: which requests the cache answers, and every kind of answer to them. */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { encode } from '../cache/encoding.ts'
import { type CachedResponse, createCache } from '../cache/response-cache.ts'
import type { Env } from '../process/env.ts'
import { undeclaredPages } from '../rendering/declared-pages.ts'
import { siteRoute } from '../seo/site-route.ts'
import { createMetrics } from './metrics/counters.ts'
import { createRequestChain } from './request-chain.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Answered {
  status: number
  headers: [string, string][]
  body: Buffer
}

/** Starts a server and returns raw answers. `fetch` would decode the body and normalise the URL. */
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

/** Returns the headers that all answers have, without the listed ones. */
const headersWithout = ({ headers }: Answered, ...names: string[]) =>
  headers.filter(([name]) => !['date', 'x-request-id', ...names].includes(name))

const decoded = ({ headers, body }: Answered): Buffer => {
  const encoding = new Map(headers).get('content-encoding')
  if (encoding === undefined) return body
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)
}

const getEtag = ({ headers }: Answered) => new Map(headers).get('etag') as string

describe('a cached answer', () => {
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
          const page = undeclaredPages.find(path)
          return page && path === '/news' ? { ...page, query: { page: (value) => value } } : page
        },
      },
    })
    cookie = (await club.signIn()).cookie
    const draft = { ...(await createDraft('news')), newsBody: `<p>${'Largo. '.repeat(300)}</p>` }
    const created = await club.send('POST', '/api/news', { as: cookie, body: draft })
    photo = ((await created.json()) as { photo: string }).photo
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const page = { encodings: ['br', 'gzip'], isRanged: false, options: 405, delete: 405 }
  const list = { ...page, options: 204 }
  const short = { ...list, encodings: [] }
  const picture = { ...page, encodings: [], isRanged: true }
  const asset = { options: 404, delete: 404 }

  test.each([
    ['/', { ...page, encodings: [] }],
    ['/news?page=2', { ...page, encodings: [] }],
    ['/api/news', list],
    ['/api/news?limit=1&page=1', list],
    ['/api/events', short],
    ['/api/openapi.json', list],
    ['/api/docs', list],
    ['/robots.txt', { ...page, encodings: [] }],
    ['/assets/hero-hash.avif', { ...picture, ...asset }],
    ['/assets/site-hash.js', { ...page, ...asset }],
    ['a picture', { ...picture, isRanged: false }],
  ])('%s equals the first answer, for every kind of client', async (named, expected) => {
    const path = named === 'a picture' ? photo : named
    const ask = await serveOver(club.listener)
    const first = await ask(path)
    const etag = getEtag(first)
    const whole = headersWithout(first, 'content-length')
    expect(first.status).toBe(200)
    expect(new Map(first.headers).get('content-length')).toBe(String(first.body.length))

    const isWhole = async (headers: Record<string, string>, encoding: string | undefined, method = 'GET') => {
      const answer = await ask(path, headers, method)
      const got = new Map(answer.headers)
      expect([answer.status, got.get('content-encoding')]).toEqual([200, encoding])
      expect(headersWithout(answer, 'content-length', 'content-encoding')).toEqual(whole)
      if (method === 'HEAD') {
        expect(answer.body.length).toBe(0)
        return got.get('content-length')
      }
      expect(got.get('content-length')).toBe(String(answer.body.length))
      expect(decoded(answer)).toEqual(first.body)
      return got.get('content-length')
    }
    const [br, gzip] = expected.encodings
    await isWhole({}, undefined)
    const length = await isWhole({ 'Accept-Encoding': 'gzip, deflate, br, zstd' }, br)
    await isWhole({ 'Accept-Encoding': 'gzip;q=0.5' }, gzip)
    expect(await isWhole({ 'Accept-Encoding': 'br' }, br, 'HEAD')).toBe(length)
    await isWhole(
      { 'If-None-Match': '"other"', Cookie: 'session=x', Origin: 'https://other.example' },
      undefined,
    )
    await isWhole({ Range: 'bytes=0-9', 'If-Range': '"other"' }, undefined)
    await isWhole({ Range: 'bytes=0-9' }, undefined, 'HEAD')

    for (const [known, method] of [
      [etag, 'GET'],
      [etag.replace('W/', ''), 'HEAD'],
      ['*', 'GET'],
    ] as const) {
      const unchanged = await ask(path, { 'If-None-Match': known }, method)
      expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
      expect(headersWithout(unchanged)).toEqual(headersWithout(first, 'content-length', 'content-type'))
    }

    if (expected.isRanged) {
      for (const condition of [{ 'Accept-Encoding': 'br' }, { 'If-Range': etag }]) {
        const part = await ask(path, { Range: 'bytes=0-9', ...condition })
        expect([part.status, part.body]).toEqual([206, first.body.subarray(0, 10)])
        expect(headersWithout(part, 'content-length', 'content-range')).toEqual(whole)
        expect(part.headers).toContainEqual(['content-length', '10'])
        expect(part.headers).toContainEqual(['content-range', `bytes 0-9/${first.body.length}`])
      }
      const beyond = await ask(path, { Range: 'bytes=99999999-' })
      expect([beyond.status, beyond.body.length]).toEqual([416, 0])
      for (const header of [
        ['accept-ranges', 'bytes'],
        ['cache-control', 'no-store'],
        ['content-length', '0'],
        ['content-range', `bytes */${first.body.length}`],
        ['x-content-type-options', 'nosniff'],
        ['cross-origin-opener-policy', 'same-origin'],
      ])
        expect(beyond.headers).toContainEqual(header)
    } else {
      await isWhole({ Range: 'bytes=0-9', 'Accept-Encoding': 'br' }, br)
      await isWhole({ Range: 'bytes=0-9', 'If-Range': etag }, undefined)
      await isWhole({ Range: 'bytes=99999999-' }, undefined)
    }
    expect((await ask(path, {}, 'OPTIONS')).status).toBe(expected.options)
    expect((await ask(path, {}, 'DELETE')).status).toBe(expected.delete)
  })

  const stored = async (colour: string) => {
    const body = { image: await createPicture(colour) }
    return ((await (await club.send('POST', '/api/media', { as: cookie, body })).json()) as { src: string })
      .src
  }

  test('a picture is cached for a minute', async () => {
    const ask = await serveOver(club.listener)
    const src = await stored('#123456')
    const name = src.slice('/media/'.length)
    const first = await ask(src)
    await rm(join(club.env.mediaUrl, name.slice(0, 2), name))
    expect((await ask(src)).body).toEqual(first.body)
    club.clock.now += 60_000
    expect((await ask(src)).status).toBe(404)
  })

  test('a deleted picture is removed from the cache', async () => {
    const ask = await serveOver(club.listener)
    const src = await stored('#654321')
    expect((await ask(src)).status).toBe(200)
    const { now } = club.clock
    club.clock.now += 2 * 86_400_000
    await club.images.sweep(club.clock.now)
    club.clock.now = now
    expect((await ask(src)).status).toBe(404)
  })

  test('a write is visible in the next request', async () => {
    const ask = await serveOver(club.listener)
    const before = await ask('/api/residents')
    expect(getEtag(await ask('/api/residents'))).toBe(getEtag(before))
    await club.send('POST', '/api/residents', { as: cookie, body: await createDraft('residents') })
    const after = await ask('/api/residents', { 'If-None-Match': getEtag(before) })
    expect(after.status).toBe(200)
    expect(getEtag(after)).not.toBe(getEtag(before))
  })
})

describe('the cache', () => {
  const cached = async (status = 200): Promise<CachedResponse> => ({
    status,
    headers: [['Content-Type', 'text/plain']],
    encoded: await encode(Buffer.from('Una línea. '.repeat(100))),
  })

  async function setup(env: Partial<Pick<Env, 'apiBase' | 'corsOrigins' | 'trustProxy' | 'logLevel'>> = {}) {
    const revisions = { news: 1 }
    const cache = createCache({
      revisionOf: () => revisions.news,
      areRevisionsCurrent: () => true,
      nextBoundaryOf: async () => Number.POSITIVE_INFINITY,
      now: () => 0,
      maxBytes: 1_000_000,
    })
    const toRoutes: string[] = []
    const logged: Record<string, unknown>[] = []
    const registry = new Registry()
    const write = (details: Record<string, unknown>) => void logged.push(details)
    const chain = createRequestChain({
      caches: { pages: cache, answers: cache, files: cache },
      env: { siteUrl: null, apiBase: '/api', corsOrigins: [], trustProxy: 0, logLevel: 'info', ...env },
      metrics: createMetrics(registry),
      failures: { note() {} },
      siteRoute,
      log: { debug: write, info: write, warn: write, error: write },
      routes(request) {
        toRoutes.push(`${request.method} ${request.url.replace(/^http:\/\/[^/]*/, '')}`)
        return new Response('routes')
      },
    })
    const keep = async (key: string, status?: number) =>
      cache.get(key, async ({ reads }) => {
        reads('news')
        return cached(status)
      })
    const ask = await serveOver(chain.createListener(getRequestListener(chain.fetch)))
    return { ask, keep, toRoutes, revisions, logged, registry }
  }

  test('answers only GET and HEAD for exactly the cached URL', async () => {
    const { ask, keep, toRoutes, revisions } = await setup()
    await ask('/')
    await keep('/')
    await keep('/404', 404)
    await ask('/')
    await ask('/', {}, 'HEAD')
    expect((await ask('http://127.0.0.1/')).body).toEqual((await ask('/')).body)
    const missing = await ask('/404', { 'If-None-Match': getEtag(await ask('/404')) })
    expect(missing.status).toBe(404)
    expect(toRoutes).toEqual(['GET /'])
    await ask('/?utm=1')
    await ask('//')
    await ask('/%34%30%34')
    await ask('/', {}, 'POST')
    revisions.news++
    await ask('/')
    expect(toRoutes.slice(1)).toEqual(['GET /?utm=1', 'GET //', 'GET /%34%30%34', 'POST /', 'GET /'])
  })

  test('gives each answer a new id', async () => {
    const { ask, keep } = await setup()
    await keep('/')
    const ids = [await ask('/'), await ask('/')].map(({ headers }) => new Map(headers).get('x-request-id'))
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('uses well-formed ids of trusted proxies only', async () => {
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

  test('counts answers by pattern, and logs them only at the level debug', async () => {
    const { ask, keep, logged, registry } = await setup()
    for (const path of ['/', '/news/Una-noche', '/nada', '/api/news?limit=1']) await keep(path)
    const etag = getEtag(await ask('/'))
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

  test('is skipped for an API with CORS_ORIGINS, and when the API is on another host', async () => {
    const withOrigins = await setup({ corsOrigins: ['https://club.example'] })
    await withOrigins.keep('/api/news')
    await withOrigins.keep('/')
    await withOrigins.ask('/api/news')
    await withOrigins.ask('/')
    expect(withOrigins.toRoutes).toEqual(['GET /api/news'])

    const elsewhere = await setup({ apiBase: 'https://api.club.example' })
    await elsewhere.keep('/')
    await elsewhere.ask('/')
    expect(elsewhere.toRoutes).toEqual(['GET /'])
  })
})
