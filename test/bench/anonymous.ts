/**
 * Measures what requests without a session cost the club and other visitors: each route gets its dearest request, 100 times a
 * second, from one address and from 64 addresses of one IPv6 /48.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnonymousRequest,
  createAnonymousRequests,
  type RequestedItems,
} from '../support/anonymous-requests.ts'
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

/** Creates a night whose public list has 2000 names and a promoter link. */
async function createSubject(club: MeasuredServer): Promise<RequestedItems> {
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

const readMainThread = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** Sends a request as a trusted proxy would, for a visitor at `address`. @returns the status. 0 without an answer */
async function send(origin: string, { method = 'GET', path, body, form }: AnonymousRequest, address: string) {
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
  create: (turn: number) => AnonymousRequest,
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
  // V8 compiles the code of a cached answer during the first requests.
  const endWarmUp = startProbe(club.origin)
  await sleep(2 * DURATION_MS)
  await endWarmUp()
  await waitUntilIdle(club)
  const before = readMainThread(club.pid)
  const endProbe = startProbe(club.origin)
  await sleep(DURATION_MS)
  const idleTimes = await endProbe()
  const probeMs = (readMainThread(club.pid) - before) / idleTimes.length
  const routes: RouteFigures[] = []
  let memoryMb = 0
  for (const [index, [route, create]] of Object.entries(createAnonymousRequests(subject)).entries()) {
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
