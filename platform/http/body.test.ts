import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, test } from 'vitest'
import { type BodyLimits, createBodyReader, type JsonBody, withJson } from './body.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const MAX = 1_000
const FORM: BodyLimits = { maxBytes: MAX, visitor: '127.0.0.1' }

const post = (body: BodyInit | null, headers: Record<string, string> = JSON_TYPE, signal?: AbortSignal) =>
  new Request('http://club.example/api/news', {
    method: 'POST',
    headers,
    body,
    ...(signal && { signal }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

const read = (request: Request, maxBytes = MAX): Promise<JsonBody> =>
  withJson(request, { ...FORM, maxBytes }, async (body) => body)

/** Creates a body whose chunks the test sends one by one. */
function piecewise() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
    },
  })
  return {
    stream,
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('connection lost')),
  }
}

describe('the body reader rejects', () => {
  test.each([
    [{}],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
    [{ 'Content-Type': 'application/jsonp' }],
  ])('a body whose headers do not declare JSON: %o', async (headers: Record<string, string>) => {
    expect(await read(post(new TextEncoder().encode('{}'), headers))).toEqual({
      ok: false,
      problem: 'json-needed',
    })
  })

  test.each([
    ['no body', null],
    ['an empty text', ''],
    ['white space', ' \n'],
    ['incomplete JSON', '{"a":1'],
    ['two values', '{} {}'],
    ['an array', '[{}]'],
    ['null', 'null'],
    ['a string', '"{}"'],
    ['a number', '7'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ])('%s', async (_, body) => {
    expect(await read(post(body))).toEqual({ ok: false, problem: 'invalid-json' })
  })

  test('a body whose Content-Length exceeds the limit, without reading it', async () => {
    const { stream } = piecewise()
    const request = post(stream, { ...JSON_TYPE, 'Content-Length': String(MAX + 1) })
    expect(await read(request)).toEqual({ ok: false, problem: 'too-large' })
    expect(request.bodyUsed).toBe(false)
  })

  test('a body without Content-Length as soon as it exceeds the limit', async () => {
    const { stream, send } = piecewise()
    send(`{"a":"${'x'.repeat(MAX)}`)
    expect(await read(post(stream))).toEqual({ ok: false, problem: 'too-large' })
  })

  test('a body whose sender stops sending', async () => {
    const { withJson: patient } = createBodyReader({ notes: { silenceMs: 30 } })
    const { stream, send } = piecewise()
    send('{"a":')
    expect(await patient(post(stream), FORM, async (body) => body)).toEqual({
      ok: false,
      problem: 'too-slow',
    })
  })

  test('a body that arrives too slowly', async () => {
    const { withJson: patient } = createBodyReader({ notes: { silenceMs: 1_000, durationMs: 80 } })
    const { stream, send } = piecewise()
    const trickle = setInterval(() => send(' '), 10)
    expect(await patient(post(stream), FORM, async (body) => body)).toEqual({
      ok: false,
      problem: 'too-slow',
    })
    clearInterval(trickle)
  })

  test('a body whose connection is lost', async () => {
    const { stream, send, breakOff } = piecewise()
    send('{"a":')
    const body = read(post(stream))
    await sleep(5)
    breakOff()
    expect(await body).toEqual({ ok: false, problem: 'invalid-json' })
  })
})

describe('the body reader accepts', () => {
  test('an object of exactly the largest size', async () => {
    const text = JSON.stringify({ a: 'ñ'.repeat((MAX - 8) / 2) })
    expect(new TextEncoder().encode(text).length).toBe(MAX)
    expect(await read(post(text))).toMatchObject({ ok: true, value: JSON.parse(text) })
  })

  test('a Content-Type with parameters and capitals', async () => {
    expect(await read(post('{"a":1}', { 'Content-Type': 'Application/JSON; charset=utf-8' }))).toMatchObject({
      ok: true,
      value: { a: 1 },
    })
  })

  test('a character split between two chunks', async () => {
    const bytes = new TextEncoder().encode('{"a":"ñ"}')
    const stream = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await read(post(stream))).toMatchObject({ ok: true, value: { a: 'ñ' } })
  })

  test('__proto__ as an ordinary field, without changing a prototype', async () => {
    const body = await read(post('{"__proto__":{"admin":true}}'))
    expect(body).toMatchObject({ ok: true })
    expect(body.ok && body.value.admin).toBeUndefined()
    expect({}).not.toHaveProperty('admin')
  })

  test('equal bytes with equal fingerprints, and other bytes with another one', async () => {
    const prints = await Promise.all(['{"a":1}', '{"a":1}', '{"a":2}'].map((text) => read(post(text))))
    const [first, same, other] = prints.map((body) => body.ok && body.fingerprint)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(same).toBe(first)
    expect(other).not.toBe(first)
  })
})

