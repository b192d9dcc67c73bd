/**
 * Measures what requests without a session cost the club and other visitors: each route gets its dearest request, 100 times a
 * second, from one address and from 64 addresses of one IPv6 /48.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessRows } from '../support/api-access-table.ts'
import { createDraft } from '../support/club.ts'
import { type MeasuredServer, signIn, waitUntilIdle } from './measured-servers.ts'
import { readPss } from './process-figures.ts'

const PER_SECOND = 100
const DURATION_MS = 2_000
/** Interval at which another visitor loads `/`. ms */
const PROBE_INTERVAL_MS = 20
/** Time limit for the answers after the last request. ms */
const ANSWERS_MS = 60_000
const NAMES = 2_000
const NAMES_OF_A_REQUEST = 1_000
/** Connections that request a large list and never read the answer. */
const SILENT_CONNECTIONS = 150

/** A body with the limit of anonymous JSON, most of it nested arrays. Parsing takes longer than parsing of one long text. */
const NESTED = JSON.parse(`${'['.repeat(1_900)}${']'.repeat(1_900)}`)

interface Sent {
  method?: string
  path: string
  body?: unknown
  /** Fields of a form. */
  form?: Record<string, string>
}

export interface RouteFigures {
  route: string
  /** Main-thread time of one request: from one address, and from 64 addresses. ms */
  cpuMs: [number, number]
  /** 95th percentile of the answer times of `/` for another visitor, meanwhile. ms */
  p95Ms: [number, number]
  /** Share of requests that were answered with 429 or 503, 0 to 1. */
  refused: [number, number]
}

export interface AnonymousFigures {
  routes: RouteFigures[]
  /** 95th percentile of the answer times of `/` without other requests. ms */
  idleP95Ms: number
  /** Largest memory (PSS) of the club during these requests. MB */
  memoryMb: number
  /** Largest memory (PSS) of the club with 150 connections that do not read. MB */
  silentMemoryMb: number
}

interface Subject {
  night: string
  slug: string
  article: string
  artist: string
  guest: string
  link: string
}

