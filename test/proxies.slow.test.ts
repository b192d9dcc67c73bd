/** The proxy files of deploy/ in the real Caddy, nginx and HAProxy. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:http2'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type ReverseProxy, startProxy } from './stress/round-robin-proxy.ts'
import { type ServerProcess, startServer } from './stress/server-process.ts'
import { proxies, type RunningProxy, startDatabaseProxy } from './stress/shipped-proxies.ts'
import { administrator, LOAD_ENV } from './stress/write-load.ts'
import { startBuckets } from './support/buckets.ts'
import { readCookie } from './support/club.ts'
import { createPostgresDatabase, createSqliteDatabase, type TestDatabase } from './support/empty-databases.ts'
import { spellMetricsPath } from './support/metrics-path.ts'
import { freePort } from './support/ports.ts'
import { startPostgres } from './support/postgres.ts'

vi.setConfig({ testTimeout: 120_000 })
const POLL = { timeout: 60_000 }
/** Number of health checks after which every proxy has noticed a change of the club's state. HAProxy needs three. */
const CHECKS = 4
const PAGES = 20

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function start(proxy: (typeof proxies)[number], ...ports: number[]): Promise<RunningProxy> {
  const front = await proxy.start(...ports)
  undo.push(front.close)
  return front
}

const isCheck = (request: string) => request.startsWith('GET /api/live')

interface FakeClub {
  port: number
  checks: number
  pages: number
}

/**
 * Starts a server that imitates the club.
 * @param answer handles all requests except health checks, which get 200. While `isOpening`, every request gets 503
 */
async function startFakeClub(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { isOpening = false } = {},
): Promise<FakeClub> {
  const server = createServer((request, response) => {
    request.resume()
    const check = isCheck(`${request.method} ${request.url}`)
    if (check) fake.checks++
    else fake.pages++
    if (isOpening) response.writeHead(503).end()
    else if (check) response.end('{"status":"ok"}')
    else answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const fake = { port: (server.address() as AddressInfo).port, checks: 0, pages: 0 }
  return fake
}

const page = (_request: IncomingMessage, response: ServerResponse) => response.end('page')

/** Sends GET and POST requests one after the other. @returns the statuses of the answers */
async function readStatuses(origin: string, count = PAGES): Promise<Set<number>> {
  const found = new Set<number>()
  for (let request = 0; request < count; request++) {
    const isPost = request % 2 === 1
    const answer = await fetch(`${origin}/`, isPost ? { method: 'POST', body: 'x=1' } : {})
    await answer.arrayBuffer()
    found.add(answer.status)
  }
  return found
}

/** Sends a path as it is. `fetch` would normalise it. @returns the answer. null when the connection was closed */
async function fetchRaw(
  origin: string,
  options: RequestOptions & { path: string },
): Promise<IncomingMessage | null> {
  const asked = request(new URL(origin), options)
  // Without this a request with a body would wait for its end.
  asked.flushHeaders()
  if (options.method !== 'POST') asked.end()
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => {}).resume()
    await once(answer, 'close')
    return answer
  } catch {
    return null
  } finally {
    asked.on('error', () => {}).destroy()
  }
}

/** Builds an HTTP/2 frame (RFC 9113 §4.1). */
function buildFrame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Opens and resets HTTP/2 streams, which no client library does without waiting for the server. @returns closes the connection */
async function floodWithResets(port: number, streams: number): Promise<() => Promise<unknown>> {
  const socket = connectTls({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
  socket.on('error', () => {}).resume()
  await once(socket, 'secureConnect')
  // `:method: GET`, `:scheme: https`, `:path: /` of the static table, and `:authority: a`.
  const headers = Buffer.from([0x82, 0x87, 0x84, 0x01, 1, 97])
  const cancel = Buffer.from([0, 0, 0, 8])
  const frames = Array.from({ length: streams }, (_, index) =>
    Buffer.concat([buildFrame(1, 5, 2 * index + 1, headers), buildFrame(3, 0, 2 * index + 1, cancel)]),
  )
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), buildFrame(4, 0, 0), ...frames]),
  )
  return async () => socket.destroy()
}

