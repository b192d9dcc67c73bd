/** Tests the security headers of every response, and byte by byte the responses to malformed requests. */
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { type RawAnswer, sendRaw } from '../../test/support/raw-http.ts'
import { type ProblemId, problems, problemType } from '../api/shared/problems.ts'
import type { AnyEntity } from '../content/shared/resources.ts'
import type { Render } from '../rendering/page-handler.ts'
import { createAddressLimit } from './address-limit.ts'
import { attachListener, createHttpServer, respondStarting } from './server.ts'

const env = { siteUrl: 'https://club.example', trustProxy: 0 }

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Expects the security headers that a response of this type needs. */
function expectSecurityHeaders(
  { headers }: Pick<RawAnswer, 'headers'>,
  embedded: 'same-origin' | 'cross-origin' = 'same-origin',
  type = headers.get('Content-Type') ?? '',
): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    'cross-origin-resource-policy': embedded,
    'strict-transport-security': 'max-age=31536000',
  })
  // Browsers use these headers only in documents. Scripts and pictures must not have them, which saves half a kilobyte. For
  // JSON, the test accepts both.
  const isSubresource = /^(text\/javascript|image\/)/.test(type)
  const documentHeaders = [
    headers.get('Permissions-Policy')?.split(', ').includes('camera=()'),
    headers.get('Cross-Origin-Opener-Policy'),
    headers.get('Origin-Agent-Cluster'),
  ]
  const all = [true, 'same-origin', '?1']
  const none = [undefined, null, null]
  if (/^application\/(problem\+)?json/.test(type)) expect([all, none]).toContainEqual(documentHeaders)
  else expect(documentHeaders).toEqual(isSubresource ? none : all)
}

function expectRefusal(answer: RawAnswer | undefined, id: ProblemId): void {
  if (!answer) throw new Error('No response')
  expectSecurityHeaders(answer)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    problems[id].status,
    'application/problem+json; charset=utf-8',
  ])
  expect(JSON.parse(answer.body)).toEqual({
    type: problemType(id),
    title: problems[id].title,
    status: problems[id].status,
    detail: problems[id].detail,
  })
}