describe('the pool for pictures', () => {
  const BIG = 2_000_000
  const PICTURES: BodyLimits = { maxBytes: BIG, visitor: null }
  const SMALL: BodyLimits = { maxBytes: MAX, visitor: null }
  const big = () => post(JSON.stringify({ a: 'x'.repeat(BIG - 100) }))

  test('admits bodies in order, as many as fit, and finally all', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: 2 * BIG } })
    let inside = 0
    let most = 0
    const order: number[] = []
    const work = (index: number) => async (body: JsonBody) => {
      most = Math.max(most, ++inside)
      order.push(index)
      await sleep(10)
      inside--
      return body.ok
    }
    // A body without Content-Length counts as large as the limit allows.
    const all = await Promise.all([0, 1, 2, 3, 4].map((index) => reader(big(), PICTURES, work(index))))
    expect(all).toEqual([true, true, true, true, true])
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('does not delay texts', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: BIG } })
    const held = Promise.withResolvers<void>()
    const first = reader(big(), PICTURES, () => held.promise)
    expect(await reader(post('{"a":1}'), SMALL, async (body) => body.ok)).toBe(true)
    held.resolve()
    await first
  })

  test('is released when the work throws', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: BIG } })
    await expect(
      reader(big(), PICTURES, async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await reader(big(), PICTURES, async (body) => body.ok)).toBe(true)
  })

  test('is released when the sender stops sending', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: BIG, silenceMs: 30 } })
    const stalled = reader(post(piecewise().stream), PICTURES, async (body) => body)
    expect(await reader(big(), PICTURES, async (body) => body.ok)).toBe(true)
    expect(await stalled).toEqual({ ok: false, problem: 'too-slow' })
  })

  test('removes an aborted request from its queue', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: BIG } })
    const held = Promise.withResolvers<void>()
    const first = reader(big(), PICTURES, () => held.promise)
    const leaving = new AbortController()
    const left = reader(
      post(JSON.stringify({ a: 'x' }), JSON_TYPE, leaving.signal),
      PICTURES,
      async () => 'worked',
    )
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    held.resolve()
    await first
    expect(await reader(big(), PICTURES, async (body) => body.ok)).toBe(true)
  })

  test('admits a body larger than its budget, alone', async () => {
    const { withJson: reader } = createBodyReader({ pictures: { budgetBytes: BIG / 2 } })
    expect(await reader(big(), PICTURES, async (body) => body.ok)).toBe(true)
  })
})

describe('the memory of bodies that have not arrived', () => {
  const LONG: BodyLimits = { maxBytes: 10_000_000, visitor: null }
  const getReserved = () => process.memoryUsage().arrayBuffers

  test('is not reserved before the first byte, nor for more than twice what has arrived', async () => {
    const { withBody: reader } = createBodyReader()
    const announced = { ...JSON_TYPE, 'Content-Length': String(LONG.maxBytes) }
    const before = getReserved()
    const senders = [JSON_TYPE, announced].map((headers) => {
      const sender = piecewise()
      return { ...sender, read: reader(post(sender.stream, headers), LONG, async (body) => body) }
    })
    await sleep(20)
    expect(getReserved() - before).toBeLessThan(1_000_000)
    senders[0]?.send('x'.repeat(100_000))
    await sleep(20)
    expect(getReserved() - before).toBeLessThan(1_000_000)
    for (const { end } of senders) end()
    const [received] = await Promise.all(senders.map(({ read }) => read))
    expect(received).toEqual({ ok: true, bytes: Buffer.from('x'.repeat(100_000)) })
  })

  test('grows while a long body arrives in many chunks', async () => {
    const { withBody: reader } = createBodyReader()
    const sender = piecewise()
    const reading = reader(post(sender.stream), LONG, async (body) => body)
    const chunks = Array.from({ length: 60 }, (_, n) => String(n % 10).repeat(1_000))
    for (const chunk of chunks) sender.send(chunk)
    sender.end()
    expect(await reading).toEqual({ ok: true, bytes: Buffer.from(chunks.join('')) })
  })
})