const titledProxies = proxies.map((proxy) => ({
  title: proxy.isMissing ? `${proxy.name}, which this machine does not have` : proxy.name,
  proxy,
}))

describe.each(titledProxies)('$title', ({ proxy }) => {
  const { name, isMissing } = proxy

  test.skipIf(isMissing)('accepts the shipped configuration file', async () => {
    await expect(proxy.check()).resolves.toBeUndefined()
  })

  test.skipIf(isMissing)(
    'continues to send requests to the only club after an aborted one',
    async () => {
      const club = await startFakeClub((request, response) => {
        if (request.url === '/break') request.socket.destroy()
        else page(request, response)
      })
      const { origin } = await start(proxy, club.port)
      for (let round = 0; round < 8; round++) {
        // After an aborted request Caddy and nginx answer 502, and HAProxy closes the connection. The test accepts both.
        const broken = await fetch(`${origin}/break`, { method: 'POST', body: 'x=1' }).catch(() => null)
        await broken?.arrayBuffer()
        expect(broken?.status ?? 502).toBe(502)
        expect(await readStatuses(origin, 2)).toEqual(new Set([200]))
      }
    },
    30_000,
  )

  test.skipIf(isMissing).each(['first', 'second'])(
    'answers every request when the %s of two clubs is dead',
    async (dead) => {
      const club = await startFakeClub(page)
      const ports = [await freePort(), club.port]
      const { origin } = await start(proxy, ...(dead === 'first' ? ports : ports.reverse()))
      expect(await readStatuses(origin)).toEqual(new Set([200]))
    },
  )

  test.skipIf(isMissing)('blocks every spelling of the path of the metrics', async () => {
    // Resolves dot segments and percent-encoded characters, as a club of an older release does. Every release refuses `\`.
    const club = await startFakeClub((request, response) => {
      const { pathname } = new URL(request.url as string, 'http://club.example')
      const isMetrics = !request.url?.includes('\\') && decodeURIComponent(pathname) === '/api/metrics'
      response.writeHead(isMetrics ? 200 : 404).end()
    })
    const { origin } = await start(proxy, club.port)
    for (const path of ['/api/metrics', ...spellMetricsPath()])
      expect([path, (await fetchRaw(origin, { path }))?.statusCode]).not.toEqual([path, 200])
  })

  test.skipIf(isMissing)('logs no address and no path, also of failed requests', async () => {
    const secret = 'un-secreto-de-la-puerta'
    const club = await startFakeClub((request, response) => {
      if (request.url?.endsWith('half')) response.writeHead(200, { 'Content-Length': 100 }).write('half')
      setImmediate(() => request.socket.destroy())
    })
    const { origin, redirectOrigin, readLogs } = await start(proxy, club.port)
    const ask = async (from: string, path: string, length?: number) => {
      const headers = { 'X-Forwarded-For': '198.51.100.66', ...(length && { 'Content-Length': length }) }
      await fetchRaw(from, { path, method: length ? 'POST' : 'GET', headers })
    }
    for (const from of redirectOrigin === null ? [origin] : [origin, redirectOrigin]) {
      for (const path of ['', '-half', '?x', '/%00', '/..%2f..%2f..%2f..'])
        await ask(from, `/puerta/${secret}${path}`)
      // A body that the proxy refuses for its length. Caddy reads it first.
      if (name !== 'caddy') await ask(from, `/puerta/${secret}`, 2_000_000_000)
    }
    // Nobody listens behind the proxy.
    const alone = await start(proxy, await freePort())
    await ask(alone.origin, `/puerta/${secret}`)
    for (const logs of [await readLogs(), await alone.readLogs()]) {
      expect(logs).not.toContain(secret)
      expect(logs).not.toContain('198.51.100.66')
      expect(logs).not.toMatch(/client: |"remote_(ip|addr)"|GET \/|POST \//)
    }
  })

  test.skipIf(isMissing || name === 'caddy')(
    'passes 600 requests of one address at the same time, as HTTP/2 streams of 30 connections',
    async () => {
      const held: ServerResponse[] = []
      const club = await startFakeClub((_request, response) => {
        if (response.req.url === '/held') held.push(response)
        else response.end('page')
      })
      const { secureOrigin } = await start(proxy, club.port)
      const statuses: number[] = []
      for (let connection = 0; connection < 30; connection++) {
        const client = connect(secureOrigin as string, { rejectUnauthorized: false })
        undo.push(async () => client.destroy())
        for (let stream = 0; stream < 20; stream++)
          client
            .request({ ':path': '/held' })
            .on('response', (headers) => void statuses.push(headers[':status'] as number))
            .on('error', () => void statuses.push(0))
            .resume()
      }
      // A refusal is answered at once.
      await expect.poll(() => held.length + statuses.length, POLL).toBe(600)
      for (const response of held) response.end('page')
      await expect.poll(() => statuses.length, POLL).toBe(600)
      expect(new Set(statuses)).toEqual(new Set([200]))
    },
  )

  test.skipIf(isMissing || name !== 'haproxy')(
    'refuses an address that floods it with reset HTTP/2 streams, and no other address',
    async () => {
      const club = await startFakeClub(page)
      const { secureOrigin } = await start(proxy, club.port)
      const ask = async (localAddress: string) => {
        const port = Number(new URL(secureOrigin as string).port)
        const socket = connectTcp({ host: '127.0.0.1', port, localAddress })
        const secure = connectTls({ socket, rejectUnauthorized: false, ALPNProtocols: ['h2'] })
        const client = connect(secureOrigin as string, { createConnection: () => secure })
        undo.push(async () => client.destroy())
        const [headers] = await once(client.request({ ':path': '/' }).resume(), 'response')
        return headers[':status']
      }
      expect(await ask('127.0.0.1')).toBe(200)
      undo.push(await floodWithResets(Number(new URL(secureOrigin as string).port), 40_000))
      await expect.poll(() => ask('127.0.0.1'), POLL).toBe(429)
      expect(await ask('127.0.0.2')).toBe(200)
    },
  )

  // The open-source nginx has no health checks of its own, so the next test does not apply to it.
  if (name === 'nginx') return
  test.skipIf(isMissing).each(['first', 'second'])(
    'sends no requests to the %s of two clubs while that club is opening',
    async (which) => {
      const club = await startFakeClub(page)
      const opening = await startFakeClub(page, { isOpening: true })
      const ports = [opening.port, club.port]
      const { origin } = await start(proxy, ...(which === 'first' ? ports : ports.reverse()))
      await expect.poll(() => opening.checks, POLL).toBeGreaterThanOrEqual(CHECKS)
      const before = opening.pages
      expect(await readStatuses(origin)).toEqual(new Set([200]))
      expect(opening.pages).toBe(before)
    },
  )
})

const installed = proxies.filter(({ isMissing }) => !isMissing)

describe.skipIf(installed.length === 0)('the only club behind each proxy', () => {
  async function open(place: TestDatabase, env: Record<string, string> = {}): Promise<ServerProcess> {
    undo.push(place.dispose)
    const databaseUrl = place.databaseUrl ?? ''
    const server = await startServer({
      ...LOAD_ENV,
      DATA_DIR: place.dataDir,
      DATABASE_URL: databaseUrl,
      ...env,
    })
    undo.push(() => server.kill())
    await server.ready()
    return server
  }

  /** Disconnects a dependency of the club, waits for several health checks of each proxy, and requests pages. */
  async function expectPages({ origin: club }: ServerProcess, cut: () => Promise<void>) {
    const fronts: { name: string; front: RunningProxy; network: ReverseProxy }[] = []
    for (const proxy of installed) {
      const network = await startProxy(() => [club])
      undo.push(network.close)
      const front = await start(proxy, Number(new URL(network.origin).port))
      fronts.push({ name: proxy.name, front, network })
    }
    const read = async (origin: string) => {
      const answer = await fetch(`${origin}/`)
      return [answer.status, (await answer.text()).includes('</html>')]
    }
    for (const { front } of fronts) expect(await read(front.origin)).toEqual([200, true])
    await cut()
    await expect.poll(async () => (await fetch(`${club}/api/health`)).status, POLL).toBe(503)
    for (const { name, front, network } of fronts) {
      const checks = () => network.seen.filter(isCheck).length
      const before = checks()
      if (name !== 'nginx') await expect.poll(checks, POLL).toBeGreaterThanOrEqual(before + CHECKS)
      for (let request = 0; request < PAGES; request++)
        expect([name, ...(await read(front.origin))]).toEqual([name, 200, true])
    }
  }

  test('serves pages from memory while its bucket does not answer', async () => {
    const buckets = await startBuckets()
    undo.push(buckets.stop)
    const bucket = new URL(buckets.create())
    const direct = bucket.searchParams.get('endpoint') as string
    const network = await startProxy(() => [direct])
    undo.push(network.close)
    bucket.searchParams.set('endpoint', network.origin)
    const server = await open(await createSqliteDatabase(), { MEDIA_URL: bucket.href })
    await expectPages(server, network.cut)
  })

  test('serves pages from memory while its PostgreSQL does not answer', async () => {
    const postgres = await startPostgres({ own: true })
    undo.push(postgres.stop)
    const server = await open(await createPostgresDatabase(postgres.url))
    // The cleanup restarts PostgreSQL first, because the database can only be deleted while PostgreSQL runs.
    undo.push(postgres.restart)
    await expectPages(server, postgres.crash)
  })
})

describe.skipIf(!installed.some(({ name }) => name === 'haproxy'))('HAProxy in front of PostgreSQL', () => {
  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query({ text, rowMode: 'array' })).rows.flat()
    } finally {
      await client.end()
    }
  }

  test('connects the club to the promoted replica, and not back to the old primary', async () => {
    const primary = await startPostgres({ own: true })
    undo.push(primary.stop)
    const replica = await primary.startReplica()
    undo.push(replica.stop)
    await query(primary.url, 'CREATE ROLE haproxy LOGIN')
    const place = await createPostgresDatabase(primary.url)
    undo.push(place.dispose)
    const proxy = await startDatabaseProxy(primary.url, replica.url)
    undo.push(proxy.close)
    // A standby fails HAProxy's health check, so HAProxy must mark the replica as down.
    await expect.poll(proxy.output, POLL).toContain('postgres/b is DOWN')

    const through = new URL(place.databaseUrl as string)
    through.port = String(proxy.port)
    const server = await startServer({ ...LOAD_ENV, DATA_DIR: place.dataDir, DATABASE_URL: through.href })
    undo.push(() => server.kill())
    await server.ready()
    const post = (path: string, body: unknown, cookie = '') =>
      fetch(`${server.origin}/api${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify(body),
      })
    const cookie = readCookie(await post('/auth/login', administrator))
    const write = async (name: string) =>
      (await post('/residents', { name, pressKit: `https://club.example/${name}` }, cookie)).status
    const names = async () => {
      const answer = await fetch(`${server.origin}/api/residents`)
      return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name).sort()
    }
    expect(await write('Ana')).toBe(201)
    const [written] = await query(primary.url, 'SELECT pg_current_wal_lsn()')
    const replayed = () => query(replica.url, `SELECT pg_last_wal_replay_lsn() >= '${written}'`)
    await expect.poll(replayed, POLL).toEqual([true])

    await primary.crash()
    expect(await write('Nadie')).toBe(503)
    await query(replica.url, 'SELECT pg_promote()')
    await expect.poll(() => write('Bea'), POLL).toBe(201)
    expect(await names()).toEqual(['Ana', 'Bea'])

    // The old primary starts again. It does not know that the replica has replaced it.
    await primary.restart()
    await expect.poll(proxy.output, POLL).toContain('postgres/a is UP')
    expect(await write('Caro')).toBe(201)
    expect(await query(through.href, 'SELECT inet_server_port()')).toEqual([
      Number(new URL(replica.url).port),
    ])
    expect(await names()).toEqual(['Ana', 'Bea', 'Caro'])
  })
})
