/** Connections that are read before node:http: what they may carry, how long they last, and that nobody can tell. */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import type { Asked, Find } from './hits.ts'
import { openLane } from './lane.ts'
import { sendRaw } from './testing/raw.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const PAGE = Buffer.from('Una página. '.repeat(20))
const HEAD = ['content-type', 'text/plain', 'content-length', String(PAGE.length)]

interface Setup {
  body?: Buffer
  firstMs?: number
  keepAliveMs?: number
  stalledMs?: number
  /** Without it node:http reads everything. */
  inLane?: boolean
}

/** A server that keeps `/`, and says of each request how it was read. */
async function setup({
  body = PAGE,
  firstMs = 2000,
  keepAliveMs = 2000,
  stalledMs = 20_000,
  inLane = true,
}: Setup = {}) {
  const head = HEAD.with(3, String(body.length))
  const read: string[] = []
  const asked: Asked[] = []
  const find: Find = (_method, url, ask) => {
    if (url !== '/') return undefined
    read.push('lane')
    asked.push(ask())
    return { status: 200, head, body, requestId: randomUUID() }
  }
  const server = createServer({ keepAliveTimeout: keepAliveMs, requireHostHeader: false })
  server.on('request', (request, response) => {
    read.push(`${request.method} ${request.url}`)
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const answer = chunks.length > 0 ? Buffer.concat(chunks) : body
      response.writeHead(200, head.with(3, String(answer.length)).concat('x-request-id', randomUUID()))
      response.end(answer)
    })
  })
  if (inLane) openLane(server, find, { firstMs, keepAliveMs, stalledMs })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    closing.push(() => socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  return { server, port, read, asked, open }
}

const host = 'Host: club.example\r\n'
const plain = `GET / HTTP/1.1\r\n${host}\r\n`

/** Everything that came, once nothing has come for a while after `sending`. */
async function everything(socket: Socket, sending: Promise<void> = Promise.resolve()): Promise<string> {
  const chunks: Buffer[] = []
  const collect = (chunk: Buffer) => chunks.push(chunk)
  socket.on('data', collect)
  await sending
  for (let before = -1; before < chunks.length; ) {
    before = chunks.length
    await sleep(100)
  }
  socket.off('data', collect)
  return Buffer.concat(chunks).toString('latin1')
}

async function sendPieces(socket: Socket, pieces: Iterable<string>): Promise<void> {
  socket.setNoDelay(true)
  for (const piece of pieces) {
    socket.write(Buffer.from(piece, 'latin1'))
    await sleep(10)
  }
}

/** Answers whose bodies have so many characters each. */
function answersIn(text: string, bodyLength: number): { head: string; body: string }[] {
  const answers = []
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('\r\n\r\n', at) + 4
    answers.push({ head: text.slice(at, start), body: text.slice(start, start + bodyLength) })
    at = start + bodyLength
  }
  return answers
}