/** Creates a night whose public list has 2000 names and a promoter link. */
async function createSubject(club: MeasuredServer): Promise<Subject> {
  const cookie = await signIn(club)
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${club.origin}/api${path}`, {
      method,
      headers: { Cookie: cookie, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} failed: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const night = await call<{ _id: string; slug: string }>('POST', '/events', {
    ...(await createDraft('events')),
    date: `${inAWeek}T23:59`,
  })
  const conditions = [{ until: null, label: 'Gratis' }]
  const list = await call<{ _id: string }>('POST', `/events/${night._id}/lists`, {
    name: 'Amigos',
    conditions,
    quota: 2 * NAMES,
    maxCompanions: 3,
    isPublic: true,
  })
  let guest = ''
  for (let from = 0; from < NAMES; from += NAMES_OF_A_REQUEST) {
    const guests = Array.from({ length: NAMES_OF_A_REQUEST }, (_, index) => ({
      name: `Ana Gómez ${from + index}`,
      companions: 0,
    }))
    const { data } = await call<{ data: { _id: string }[] }>('POST', `/lists/${list._id}/guests`, { guests })
    guest = data[0]?._id ?? ''
  }
  const { url } = await call<{ url: string }>('POST', `/lists/${list._id}/link`)
  const [news] = await call<{ newsTitle: string }[]>('GET', '/news?limit=1')
  const { data: artists } = await call<{ data: { slug: string }[] }>('GET', '/agency?limit=1')
  return {
    night: night._id,
    slug: night.slug,
    article: news?.newsTitle ?? '',
    artist: artists[0]?.slug ?? '',
    guest,
    link: url.split('/').at(-1) ?? '',
  }
}

/** Returns the dearest requests of the API, by method and path as in `accessRows`. `turn` makes each request different. */
function createApiRequests({ night, guest, link }: Subject): Record<string, (turn: number) => Sent> {
  const post = (path: string, body: Record<string, unknown>) => (): Sent => ({
    method: 'POST',
    path: `/api${path}`,
    body: { ...body, extra: NESTED },
  })
  const credentials = { email: 'nadie@club.example', password: 'x'.repeat(100) }
  const token = 'x'.repeat(43)
  return {
    'GET /events': (turn) => ({ path: `/api/events?order=next&limit=${500 - (turn % 100)}` }),
    'GET /news': (turn) => ({ path: `/api/news?q=te&limit=${120 - (turn % 100)}` }),
    'GET /events/{id}': () => ({ path: `/api/events/${night}` }),
    'POST /auth/login': post('/auth/login', credentials),
    'POST /auth/logout': post('/auth/logout', {}),
    'POST /auth/link': post('/auth/link', { token }),
    'POST /auth/claim': post('/auth/claim', { token, ...credentials }),
    'POST /auth/forgot': post('/auth/forgot', credentials),
    'POST /auth/reset': post('/auth/reset', { token, ...credentials }),
    'POST /admin': post('/admin', credentials),
    'POST /invitations/look': post('/invitations/look', { token }),
    'POST /invitations/accept': post('/invitations/accept', { token, ...credentials }),
    'POST /mail/sendMail': post('/mail/sendMail', { person: 'Ana', from: 'ana@club.example', body: 'Hola' }),
    'POST /visits': (turn) => ({ method: 'POST', path: '/api/visits', body: { path: `/inventada-${turn}` } }),
    'POST /clicks': () => ({ method: 'POST', path: '/api/clicks', body: { event: night } }),
    'GET /guest-links/{token}': () => ({ path: `/api/guest-links/${link}` }),
    'POST /guest-links/{token}': (turn) => ({
      method: 'POST',
      path: `/api/guest-links/${link}`,
      body: { text: `Beto ${turn} ${'+1 '.repeat(60)}` },
    }),
    'DELETE /guest-links/{token}/guests/{id}': () => ({
      method: 'DELETE',
      path: `/api/guest-links/${link}/guests/${guest}`,
    }),
    'POST /events/{id}/guests': (turn) => ({
      method: 'POST',
      path: `/api/events/${night}/guests`,
      body: { name: `Carla ${turn}`, companions: 1 },
    }),
    'POST /door/sessions': post('/door/sessions', { token, pin: '123456', device: 'Caja' }),
    'POST /door/entries': post('/door/entries', { sentAt: new Date().toISOString(), entries: [] }),
    'GET /news/title/{title}': (turn) => ({ path: `/api/news/title/inventada-${turn}` }),
    'GET /health': () => ({ path: '/api/health?deep' }),
  }
}

/** Returns the dearest requests of pages, documents and files. */
function createSiteRequests(subject: Subject): Record<string, (turn: number) => Sent> {
  const { night, slug, article, artist, link } = subject
  const get = (path: string) => (): Sent => ({ path })
  return {
    '/': (turn) => ({ path: `/?utm=${turn}` }),
    '/news': (turn) => ({ path: `/news?page=${turn}` }),
    '/news/{title}': (turn) => ({ path: `/news/${encodeURIComponent(`${article}-${turn}`)}` }),
    '/fechas': (turn) => ({ path: `/en/fechas?page=${turn}` }),
    '/fechas/archivo/{year}': (turn) => ({ path: `/fechas/archivo/${1000 + turn}` }),
    '/fechas/{slug}': (turn) => ({ path: `/fechas/${slug}-${turn}` }),
    '/fechas/{slug}, percent-encoded': (turn) => ({
      path: `/fechas/%${(65 + (turn % 26)).toString(16)}${slug}`,
    }),
    '/artistas/{slug}': (turn) => ({ path: `/artistas/${artist}-${turn}` }),
    '/contact, form': () => ({
      method: 'POST',
      path: '/contact',
      form: { person: 'Ana', from: 'x', body: '' },
    }),
    '/lista/{token}': get(`/lista/${link}`),
    '/lista/{token}, form': (turn) => ({
      method: 'POST',
      path: `/lista/${link}`,
      form: { intent: 'add', name: `Dora ${turn}`, companions: '0' },
    }),
    '/anotarse/{night}': get(`/anotarse/${night}`),
    '/anotarse/{night}, form': () => ({ method: 'POST', path: `/anotarse/${night}`, form: { name: '' } }),
    '/anotado/{token}': (turn) => ({ path: `/anotado/${'x'.repeat(40)}${turn}` }),
    '/preview/{token}': (turn) => ({ path: `/preview/${'x'.repeat(40)}${turn}` }),
    '/admin/{screen}/{id}': (turn) => ({ path: `/admin/events/updateevents/${turn}` }),
    '/fechas.ics': get('/fechas.ics'),
    '/fechas/{slug}.ics': (turn) => ({ path: `/fechas/${slug}-${turn}.ics` }),
    '/oembed': (turn) => ({
      path: `/oembed?maxwidth=${turn}&url=${encodeURIComponent(`http://127.0.0.1/fechas/${slug}`)}`,
    }),
    '/sitemap.xml': get('/sitemap.xml'),
    '/share/{page}.jpg': (turn) => ({ path: `/share/inventada${turn}.jpg` }),
    '/share/events/{id}.jpg': (turn) => ({ path: `/share/events/${turn}.jpg` }),
    '/media/{name}': (turn) => ({ path: `/media/${'a'.repeat(60)}${turn}.webp` }),
    '/assets/{name}': (turn) => ({ path: `/assets/inventado-${turn}.js` }),
    '/ir/{night}/{offer}': get(`/ir/${night}/url`),
    'an unknown path': (turn) => ({ path: `/inventada/${turn}` }),
  }
}

/** Returns a request for each anonymous route. Routes of the API without one of their own get the plain request. */
function createRequests(subject: Subject): Record<string, (turn: number) => Sent> {
  const own = createApiRequests(subject)
  const rows = accessRows.filter(({ who }) => who === 'anyone')
  const fill: Record<string, string> = {
    '{id}': subject.night,
    '{token}': subject.link,
    '{title}': subject.article,
  }
  const plain = rows.flatMap(({ method, path }) => {
    const key = `${method} ${path}`
    // Groups of settings share one route declaration, and the whole site is dearer than each of them.
    if (own[key] || method !== 'GET' || path.startsWith('/site/')) return []
    const filled = path.replace(/\{\w+\}/g, (name) => encodeURIComponent(fill[name] ?? name))
    return [[key, (turn: number): Sent => ({ path: `/api${filled}?limit=${500 - (turn % 400)}` })] as const]
  })
  const missing = rows.filter(({ method, path }) => method !== 'GET' && !own[`${method} ${path}`])
  if (missing.length > 0)
    throw new Error(`No request for ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
  return { ...own, ...Object.fromEntries(plain), ...createSiteRequests(subject) }
}

