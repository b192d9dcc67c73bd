import { describe, expect, test } from 'vitest'
import type { RevisionKey } from '../content/shared/revision-keys.ts'
import { respond } from './answer.ts'
import { encode, pickEncoding } from './encoding.ts'
import type { Dependencies } from './freshness.ts'
import { type CachedResponse, createCache, REVALIDATE_HEADERS } from './response-cache.ts'

function setup({ maxBytes = 1_000_000 } = {}) {
  const revisions: Partial<Record<RevisionKey, number>> = {}
  const clock = { now: 1_000, areRevisionsCurrent: true }
  const cache = createCache({
    revisionOf: (name) => revisions[name] ?? 1,
    areRevisionsCurrent: () => clock.areRevisionsCurrent,
    nextBoundaryOf: async () => Number.POSITIVE_INFINITY,
    now: () => clock.now,
    maxBytes,
  })
  let created = 0
  const fill = (record: (dependencies: Dependencies) => void = () => {}, body = 'x') => {
    const create = async (dependencies: Dependencies): Promise<CachedResponse> => {
      record(dependencies)
      created++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { status: 200, headers: [], encoded: await encode(Buffer.from(`${body} ${created}`)) }
    }
    return create
  }
  const getBody = (created: CachedResponse | Response) =>
    Buffer.from((created as CachedResponse).encoded.bodies.identity).toString()
  return {
    cache,
    clock,
    fill,
    bodyOf: getBody,
    raise: (name: RevisionKey) => (revisions[name] = (revisions[name] ?? 1) + 1),
    count: () => created,
  }
}