describe('the security headers', () => {
  let database: TestDatabase
  let club: TestClub
  let server: Server
  let origin: string
  let picture: string
  let item: string
  beforeAll(async () => {
    database = await createDatabase()
    const assets = join(database.dataDir, 'client')
    await mkdir(join(assets, 'assets'), { recursive: true })
    await writeFile(join(assets, 'assets', 'a-hash.js'), 'export {}')
    const render: Render = async (request, reader) => {
      await reader.list('news')
      const { pathname } = new URL(request.url)
      if (pathname === '/broken') throw new Error('broken')
      if (pathname === '/gone') return new Response(null, { status: 302, headers: { Location: '/404' } })
      return new Response(`<!doctype html><style>p {}</style><p>${'page '.repeat(500)}</p>`, {
        status: pathname === '/404' ? 404 : 200,
        headers: { 'Content-Type': 'text/html' },
      })
    }
    club = await openTestClub(database, { env: { SITE_URL: env.siteUrl }, assets, render })
    server = attachListener(club.listener, createHttpServer(env), env)
    origin = `http://127.0.0.1:${await listening(server)}`
    const { cookie: as } = await club.signIn()
    const created = (await (
      await club.send('POST', '/api/agency', { as, body: await createDraft('agency') })
    ).json()) as AnyEntity
    picture = String(created.photo)
    item = `/api/agency/${created._id}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await club.stop()
    await database.dispose()
  })

  /** Name, path, status of a GET, and the expected Cross-Origin-Resource-Policy. */
  const kinds: [string, string, number, 'same-origin' | 'cross-origin'][] = [
    ['a page', '/', 200, 'same-origin'],
    ['the 404 page', '/404', 404, 'same-origin'],
    ['a redirect', '/gone', 302, 'same-origin'],
    ['a page whose rendering fails', '/broken', 500, 'same-origin'],
    ['a list', '/api/news', 200, 'same-origin'],
    ['an item', 'item', 200, 'same-origin'],
    ['a missing item', '/api/news/x', 404, 'same-origin'],
    ['an unknown API path', '/api/nada', 404, 'same-origin'],
    ['an API path that needs a session', '/api/admin', 401, 'same-origin'],
    ['an invalid query', '/api/news?limit=x', 400, 'same-origin'],
    ['the health check', '/api/health', 200, 'same-origin'],
    ['the liveness check', '/api/live', 200, 'same-origin'],
    ['the OpenAPI document', '/api/openapi.json', 200, 'same-origin'],
    ['the API documentation', '/api/docs', 200, 'same-origin'],
    ['a picture', 'picture', 200, 'cross-origin'],
    ['an AVIF that is not encoded yet', 'avif', 302, 'same-origin'],
    ['a missing picture', '/media/x.jpg', 404, 'same-origin'],
    ['a script', '/assets/a-hash.js', 200, 'same-origin'],
    ['a script of an older build', '/assets/b-hash.js', 404, 'same-origin'],
    ['the feed', '/rss.xml', 200, 'cross-origin'],
    ['the sitemap', '/sitemap.xml', 200, 'cross-origin'],
    ['robots.txt', '/robots.txt', 200, 'cross-origin'],
    ['the manifest', '/manifest.webmanifest', 200, 'cross-origin'],
    ['an icon', '/favicon.ico', 200, 'cross-origin'],
    ['a missing icon', '/icons/x.png', 404, 'same-origin'],
    ['a missing share image', '/share/x.jpg', 404, 'same-origin'],
  ]
  test.each(kinds)(
    'are sent with %s: first, from the cache, by ETag, by HEAD, for a wrong method, from another site',
    async (_name, path, status, embedded) => {
      const address =
        origin +
        (path === 'item'
          ? item
          : path === 'picture'
            ? picture
            : path === 'avif'
              ? picture.replace('.jpg', '.avif')
              : path)
      const ask = (init: RequestInit = {}) => fetch(address, { redirect: 'manual', ...init })
      const first = await ask()
      const etag = first.headers.get('ETag')
      const answers: [number, Response][] = [
        [status, first],
        [status, await ask()],
        [status, await ask({ method: 'HEAD' })],
        ...(etag && status === 200
          ? ([[304, await ask({ headers: { 'If-None-Match': etag } })]] as [number, Response][])
          : []),
      ]
      for (const [expected, answer] of answers) {
        const type = first.headers.get('Content-Type') ?? ''
        if (expected === 304) expect(answer.headers.get('Content-Type')).toBeNull()
        expectSecurityHeaders(answer, expected < 400 ? embedded : 'same-origin', type)
        expect(answer.status).toBe(expected)
      }
      for (const answer of [
        await ask({ method: 'PATCH' }),
        await ask({ method: 'DELETE', headers: { Origin: 'https://other.example' } }),
      ])
        expectSecurityHeaders(answer)
      const policy = first.headers.get('Content-Security-Policy') ?? ''
      expect(policy).not.toMatch(/unsafe|\*|https?:(?![/][/])|script-src[^;]*data:/)
    },
  )
})

describe('the server', () => {
  let database: TestDatabase
  let club: TestClub
  let server: Server
  let port: number
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { SITE_URL: env.siteUrl } })
    server = attachListener(club.listener, createHttpServer(env), env)
    port = await listening(server)
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await club.stop()
    await database.dispose()
  })

  const host = 'Host: club.example\r\n'
  test.each<[string, string, ProblemId]>([
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01', 'unreadable'],
    ['a request without a version', 'GET /\r\n\r\n', 'unreadable'],
    ['an unknown version', `GET / HTTP/7.1\r\n${host}\r\n`, 'unreadable'],
    ['a space in the path', `GET /api/ne ws HTTP/1.1\r\n${host}\r\n`, 'unreadable'],
    ['NUL in a header', `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, 'unreadable'],
    ['a header folded onto the next line', `GET / HTTP/1.1\r\n${host}X: a\r\n b: c\r\n\r\n`, 'unreadable'],
    ['a header without a colon', `GET / HTTP/1.1\r\n${host}what is this\r\n\r\n`, 'unreadable'],
    ['a space before the colon', `GET / HTTP/1.1\r\n${host}X : a\r\n\r\n`, 'unreadable'],
    [
      'two values of Content-Length',
      `POST /api/mail/sendMail HTTP/1.1\r\n${host}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  `,
      'unreadable',
    ],
    [
      'an invalid Content-Length',
      `POST /api/mail/sendMail HTTP/1.1\r\n${host}Content-Length: +4\r\n\r\n{}  `,
      'unreadable',
    ],
    [
      'Content-Length together with chunks, which a proxy may read in another way',
      `POST /api/mail/sendMail HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n${host}\r\n`,
      'unreadable',
    ],
    [
      'a transfer coding after chunked',
      `POST /api/mail/sendMail HTTP/1.1\r\n${host}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      'unreadable',
    ],
    ['a line that ends with CR only', `GET / HTTP/1.1\r${host}\r\n`, 'unreadable'],
    ['headers over 16 kB', `GET / HTTP/1.1\r\n${host}X: ${'a'.repeat(17_000)}\r\n\r\n`, 'headers-too-large'],
    [
      'thousands of cookies',
      `GET / HTTP/1.1\r\n${host}Cookie: ${'a=b; '.repeat(4_000)}\r\n\r\n`,
      'headers-too-large',
    ],
    ['a path over 16 kB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\n${host}\r\n`, 'headers-too-large'],
  ])('rejects %s with a problem and reads no further bytes', async (_name, bytes, id) => {
    const answers = await sendRaw(port, bytes)
    expect(answers).toHaveLength(1)
    expectRefusal(answers[0], id)
  })

  test('does not write a rejection into a response that has begun', async () => {
    // The second request is malformed. The first response must still be complete, or absent.
    const [first] = await sendRaw(port, `GET /api/openapi.json HTTP/1.1\r\n${host}\r\nGET /nonsense\r\n\r\n`)
    if (first?.status === 200) expect(JSON.parse(first.body).openapi).toBe('3.1.0')
    else expectRefusal(first, 'unreadable')
  })

  test('answers two pipelined requests', async () => {
    const ask = (more: string) => `GET /api/health HTTP/1.1\r\n${host}${more}\r\n`
    const answers = await sendRaw(port, ask('') + ask('Connection: close\r\n'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of answers) expectSecurityHeaders(answer)
  })

  test('sends 100 Continue in the right order or not at all', async () => {
    const expecting = `${host}Expect: 100-continue\r\n`
    const list = `GET /api/news HTTP/1.1\r\n${expecting}\r\n`
    const signIn = (more: string) =>
      `POST /api/auth/login HTTP/1.1\r\n${expecting}Content-Type: application/json\r\nContent-Length: 2\r\n${more}\r\n{}`
    const answersTo = async (requests: string) =>
      (await sendRaw(port, requests)).map(({ status, body }) => [status, body.slice(0, 2)])
    // The first answer comes from the routes, the second one from the cache.
    for (const _round of [1, 2]) {
      // The second request announces a body and sends none. It is answered without 100 Continue, and its connection ends.
      expect(await answersTo(list + list)).toEqual([
        [100, ''],
        [200, '[]'],
        [200, '[]'],
      ])
    }
    expect(await answersTo(signIn('Connection: close\r\n'))).toEqual([
      [100, ''],
      [401, '{"'],
    ])
    expect(await answersTo(signIn('') + signIn(''))).toEqual([
      [100, ''],
      [401, '{"'],
      [401, '{"'],
    ])
  })

  test('answers many pipelined requests in order', async () => {
    const paths = ['/api/news', '/api/health', '/', '/api/nada', '/api/news', '/api/events']
    for (let round = 0; round < 20; round++) {
      const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${host}\r\n`).join('')
      const answers = await sendRaw(port, `${requests}GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200, 200, 200])
    }
  })

  test.each([
    ['two hosts', `${host}Host: other.example\r\n`],
    ['no host', ''],
    ['an invalid host', 'Host: club example\r\n'],
    ['a host with a path', 'Host: club.example/x?y\r\n'],
    ['an empty host', 'Host:\r\n'],
  ])('rejects a request with %s', async (_name, hosts) => {
    for (const method of ['GET', 'POST', 'HEAD']) {
      const [answer] = await sendRaw(
        port,
        `${method} /api/health?x HTTP/1.1\r\n${hosts}Connection: close\r\nContent-Length: 0\r\n\r\n`,
      )
      if (method !== 'HEAD') expectRefusal(answer, 'unreadable')
      else expect(answer?.status).toBe(400)
    }
  })

  test('ignores an unknown expectation', async () => {
    for (const answer of await sendRaw(
      port,
      `GET /api/health HTTP/1.1\r\n${host}Expect: x\r\nConnection: close\r\n\r\n`,
    )) {
      expectSecurityHeaders(answer)
      expect(answer.status).toBe(200)
    }
  })

  test('rejects an invalid request target', async () => {
    for (const target of ['http://', 'http://[::', '*', 'x', '\\\\x', 'https://a b/'])
      for (const answer of await sendRaw(port, `GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`))
        expectRefusal(answer, 'unreadable')
    expect.assertions(6 * 4)
  })
})