const readMainThread = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** Sends a request as a trusted proxy would, for a visitor at `address`. @returns the status. 0 without an answer */
async function send(origin: string, { method = 'GET', path, body, form }: Sent, address: string) {
  const sent = request(origin + path, {
    method,
    agent,
    headers: {
      'X-Forwarded-For': address,
      'Accept-Encoding': 'gzip, br',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
  })
  // A later error without a listener would end the bench.
  sent.on('error', () => {})
  sent.end(body !== undefined ? JSON.stringify(body) : form && new URLSearchParams(form).toString())
  try {
    const [response] = (await once(sent, 'response', { signal: AbortSignal.timeout(ANSWERS_MS) })) as [
      IncomingMessage,
    ]
    response.resume()
    await once(response, 'end')
    return response.statusCode ?? 0
  } catch {
    sent.destroy()
    return 0
  }
}

/** Loads `/` as another visitor until `stop` is called. @returns the answer times. ms */
function startProbe(origin: string) {
  const times: Promise<number>[] = []
  const timer = setInterval(() => {
    const from = performance.now()
    times.push(send(origin, { path: '/' }, '198.51.100.7').then(() => performance.now() - from))
  }, PROBE_INTERVAL_MS)
  return async (): Promise<number[]> => {
    clearInterval(timer)
    return Promise.all(times)
  }
}

const percentile95 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0

async function measureFlood(
  { pid, origin }: MeasuredServer,
  create: (turn: number) => Sent,
  getAddress: (turn: number) => string,
  probeMs: number,
) {
  const before = readMainThread(pid)
  const endProbe = startProbe(origin)
  const statuses: Promise<number>[] = []
  const startedAt = performance.now()
  for (let turn = 0; turn < (PER_SECOND * DURATION_MS) / 1_000; turn++) {
    const wait = startedAt + (turn * 1_000) / PER_SECOND - performance.now()
    if (wait > 0) await sleep(wait)
    statuses.push(send(origin, create(turn), getAddress(turn)))
  }
  const answered = await Promise.all(statuses)
  const times = await endProbe()
  const cpuMs = (readMainThread(pid) - before - probeMs * times.length) / answered.length
  const refused = answered.filter((status) => status === 429 || status === 503).length / answered.length
  return { cpuMs, p95Ms: percentile95(times), refused }
}

/** Opens connections that request different large lists and never read. @returns the largest memory meanwhile. MB */
async function measureSilentReaders({ pid, origin }: MeasuredServer): Promise<number> {
  const { port } = new URL(origin)
  const sockets: Socket[] = []
  let largest = 0
  for (let turn = 0; turn < SILENT_CONNECTIONS; turn++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(
      `GET /api/events?order=next&limit=${500 - turn} HTTP/1.1\r\nHost: club\r\nX-Forwarded-For: 203.0.113.250\r\n\r\n`,
    )
    sockets.push(socket)
    await sleep(1_000 / PER_SECOND)
    if (turn % 10 === 0) largest = Math.max(largest, readPss(pid))
  }
  for (let seconds = 0; seconds < 10; seconds++) {
    await sleep(1_000)
    largest = Math.max(largest, readPss(pid))
  }
  for (const socket of sockets) socket.destroy()
  return largest
}

/** @param club runs with TRUST_PROXY=1, so that requests can have different addresses */
export async function measureAnonymous(club: MeasuredServer): Promise<AnonymousFigures> {
  const subject = await createSubject(club)
  await waitUntilIdle(club)
  const before = readMainThread(club.pid)
  const endProbe = startProbe(club.origin)
  await sleep(DURATION_MS)
  const idleTimes = await endProbe()
  const probeMs = (readMainThread(club.pid) - before) / idleTimes.length
  const routes: RouteFigures[] = []
  let memoryMb = 0
  for (const [index, [route, create]] of Object.entries(createRequests(subject)).entries()) {
    // Each route has addresses of its own, so that it does not meet the counts of the one before.
    const one = await measureFlood(club, create, () => `203.0.113.${index}`, probeMs)
    memoryMb = Math.max(memoryMb, readPss(club.pid))
    const network = (turn: number) => `2001:db8:${index}:${(turn % 64).toString(16)}::1`
    const many = await measureFlood(club, create, network, probeMs)
    memoryMb = Math.max(memoryMb, readPss(club.pid))
    console.error(`${route}: ${one.cpuMs.toFixed(2)}, ${many.cpuMs.toFixed(2)} ms`)
    routes.push({
      route,
      cpuMs: [one.cpuMs, many.cpuMs],
      p95Ms: [one.p95Ms, many.p95Ms],
      refused: [one.refused, many.refused],
    })
  }
  const silentMemoryMb = await measureSilentReaders(club)
  agent.destroy()
  return { routes, idleP95Ms: percentile95(idleTimes), memoryMb, silentMemoryMb }
}