describe('the response cache', () => {
  test('creates a response once for parallel requests', async () => {
    const { cache, fill, count, bodyOf } = setup()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', fill())))
    expect(new Set(answers.map(bodyOf))).toEqual(new Set(['x 1']))
    await cache.get('/', fill())
    expect(count()).toBe(1)
  })

  test('creates pages for each request while the revisions may be old, and returns its error', async () => {
    const { cache, clock, fill, bodyOf, count } = setup()
    const page = fill(({ reads }) => reads('events'))
    expect(bodyOf(await cache.get('/', page))).toBe('x 1')
    clock.areRevisionsCurrent = false
    expect(cache.lookup('/')).toBeUndefined()
    expect(bodyOf(await cache.get('/', page))).toBe('x 2')
    await expect(cache.get('/', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    )
    expect(count()).toBe(2)
    clock.areRevisionsCurrent = true
    expect(bodyOf(await cache.get('/', page))).toBe('x 2')
  })

  test('serves files while the revisions may be old, because they depend on none', async () => {
    const { cache, clock, fill, bodyOf } = setup()
    await cache.get('/assets/a.js', fill())
    clock.areRevisionsCurrent = false
    expect(bodyOf(await cache.get('/assets/a.js', fill()))).toBe('x 1')
  })

  test('returns an error response when the boundaries cannot be read, and fails for other responses', async () => {
    const cache = createCache({
      revisionOf: () => 0,
      areRevisionsCurrent: () => true,
      nextBoundaryOf: () => Promise.reject(new Error('no database')),
      now: () => 0,
      maxBytes: 100_000,
    })
    const ask = (status: number) =>
      cache.get(`/${status}`, async ({ reads }) => {
        reads('news')
        return { status, headers: [], encoded: await encode(Buffer.from('x')) }
      })
    expect(await ask(500)).toMatchObject({ status: 500 })
    await expect(ask(200)).rejects.toThrow('no database')
  })

  test('creates a response again after a change of a resource that it read', async () => {
    const { cache, fill, raise, count } = setup()
    const ask = () =>
      cache.get(
        '/',
        fill(({ reads }) => reads('news')),
      )
    await ask()
    raise('events')
    await ask()
    expect(count()).toBe(1)
    raise('news')
    await Promise.all(Array.from({ length: 50 }, ask))
    expect(count()).toBe(2)
  })

  test('creates a response again after the shortest of its expiry times', async () => {
    const { cache, clock, fill, count } = setup()
    const ask = () =>
      cache.get(
        '/',
        fill(({ expiresIn }) => {
          expiresIn(10_000)
          expiresIn(500)
          expiresIn(90_000)
        }),
      )
    await ask()
    clock.now += 499
    await ask()
    expect(count()).toBe(1)
    clock.now += 1
    await ask()
    expect(count()).toBe(2)
  })

  test('creates a response again when the clock is set back', async () => {
    const { cache, clock, fill, count } = setup()
    const ask = () =>
      cache.get(
        '/',
        fill(({ expiresIn }) => expiresIn(10_000)),
      )
    const today = clock.now
    clock.now += 365 * 86_400_000
    await ask()
    clock.now = today
    await ask()
    expect(count()).toBe(2)
    // Setting the clock back by half a second is a correction and keeps the response.
    clock.now -= 500
    await ask()
    expect(count()).toBe(2)
  })

  test('does not return a response that became stale during its creation', async () => {
    const { cache, fill, raise, bodyOf } = setup()
    const early = cache.get(
      '/',
      fill(({ reads }) => reads('news')),
    )
    raise('news')
    const late = cache.get(
      '/',
      fill(({ reads }) => reads('news')),
    )
    expect(bodyOf(await late)).toBe('x 2')
    expect(bodyOf(await early)).toBe('x 2')
  })

  test('returns the third attempt when writes continue', async () => {
    const { cache, fill, raise, bodyOf, count } = setup()
    const stormy = fill(({ reads }) => {
      reads('news')
      raise('news')
    })
    expect(bodyOf(await cache.get('/', stormy))).toBe('x 3')
    expect(count()).toBe(3)
  })

  test('does not store errors and redirects, and passes them to all waiting requests', async () => {
    const { cache, fill, count } = setup()
    const failing = async (dependencies: Dependencies) => ({ ...(await fill()(dependencies)), status: 500 })
    await cache.get('/500', failing)
    await cache.get('/500', failing)
    expect(count()).toBe(2)

    const broken = () => cache.get('/throws', async () => Promise.reject(new Error('broken')))
    const results = await Promise.allSettled([broken(), broken(), broken()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await cache.get('/throws', fill())) as CachedResponse).toMatchObject({ status: 200 })

    const redirects = await Promise.all(
      [1, 2].map(() =>
        cache.get('/old', async () => new Response('moved', { status: 301, headers: { Location: '/new' } })),
      ),
    )
    for (const redirect of redirects as Response[])
      expect([redirect.status, await redirect.text()]).toEqual([301, 'moved'])
    expect(cache.size().entries).toBe(1)
  })
})

describe('the idle cache', () => {
  test('compresses its entries at the highest level and keeps their ETag', async () => {
    const revisions = { news: 1 }
    const cache = createCache({
      revisionOf: () => revisions.news,
      areRevisionsCurrent: () => true,
      nextBoundaryOf: async () => Number.POSITIVE_INFINITY,
      now: () => 0,
      maxBytes: 1_000_000,
      idleMs: 20,
    })
    const text = Buffer.from(
      Array.from({ length: 3_000 }, (_, index) => (index * index * 7919) % 1_009).join(' palabra '),
    )
    const fill = async ({ reads }: Dependencies) => {
      reads('news')
      return { status: 200, headers: [], encoded: await encode(text) }
    }
    const quick = (await cache.get('/', fill)) as CachedResponse
    const before = cache.size().bytes
    const { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } = await import('node:zlib')
    const best = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    expect(quick.encoded.bodies.br.byteLength).toBeGreaterThan(best.length)
    await expect.poll(() => cache.lookup('/')?.encoded.bodies.br.byteLength).toBe(best.length)
    const shrunk = cache.lookup('/') as CachedResponse
    expect(brotliDecompressSync(shrunk.encoded.bodies.br)).toEqual(text)
    expect(shrunk.encoded.etag).toBe(quick.encoded.etag)
    expect(gunzipSync(shrunk.encoded.bodies.gzip)).toEqual(text)
    expect(shrunk.encoded.bodies.gzip.byteLength).toBeLessThan(quick.encoded.bodies.gzip.byteLength)
    expect(cache.size().bytes).toBe(before - quick.encoded.size + shrunk.encoded.size)
    revisions.news++
    expect(cache.lookup('/')).toBeUndefined()
  })
})

describe('the memory limit', () => {
  test('evicts the least recently used entry', async () => {
    const { cache, fill, count } = setup({ maxBytes: 40_000 })
    const ask = (key: string) => cache.get(key, fill(undefined, key.repeat(8_000)))
    await ask('a')
    await ask('b')
    await ask('c')
    expect(cache.size().bytes).toBeLessThanOrEqual(40_000)
    await ask('a')
    await ask('d')
    // Four entries fit, so the fifth evicts entry b, which was used least recently.
    await ask('e')
    const before = count()
    await ask('a')
    await ask('e')
    expect(count()).toBe(before)
    await ask('b')
    expect(count()).toBe(before + 1)
  })

  test('does not store a response larger than the limit', async () => {
    const { cache, fill } = setup({ maxBytes: 10_000 })
    await cache.get('small', fill())
    await cache.get(
      'large',
      fill(undefined, Buffer.from(crypto.getRandomValues(new Uint8Array(12_000))).toString('base64')),
    )
    expect(cache.size().entries).toBe(1)
  })

  test('counts the overhead of small responses', async () => {
    const { cache, fill } = setup({ maxBytes: 100_000 })
    await Promise.all(Array.from({ length: 300 }, (_, index) => cache.get(`/api/news?q=${index}`, fill())))
    expect(cache.size().entries).toBeLessThan(100)
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000)
  })

  test('removes stale entries that are not requested again', async () => {
    const { cache, clock, fill, raise } = setup()
    const reading = (name: RevisionKey) => fill(({ reads }) => reads(name))
    await cache.get('/news?q=una', reading('news'))
    await cache.get('/news?q=otra', reading('news'))
    await cache.get(
      '/media/flyer',
      fill(({ expiresIn }) => expiresIn(1_000)),
    )
    await cache.get('/events', reading('events'))
    raise('news')
    clock.now += 59_999
    await cache.get('/a', fill())
    expect(cache.size().entries).toBe(5)
    clock.now += 1
    await cache.get('/b', fill())
    expect(cache.size().entries).toBe(3)
    expect(cache.lookup('/events')).toBeDefined()
    for (const key of ['/a', '/b', '/events']) cache.remove(key)
    expect(cache.size()).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('counts a replaced entry once', async () => {
    const { cache, fill, raise } = setup()
    const ask = () =>
      cache.get(
        '/',
        fill(({ reads }) => reads('news')),
      )
    await ask()
    const { bytes } = cache.size()
    for (let times = 0; times < 5; times++) {
      raise('news')
      await ask()
    }
    expect(cache.size()).toMatchObject({ entries: 1, bytes })
  })
})

describe('respond', async () => {
  const text = 'Una línea que se repite. '.repeat(200)
  const cached: CachedResponse = {
    status: 200,
    headers: [...REVALIDATE_HEADERS, ['Content-Type', 'text/plain']],
    encoded: await encode(Buffer.from(text)),
  }
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    respond(cached, new Request('http://club.test/', { method, headers }))

  test('sends the encoding that the client accepts', async () => {
    const decompressed = { br: 'br', gzip: 'gzip' } as const
    for (const [accept, encoding] of [
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br; q=0.0', null],
      ['identity', null],
      ['', null],
      ['brotli, xgzip', null],
    ] as const) {
      const response = ask({ 'Accept-Encoding': accept })
      expect([accept, response.headers.get('Content-Encoding')]).toEqual([accept, encoding])
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(response.headers.get('Content-Length')).toBe(String(bytes.length))
      if (encoding) {
        expect(bytes.length).toBeLessThan(text.length / 4)
        const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
        expect((decompressed[encoding] === 'br' ? brotliDecompressSync : gunzipSync)(bytes).toString()).toBe(
          text,
        )
      } else expect(Buffer.from(bytes).toString()).toBe(text)
      expect(response.headers.get('Vary')).toBe('Accept-Encoding')
      expect(response.headers.get('Cache-Control')).toBe('no-cache')
    }
    expect(pickEncoding(null)).toBe('identity')
  })

  test('sends small bodies uncompressed', async () => {
    const small = { ...cached, encoded: await encode(Buffer.from('corto')) }
    const response = respond(
      small,
      new Request('http://club.test/', { headers: { 'Accept-Encoding': 'br' } }),
    )
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.get('ETag')).toMatch(/^"/)
    expect(await response.text()).toBe('corto')
  })

  test('answers 412 for another version, and evaluates no precondition of a form', async () => {
    const etag = ask().headers.get('ETag') as string
    for (const method of ['GET', 'HEAD']) {
      const failed = ask({ 'If-Match': etag }, method)
      expect([failed.status, failed.headers.get('ETag')]).toEqual([412, null])
      expect((await failed.text()).includes('/problems/precondition-failed')).toBe(method === 'GET')
      expect(ask({ 'If-Match': '*' }, method).status).toBe(200)
    }
    for (const headers of [{ 'If-Match': '"other"' }, { 'If-None-Match': '*' }])
      expect(ask(headers, 'POST').status).toBe(200)
  })

  test('answers 304 for a known ETag, and HEAD without a body', async () => {
    // All encodings share one weak ETag (RFC 9110 §8.8.3).
    const etag = ask().headers.get('ETag') as string
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const response = ask({ 'If-None-Match': known })
      expect([response.status, await response.text(), response.headers.get('ETag')]).toEqual([304, '', etag])
      expect(response.headers.get('Content-Length')).toBeNull()
    }
    expect(ask({ 'If-None-Match': '"other"' }).status).toBe(200)
    const head = ask({}, 'HEAD')
    expect([head.status, await head.text(), head.headers.get('Content-Length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ])
  })
})