describe('the pools for visitors', () => {
  const HALF: BodyLimits = { maxBytes: MAX / 2, visitor: '127.0.0.1' }

  test('count small bodies, queue others, and release the budget of silent senders', async () => {
    const { withBody: reader } = createBodyReader({ notes: { budgetBytes: MAX, silenceMs: 40 } })
    const idle = [0, 1].map(() => reader(post(piecewise().stream), HALF, async (body) => body))
    const started = performance.now()
    // The third body waits until the first two are rejected.
    expect(await reader(post('{}'), HALF, async (body) => body.ok)).toBe(true)
    expect(performance.now() - started).toBeGreaterThan(30)
    expect(await Promise.all(idle)).toEqual([
      { ok: false, problem: 'too-slow' },
      { ok: false, problem: 'too-slow' },
    ])
  })

  test('limit the queue', async () => {
    const { withBody: reader } = createBodyReader({ notes: { budgetBytes: MAX, waitingBytes: MAX } })
    const held = Promise.withResolvers<void>()
    const inside = reader(post('{}'), FORM, () => held.promise)
    const waiting = reader(post('{}'), FORM, async (body) => body.ok)
    expect(await reader(post('{}'), FORM, async (body) => body)).toEqual({
      ok: false,
      problem: 'unavailable',
    })
    held.resolve()
    await inside
    expect(await waiting).toBe(true)
    expect(await reader(post('{}'), FORM, async (body) => body.ok)).toBe(true)
  })

  test('limit the bodies that one address sends at the same time', async () => {
    const { withBody: reader } = createBodyReader({ perAddress: 1, notes: { silenceMs: 1_000 } })
    const from = (visitor: string): BodyLimits => ({ ...FORM, visitor })
    const idle = piecewise()
    const first = reader(post(idle.stream), from('192.0.2.1'), async (body) => body.ok)
    const tooMany = { ok: false, problem: 'too-many-attempts' }
    expect(await reader(post('{}'), from('192.0.2.1'), async (body) => body)).toEqual(tooMany)
    expect(await reader(post('{}'), from('192.0.2.2'), async (body) => body.ok)).toBe(true)
    idle.end()
    expect(await first).toBe(true)
    // The limit counts bodies that are arriving. The next body may arrive while this one is processed.
    const held = Promise.withResolvers<void>()
    const slow = reader(post('{}'), from('192.0.2.1'), () => held.promise)
    await sleep(5)
    expect(await reader(post('{}'), from('192.0.2.1'), async (body) => body.ok)).toBe(true)
    held.resolve()
    await slow
  })

  test('are separate for notes and longer bodies', async () => {
    const { withBody: reader } = createBodyReader({ visitors: { budgetBytes: 20_000, waitingBytes: 0 } })
    const long = { ...FORM, maxBytes: 20_000 }
    const stalled = piecewise()
    const inside = reader(post(stalled.stream), long, async ({ ok }) => ok)
    // A body without Content-Length counts as large as the limit allows.
    expect(await reader(post(piecewise().stream), long, async (body) => body)).toEqual({
      ok: false,
      problem: 'unavailable',
    })
    expect(
      await reader(post('{}', { ...JSON_TYPE, 'Content-Length': '2' }), long, async ({ ok }) => ok),
    ).toBe(true)
    stalled.end()
    expect(await inside).toBe(true)
  })

  test('do not limit administrators', async () => {
    const { withBody: reader } = createBodyReader({ notes: { budgetBytes: MAX, waitingBytes: 0 } })
    const held = Promise.withResolvers<void>()
    const inside = reader(post('{}'), FORM, () => held.promise)
    expect(await reader(post('{}'), { ...FORM, visitor: null }, async (body) => body.ok)).toBe(true)
    held.resolve()
    await inside
  })
})