describe('the limits of connections', () => {
  const running: Server[] = []
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const server of running.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  const start = async (bounds?: Parameters<typeof createHttpServer>[1], trustProxy = 0) => {
    const server = createHttpServer({ ...env, trustProxy }, bounds)
    running.push(server)
    server.on('request', respondStarting(env))
    return { server, port: await listening(server) }
  }
  const open = (port: number) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject)
      sockets.push(socket)
    })

  test('answers 503 with security headers while the application starts', async () => {
    const { port } = await start()
    for (const method of ['GET', 'HEAD']) {
      const [answer] = await sendRaw(port, `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      if (!answer) throw new Error('No response')
      expectSecurityHeaders(answer)
      expect([answer.status, answer.headers.get('Retry-After'), answer.headers.get('Cache-Control')]).toEqual(
        [503, '2', 'no-store'],
      )
    }
  })

  test('rejects an incomplete request after the timeout', async () => {
    const { server, port } = await start()
    server.headersTimeout = 50
    // Node emits 'clientError' from its own timer. The test emits it at once.
    const answer = sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nX: ')
    const [socket] = (await once(server, 'connection')) as [Socket]
    server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    expectRefusal((await answer)[0], 'too-slow')
  })

  test('sets limits for time and connections', async () => {
    const { server } = await start()
    expect(server.headersTimeout).toBeLessThanOrEqual(20_000)
    expect(server.requestTimeout).toBeGreaterThan(server.headersTimeout)
    expect(server.timeout).toBeGreaterThan(server.keepAliveTimeout)
    expect(server.maxConnections).toBeGreaterThan(0)
    expect(server.maxConnections).toBeLessThanOrEqual(16_000)
  })

  test('limits the connections of one address and releases closed ones', async () => {
    const { server, port } = await start({ perAddress: 3, isExempt: () => false })
    const held = await Promise.all([open(port), open(port), open(port)])
    const refused = await open(port)
    await once(refused, 'close')
    const freed = new Promise<void>((resolve) => {
      server.once('connection', () => resolve())
    })
    held[0]?.destroy()
    // The place becomes free when the server has handled the close of the first connection.
    while ((await count(server)) > 2) await new Promise((resolve) => setTimeout(resolve, 5))
    const later = await open(port)
    await freed
    later.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [bytes] = (await once(later, 'data')) as [Buffer]
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 503/)
  })

  test('limits IPv6 networks too, with twice the places of one address', () => {
    const enter = createAddressLimit(3)
    const leave = Array.from({ length: 6 }, (_, n) => enter(`2001:db8:0:${n + 10}00::1`))
    expect(leave).not.toContain(null)
    expect(enter('2001:db8:0:fe00::1')).toBeNull()
    expect(enter('2001:db8:1:1::1')).not.toBeNull()
    leave[0]?.()
    expect(enter('2001:db8:0:fe00::1')).not.toBeNull()
    expect(enter('2001:db8:0:fd00::1')).toBeNull()
  })

  test('does not limit this machine or a proxy', async () => {
    for (const { port } of [
      await start({ perAddress: 1 }),
      await start({ perAddress: 1, isExempt: () => false }, 1),
    ]) {
      await open(port)
      const [answer] = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(answer?.status).toBe(503)
    }
  })

  const count = (server: Server) =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, connections) => (error ? reject(error) : resolve(connections))),
    )
})
