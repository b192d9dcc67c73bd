/**
 * Tests the targets of short links, and the connections that the server refuses because of a link, a host name or a
 * response.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from '../../process/public-address.ts'
import { createLinkResolver } from './short-links.ts'

const SHORT = 'https://on.soundcloud.com/AbCdEf'
const TRACK = 'https://soundcloud.com/artista/una-hora'
const PUBLIC = '104.18.0.1'

/** Answers of the test server on this machine, by path. All connections go to it, whatever their address. */
let answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
let asked: { host: string | undefined; path: string | undefined; headers: IncomingMessage['headers'] }[]
let connected: string[]
let names: Record<string, string[] | Promise<string[]>>
const server = createServer((request, response) => {
  asked.push({ host: request.headers.host, path: request.url, headers: request.headers })
  const answer = answers[`${request.headers.host}${request.url}`]
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answers = {}
  asked = []
  connected = []
  names = {}
})

const resolve = createLinkResolver({
  lookup: async (host) => names[host] ?? [PUBLIC],
  connect(address) {
    connected.push(address)
    return connect((server.address() as AddressInfo).port, '127.0.0.1')
  },
})
const leadsTo =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { Location: location, 'Set-Cookie': 'a=b' }).end('x'.repeat(100_000))

test.each([301, 302, 303, 307, 308])('replaces a short link by its target (%i)', async (status) => {
  answers['on.soundcloud.com/AbCdEf'] = leadsTo(`${TRACK}?utm_source=clipboard&si=abc#x`, status)
  expect(await resolve(SHORT)).toBe(TRACK)
  expect(connected).toEqual([PUBLIC])
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
})

test('keeps the start of the recording', async () => {
  answers['on.soundcloud.com/AbCdEf'] = leadsTo(`${TRACK}?si=abc#t=1%3A30`)
  expect(await resolve(SHORT)).toBe(`${TRACK}#t=1%3A30`)
})

test('follows three hops, each by its own address and without cookies', async () => {
  names = { 'spotify.link': ['104.18.0.2'], 'spotify.app.link': ['104.18.0.3'], 'spoti.fi': ['104.18.0.4'] }
  answers['spotify.link/x'] = leadsTo('https://spotify.app.link/x')
  answers['spotify.app.link/x'] = leadsTo('//spoti.fi/y')
  answers['spoti.fi/y'] = leadsTo('https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk?si=1')
  expect(await resolve('https://spotify.link/x')).toBe(
    'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk',
  )
  expect(connected).toEqual(['104.18.0.2', '104.18.0.3', '104.18.0.4'])
  for (const { headers } of asked) expect(headers).not.toHaveProperty('cookie')
})

test('does not follow a fourth hop', async () => {
  for (const [from, to] of [1, 2, 3, 4].map((hop) => [hop, hop + 1]))
    answers[`on.soundcloud.com/${from}`] = leadsTo(`https://on.soundcloud.com/${to}`)
  answers['on.soundcloud.com/4'] = leadsTo(TRACK)
  expect(await resolve('https://on.soundcloud.com/1')).toBe('https://on.soundcloud.com/1')
  expect(asked).toHaveLength(3)
})

test.each([
  TRACK,
  'https://club.example/x',
  'http://on.soundcloud.com/AbCdEf',
  'https://on.soundcloud.com:8443/AbCdEf',
  'https://ana:clave@on.soundcloud.com/AbCdEf',
  'https://on.soundcloud.com.malo.example/AbCdEf',
  'https://malo.example/#on.soundcloud.com',
  'https://127.0.0.1/',
  'no es un enlace',
])('does not connect for %s', async (link) => {
  expect(await resolve(link)).toBe(link)
  expect([connected, asked]).toEqual([[], []])
})

test.each([
  'https://malo.example/x',
  'http://soundcloud.com/artista/una-hora',
  'https://soundcloud.com:444/artista/una-hora',
  'https://ana@soundcloud.com/artista/una-hora',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://[::1]/x',
  'https://0x7f.1/x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  `https://soundcloud.com/${'x'.repeat(3_000)}`,
  'https://soundcloud.com\\@malo.example/',
  'https://soundcloud.com/',
])('keeps a short link that redirects to %s', async (location) => {
  answers['on.soundcloud.com/AbCdEf'] = leadsTo(location)
  expect(await resolve(SHORT)).toBe(SHORT)
  expect(asked).toHaveLength(1)
})

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine (IPv6)', ['::1']],
  ['this machine (IPv4 mapped to IPv6)', ['::ffff:127.0.0.1']],
  ['a private address', ['192.168.1.1']],
  ['the metadata address of a cloud', ['169.254.169.254']],
  ['a public and a private address', [PUBLIC, '10.0.0.1']],
  ['no address', []],
  ['a text that is not an address', ['on.soundcloud.com']],
])('does not connect to a host name that resolves to %s', async (_, addresses) => {
  names = { 'on.soundcloud.com': addresses }
  expect(await resolve(SHORT)).toBe(SHORT)
  expect(connected).toEqual([])
})

test('resolves a host name once per hop and checks each address', async () => {
  let times = 0
  const rebinding = createLinkResolver({
    lookup: async () => (times++ === 0 ? [PUBLIC] : ['127.0.0.1']),
    connect(address) {
      connected.push(address)
      return connect((server.address() as AddressInfo).port, '127.0.0.1')
    },
  })
  answers['on.soundcloud.com/AbCdEf'] = leadsTo('https://on.soundcloud.com/otra')
  expect(await rebinding(SHORT)).toBe(SHORT)
  expect([times, connected]).toEqual([2, [PUBLIC]])
})

describe('a failing server', () => {
  test.each<[string, () => void]>([
    [
      'when the server does not answer',
      () => {
        answers['on.soundcloud.com/AbCdEf'] = () => {}
      },
    ],
    [
      'when the server sends only part of the headers',
      () => {
        answers['on.soundcloud.com/AbCdEf'] = (_, response) =>
          void response.socket?.write('HTTP/1.1 302 Found\r\n')
      },
    ],
    [
      'when the host name is not resolved',
      () => {
        names = { 'on.soundcloud.com': new Promise(() => {}) }
      },
    ],
  ])('gives up after some seconds %s', async (_, arrange) => {
    arrange()
    const from = performance.now()
    expect(await resolve(SHORT)).toBe(SHORT)
    const took = performance.now() - from
    expect(took).toBeGreaterThan(1_500)
    expect(took).toBeLessThan(4_000)
  })

  test.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['closes the connection', (_, response) => void response.socket?.destroy()],
    [
      'sends headers that are too long',
      (_, response) => void response.writeHead(302, { Location: 'x'.repeat(20_000) }).end(),
    ],
    ['does not answer with HTTP', (_, response) => void response.socket?.end('220 hola\r\n')],
    [
      'answers 200 without a redirect',
      (_, response) => void response.writeHead(200).end('<meta http-equiv="refresh">'),
    ],
    ['redirects without a Location', (_, response) => void response.writeHead(302).end()],
  ])('keeps the short link when the server %s', async (_, answer) => {
    answers['on.soundcloud.com/AbCdEf'] = answer
    expect(await resolve(SHORT)).toBe(SHORT)
  })
})

test('distinguishes public addresses from all others', () => {
  const own =
    '0.0.0.0 10.1.2.3 100.64.0.1 127.9.9.9 169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.8 192.168.0.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 64:ff9b::7f00:1 fc00::1 fe80::1 fec0::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1:: localhost'
  for (const address of own.split(' ')) expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '104.18.0.1', '172.32.0.1', '2606:4700::6810:1', '2a00:1450:4009::200e'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})