describe('a streamed body', () => {
  const { withStream } = createBodyReader({
    films: { budgetBytes: MAX, waitingBytes: MAX, silenceMs: 100, durationMs: 400 },
  })
  const FILM: BodyLimits = { maxBytes: MAX, visitor: null }
  /** Reads a body as a stream. @param take receives each chunk */
  const stream = (request: Request, take: (chunk: Uint8Array) => Promise<void> = async () => {}) =>
    withStream(request, FILM, async (body) => (body.ok ? body.read(take) : body))

  test('passes on one chunk at a time, in order', async () => {
    const { stream: pieces, send, end } = piecewise()
    const taken: string[] = []
    let atOnce = 0
    let most = 0
    const reading = stream(post(pieces), async (chunk) => {
      most = Math.max(most, ++atOnce)
      await sleep(5)
      taken.push(Buffer.from(chunk).toString())
      atOnce--
    })
    for (const text of ['uno', 'dos', 'tres']) send(text)
    end()
    expect(await reading).toEqual({ ok: true, size: 10 })
    expect([taken, most]).toEqual([['uno', 'dos', 'tres'], 1])
  })

  test('is rejected when it is too long, silent, too slow or interrupted', async () => {
    const announced = post(piecewise().stream, { 'Content-Length': String(MAX + 1) })
    expect(await stream(announced)).toEqual({ ok: false, problem: 'too-large' })
    expect(await stream(post('x'.repeat(MAX + 1)))).toEqual({ ok: false, problem: 'too-large' })
    expect(await stream(post('x'.repeat(MAX)))).toEqual({ ok: true, size: MAX })
    const silent = piecewise()
    silent.send('uno')
    expect(await stream(post(silent.stream))).toEqual({ ok: false, problem: 'too-slow' })
    const trickling = piecewise()
    const timer = setInterval(() => trickling.send('x'), 20)
    expect(await stream(post(trickling.stream))).toEqual({ ok: false, problem: 'too-slow' })
    clearInterval(timer)
    const broken = piecewise()
    const reading = stream(post(broken.stream))
    broken.send('uno')
    await sleep(10)
    broken.breakOff()
    expect(await reading).toEqual({ ok: false, problem: 'unreadable' })
  })

  test('releases its budget when the consumer throws, and limits the queue', async () => {
    const full = stream(post('uno'), async () => {
      throw new Error('no room')
    })
    await expect(full).rejects.toThrow('no room')
    const [first, second] = [piecewise(), piecewise()]
    const waiting = [stream(post(first.stream)), stream(post(second.stream))]
    expect(await stream(post(piecewise().stream))).toEqual({ ok: false, problem: 'unavailable' })
    first.end()
    second.end()
    expect(await Promise.all(waiting)).toEqual([
      { ok: true, size: 0 },
      { ok: true, size: 0 },
    ])
  })
})

describe('a rejection over HTTP', () => {
  let server: ServerType | undefined
  afterEach(() => server?.close())

  async function listen() {
    server = serve({
      fetch: (request) => read(request).then((body) => Response.json(body, { status: body.ok ? 200 : 413 })),
      hostname: '127.0.0.1',
      port: 0,
    })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  test('reaches the sender of a chunked body that is too large', async () => {
    const request = httpRequest({ port: await listen(), method: 'POST', headers: JSON_TYPE })
    const answered = once(request, 'response')
    for (let i = 0; i < 20; i++) request.write('x'.repeat(MAX))
    const [response] = await answered
    expect(response.statusCode).toBe(413)
    request.destroy()
  })

  test('reaches the sender whose Content-Length is too large', async () => {
    const headers = { ...JSON_TYPE, 'Content-Length': '5000000' }
    const request = httpRequest({ port: await listen(), method: 'POST', headers })
    const answered = once(request, 'response')
    request.write('{')
    const [response] = await answered
    expect(response.statusCode).toBe(413)
    request.destroy()
  })
})