describe('a request that is plain', () => {
  test('is answered before node:http, again and again over its connection', async () => {
    const { open, read } = await setup()
    const socket = await open()
    for (let turn = 0; turn < 3; turn++) {
      socket.write(plain)
      const answer = await everything(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(answer.endsWith(`\r\n\r\n${PAGE.toString('latin1')}`)).toBe(true)
    }
    expect(read).toEqual(['lane', 'lane', 'lane'])
  })

  test('is read as a browser writes it', async () => {
    const { port, asked } = await setup()
    const etag = 'W/"abc"'
    const sending = sendRaw(
      port,
      `GET / HTTP/1.1\r\n${host}Connection: Keep-Alive\r\nACCEPT-encoding: \t gzip, br \t\r\nIf-None-Match:${etag}\r\n` +
        'User-Agent: Mozilla/5.0 (X11; Linux x86_64; ñ)\r\nCookie: a=b; c="d"\r\nX-Empty:\r\n\r\n',
    )
    expect(await sending).toHaveLength(1)
    expect(asked).toEqual([{ 'accept-encoding': 'gzip, br', 'if-none-match': etag }])
  })

  test('gets the date of its moment and an id of its own, whoever else is answered from the same bytes', async () => {
    const { open } = await setup()
    const sockets = await Promise.all([open(), open(), open()])
    const answers = await Promise.all(
      sockets.map((socket) => {
        socket.write(plain)
        return everything(socket)
      }),
    )
    await sleep(1000)
    sockets[0]?.write(plain)
    answers.push(await everything(sockets[0] as Socket))
    const field = (name: string) =>
      answers.map((answer) => new RegExp(`${name}: (.*)\r`).exec(answer)?.[1] ?? '')
    expect(new Set(field('x-request-id')).size).toBe(4)
    const dates = field('Date').map(Date.parse)
    for (const date of dates) expect(Math.abs(Date.now() - date)).toBeLessThan(10_000)
    expect(dates[3]).toBeGreaterThan(dates[0] as number)
  })
})

/** Each is sent over one connection, in pieces where it is a list, and must be answered as node:http alone answers it. */
const others: [string, string | string[]][] = [
  ['HEAD', `HEAD / HTTP/1.1\r\n${host}\r\n`],
  ['POST with a length', `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nhola`],
  ['GET with a length', `GET / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nhola`],
  ['GET with chunks', `GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n4\r\nhola\r\n0\r\n\r\n`],
  ['GET with a length that comes later', [`GET / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\n`, 'hola']],
  ['a length of nothing', `GET / HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`],
  ['two at once', plain + plain],
  ['two at once, the second half of them later', [plain + plain.slice(0, 20), plain.slice(20)]],
  ['one in pieces', [plain.slice(0, 3), plain.slice(3, 30), plain.slice(30)]],
  ['byte by byte', [...plain]],
  ['one plain, then one with a body', [plain, `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nhola`]],
  ['one plain, then nonsense', [plain, 'nonsense\r\n\r\n']],
  ['one plain, then one for something else, then one plain', [plain, plain.replace('/', '/x'), plain]],
  ['something else, then one plain', [plain.replace('/', '/x'), plain]],
  ['an empty line before', `\r\n${plain}`],
  ['hanging up', `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`],
  ['another connection option', `GET / HTTP/1.1\r\n${host}Connection: keep-alive, x\r\n\r\n`],
  ['HTTP/1.0', `GET / HTTP/1.0\r\n${host}\r\n`],
  ['another version', `GET / HTTP/1.7\r\n${host}\r\n`],
  ['no host', 'GET / HTTP/1.1\r\nX: y\r\n\r\n'],
  ['no fields', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET / HTTP/1.1\r\n${host}${host}\r\n`],
  ['another case', `get / HTTP/1.1\r\n${host}\r\n`],
  ['a whole address', `GET http://club.example/ HTTP/1.1\r\n${host}\r\n`],
  ['two spaces', `GET  / HTTP/1.1\r\n${host}\r\n`],
  ['a space in the path', `GET / / HTTP/1.1\r\n${host}\r\n`],
  ['lines that end in LF', `GET / HTTP/1.1\n${host}\n`],
  ['a field that ends in LF', `GET / HTTP/1.1\r\n${host}X: y\n\r\n`],
  ['a field that ends in CR', `GET / HTTP/1.1\r\n${host}X: y\rZ: w\r\n\r\n`],
  ['a folded field', `GET / HTTP/1.1\r\n${host}X: y\r\n z\r\n\r\n`],
  ['a space before the colon', `GET / HTTP/1.1\r\n${host}X : y\r\n\r\n`],
  ['no colon', `GET / HTTP/1.1\r\n${host}X\r\n\r\n`],
  ['no name', `GET / HTTP/1.1\r\n${host}: y\r\n\r\n`],
  ['NUL', `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['DEL in a value', `GET / HTTP/1.1\r\n${host}X: a\x7fb\r\n\r\n`],
  ['a name that is none', `GET / HTTP/1.1\r\n${host}X@: y\r\n\r\n`],
  ['a name beyond ASCII', `GET / HTTP/1.1\r\n${host}Xñ: y\r\n\r\n`],
  ['an upgrade', `GET / HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
  ['an expectation', `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`],
  ['much about it', `GET / HTTP/1.1\r\n${host}X: ${'y'.repeat(8000)}\r\n\r\n`],
  ['too much about it', `GET / HTTP/1.1\r\n${host}X: ${'y'.repeat(20_000)}\r\n\r\n`],
  [
    'something that matters twice',
    `GET / HTTP/1.1\r\n${host}If-None-Match: "a"\r\nIf-None-Match: "b"\r\n\r\n`,
  ],
]

describe('everything else', () => {
  const comparable = (answer: string) => answer.replaceAll(/(x-request-id|Date): .*\r/g, '$1\r')

  test.each(others)('is left to node:http: %s', async (_what, bytes) => {
    const pieces = typeof bytes === 'string' ? [bytes] : bytes
    const answers = await Promise.all(
      [false, true].map(async (inLane) => {
        const { open } = await setup({ inLane })
        const socket = await open()
        return comparable(await everything(socket, sendPieces(socket, pieces)))
      }),
    )
    expect(answers[0]).not.toBe('')
    expect(answers[1]).toBe(answers[0])
  })

  test('takes its connection along', async () => {
    const { open, read } = await setup()
    const socket = await open()
    for (const bytes of [plain, `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nhola`, plain]) {
      socket.write(bytes)
      await everything(socket)
    }
    expect(read).toEqual(['lane', 'POST /', 'GET /'])
  })

  test('is read whole, however much of it comes after', async () => {
    const { port, read } = await setup()
    const sent = 'a'.repeat(2_000_000)
    const [answer] = await sendRaw(
      port,
      `POST / HTTP/1.1\r\n${host}Connection: close\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
    )
    expect(answer?.body === sent).toBe(true)
    expect(read).toEqual(['POST /'])
  })
})

describe('a connection', () => {
  test('over which nothing comes is let go', async () => {
    const { open } = await setup({ firstMs: 200 })
    const socket = await open()
    await once(socket.resume(), 'close')
    expect(socket.bytesRead).toBe(0)
  })

  test('is kept between requests, for as long as was said', async () => {
    const { open } = await setup({ firstMs: 100, keepAliveMs: 1000 })
    const socket = await open()
    socket.write(plain)
    expect(await everything(socket)).toContain('\r\nKeep-Alive: timeout=1\r\n')
    await sleep(300)
    socket.write(plain)
    expect(await everything(socket)).toContain('200 OK')
    await once(socket.resume(), 'close')
  })

  test('whose other side has said all gets its answer', async () => {
    const { open } = await setup()
    const socket = await open()
    socket.end(plain)
    expect(await everything(socket)).toContain('200 OK')
    if (!socket.closed) await once(socket, 'close')
  })

  test('is hung up when its server ends', async () => {
    const { open, server } = await setup({ keepAliveMs: 60_000 })
    const [silent, answered, left] = await Promise.all([open(), open(), open()])
    answered.write(plain)
    left.write(`POST / HTTP/1.1\r\n${host}Content-Length: 4\r\n\r\nhola`)
    await Promise.all([everything(answered), everything(left)])
    const closed = Promise.all(
      [silent, answered, left].map((socket) => (socket.closed ? null : once(socket.resume(), 'close'))),
    )
    await new Promise((resolve) => server.close(resolve))
    expect(await closed).toHaveLength(3)
  })

  test('that takes its answers slowly gets them as they were, and holds up nobody', async () => {
    const body = randomBytes(40_000)
    const { open, read } = await setup({ body })
    const slow = await open()
    slow.pause()
    // Until the system takes no more for somebody who does not read, and the server therefore no more of what they ask.
    let asked = 0
    while (read.length === asked) {
      slow.write(plain)
      asked++
      for (let waited = 0; read.length < asked && waited < 500; waited += 5) await sleep(5)
    }
    const other = await open()
    let text = ''
    for (let turn = 0; turn < 3; turn++) {
      other.write(plain)
      text += await everything(other)
    }
    slow.resume()
    const answers = answersIn(text + (await everything(slow)), body.length)
    expect(answers).toHaveLength(asked + 3)
    expect(answers.filter((answer) => answer.body !== body.toString('latin1'))).toEqual([])
    const ids = new Set(answers.map(({ head }) => /x-request-id: (.*)\r/.exec(head)?.[1]))
    expect(ids.size).toBe(answers.length)
  })

  test('whose other side takes nothing of its answer is let go', async () => {
    const { open, server } = await setup({ body: randomBytes(16_000_000), stalledMs: 500 })
    const stalled = await open()
    stalled.pause()
    stalled.write(plain)
    await expect
      .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))), {
        timeout: 8000,
      })
      .toBe(0)
  })
})
