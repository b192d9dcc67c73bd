import { describe, expect, test } from 'vitest'
import type { Revised } from '../../db/content.ts'
import { encode, matchesEtag, pickEncoding } from './encoding.ts'
import { createCache, type Kept, type Notes, serve } from './response-cache.ts'

function setup({ maxBytes = 1_000_000 } = {}) {
  const revisions: Partial<Record<Revised, number>> = {}
  const clock = { now: 1_000 }
  const cache = createCache({ revisionOf: (name) => revisions[name] ?? 1, now: () => clock.now, maxBytes })
  let made = 0
  const fill = (note: (notes: Notes) => void = () => {}, body = 'x') => {
    const make = async (notes: Notes): Promise<Kept> => {
      note(notes)
      made++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { status: 200, headers: [], encoded: await encode(Buffer.from(`${body} ${made}`)) }
    }
    return make
  }
  const bodyOf = (kept: Kept | Response) => Buffer.from((kept as Kept).encoded.bodies.identity).toString()
  return {
    cache,
    clock,
    fill,
    bodyOf,
    raise: (name: Revised) => (revisions[name] = (revisions[name] ?? 1) + 1),
    count: () => made,
  }
}

describe('a kept answer', () => {
  test('is made once, however many ask at once', async () => {
    const { cache, fill, count, bodyOf } = setup()
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', fill())))
    expect(new Set(answers.map(bodyOf))).toEqual(new Set(['x 1']))
    await cache.get('/', fill())
    expect(count()).toBe(1)
  })

  test('is made again when what it read changed, and not when something else did', async () => {
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

  test('is made again when its time is over, the shortest that it named', async () => {
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

  test('is made again when the clock was ahead and is put right', async () => {
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
    // A clock that is put back by a little does not count.
    clock.now -= 500
    await ask()
    expect(count()).toBe(2)
  })

  test('that was outdated while it was made is not given to who asks after the write', async () => {
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

  test('is given as it is when writes never end', async () => {
    const { cache, fill, raise, bodyOf, count } = setup()
    const stormy = fill(({ reads }) => {
      reads('news')
      raise('news')
    })
    expect(bodyOf(await cache.get('/', stormy))).toBe('x 3')
    expect(count()).toBe(3)
  })

  test('is not kept when it failed, threw or is no page; everyone who waited hears of it', async () => {
    const { cache, fill, count } = setup()
    const failing = async (notes: Notes) => ({ ...(await fill()(notes)), status: 500 })
    await cache.get('/500', failing)
    await cache.get('/500', failing)
    expect(count()).toBe(2)

    const broken = () => cache.get('/throws', async () => Promise.reject(new Error('broken')))
    const results = await Promise.allSettled([broken(), broken(), broken()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect((await cache.get('/throws', fill())) as Kept).toMatchObject({ status: 200 })

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

describe('what an answer saw', () => {
  const looking = () => {
    const test = setup()
    const world = { one: 'a', other: 'b', failing: false }
    const looks: string[] = []
    const look = (name: 'one' | 'other') => async () => {
      looks.push(name)
      if (world.failing) throw new Error('database away')
      return { text: world[name] }
    }
    const ask = () =>
      test.cache.get('/', async (notes) => {
        await notes.sees('news', look('one'))
        await notes.sees('events', look('other'))
        return test.fill()(notes)
      })
    return { ...test, world, looks, ask }
  }

  test('decides: a change that left it as it was does not have it made again', async () => {
    const { raise, ask, looks, count, world, bodyOf } = looking()
    await ask()
    raise('news')
    looks.length = 0
    expect((await Promise.all([ask(), ask(), ask()])).map(bodyOf)).toEqual(['x 1', 'x 1', 'x 1'])
    // Once, and only at what moved.
    expect(looks).toEqual(['one'])
    await ask()
    expect(looks).toEqual(['one'])
    expect(count()).toBe(1)
    world.one = 'c'
    raise('news')
    expect(bodyOf(await ask())).toBe('x 2')
    world.one = 'd'
    expect(bodyOf(await ask())).toBe('x 2')
  })

  test('does not keep it true past its time, nor beside something that it read without being seen', async () => {
    const { cache, clock, raise, fill, count } = setup()
    const ask = () =>
      cache.get('/', async (notes) => {
        await notes.sees('news', async () => 'same')
        notes.reads('events')
        notes.expiresIn(100)
        return fill()(notes)
      })
    await ask()
    raise('events')
    await ask()
    expect(count()).toBe(2)
    raise('news')
    clock.now += 100
    await ask()
    expect(count()).toBe(3)
  })

  test('is not believed when a write comes during the look', async () => {
    const { cache, raise, fill, count } = setup()
    let during = () => {}
    const ask = () =>
      cache.get('/', async (notes) => {
        await notes.sees('news', async () => {
          during()
          return 'same'
        })
        return fill()(notes)
      })
    await ask()
    raise('news')
    let writes = 0
    during = () => {
      if (writes++ === 0) raise('news')
    }
    await ask()
    // Looked at a second time, since the first look was outdated when it ended.
    expect(writes).toBe(2)
    expect(count()).toBe(1)
  })

  test('that cannot be looked at has it made again', async () => {
    const { raise, ask, world } = looking()
    await ask()
    raise('news')
    world.failing = true
    await expect(ask()).rejects.toThrow('database away')
    world.failing = false
    expect(await ask()).toMatchObject({ status: 200 })
  })
})

describe('when it is quiet', () => {
  test('what is kept is compressed as well as can be, without anybody seeing another answer', async () => {
    const revisions = { news: 1 }
    const cache = createCache({
      revisionOf: () => revisions.news,
      now: () => 0,
      maxBytes: 1_000_000,
      quietMs: 20,
    })
    const text = Buffer.from(
      Array.from({ length: 3_000 }, (_, index) => (index * index * 7919) % 1_009).join(' palabra '),
    )
    const fill = async ({ reads }: Notes) => {
      reads('news')
      return { status: 200, headers: [], encoded: await encode(text) }
    }
    const quick = (await cache.get('/', fill)) as Kept
    const before = cache.size().bytes
    const { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } = await import('node:zlib')
    const best = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
    expect(quick.encoded.bodies.br.byteLength).toBeGreaterThan(best.length)
    await expect.poll(() => cache.peek('/')?.encoded.bodies.br.byteLength).toBe(best.length)
    const kept = cache.peek('/') as Kept
    expect(brotliDecompressSync(kept.encoded.bodies.br)).toEqual(text)
    expect(kept.encoded.etag).toBe(quick.encoded.etag)
    expect(gunzipSync(kept.encoded.bodies.gzip)).toEqual(text)
    expect(kept.encoded.bodies.gzip.byteLength).toBeLessThan(quick.encoded.bodies.gzip.byteLength)
    expect(cache.size().bytes).toBe(before - quick.encoded.size + kept.encoded.size)
    revisions.news++
    expect(cache.peek('/')).toBeUndefined()
  })
})

describe('the memory', () => {
  test('holds no more than its bytes, and lets go of what was asked for longest ago', async () => {
    const { cache, fill, count } = setup({ maxBytes: 40_000 })
    const ask = (key: string) => cache.get(key, fill(undefined, key.repeat(8_000)))
    await ask('a')
    await ask('b')
    await ask('c')
    expect(cache.size().bytes).toBeLessThanOrEqual(40_000)
    await ask('a')
    await ask('d')
    // Four fit, and b has waited longest.
    await ask('e')
    const before = count()
    await ask('a')
    await ask('e')
    expect(count()).toBe(before)
    await ask('b')
    expect(count()).toBe(before + 1)
  })

  test('does not keep what is larger than all of it', async () => {
    const { cache, fill } = setup({ maxBytes: 10_000 })
    await cache.get('small', fill())
    await cache.get(
      'large',
      fill(undefined, Buffer.from(crypto.getRandomValues(new Uint8Array(12_000))).toString('base64')),
    )
    expect(cache.size().entries).toBe(1)
  })

  test('counts what small answers take beside their bodies', async () => {
    const { cache, fill } = setup({ maxBytes: 100_000 })
    await Promise.all(Array.from({ length: 300 }, (_, index) => cache.get(`/api/news?q=${index}`, fill())))
    expect(cache.size().entries).toBeLessThan(100)
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000)
  })

  test('counts right after the same key was made anew', async () => {
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

describe('serving', async () => {
  const text = 'Una línea que se repite. '.repeat(200)
  const kept: Kept = {
    status: 200,
    headers: [['Content-Type', 'text/plain']],
    encoded: await encode(Buffer.from(text)),
  }
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    serve(kept, new Request('http://club.test/', { method, headers }))

  test('is compressed as the client takes it', async () => {
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

  test('leaves small bodies as they are', async () => {
    const small = { ...kept, encoded: await encode(Buffer.from('corto')) }
    const response = serve(small, new Request('http://club.test/', { headers: { 'Accept-Encoding': 'br' } }))
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.get('ETag')).toMatch(/^"/)
    expect(await response.text()).toBe('corto')
  })

  test('answers 304 to who has it, and HEAD without a body', async () => {
    // One for the body in every encoding, whose bytes are others: a weak one (RFC 9110 §8.8.3).
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
    expect(matchesEtag(null, etag)).toBe(false)
  })
})
