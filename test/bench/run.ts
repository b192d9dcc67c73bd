/**
 * Measures the club against its limits and prints one table. `npm run bench -- pages start` measures only these sections.
 * README.md in this folder describes the method and the results.
 */
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresDatabase, createSqliteDatabase } from '../support/empty-databases.ts'
import { startPostgres } from '../support/postgres.ts'
import { measureListSteps } from './admin-list.ts'
import { type AnonymousFigures, measureAnonymous } from './anonymous.ts'
import { measureDoor } from './door.ts'
import { createPhoto, fillClub } from './fill-club.ts'
import { createWrkScript, findVisitRequests, waitForFiles } from './first-visit.ts'
import {
  BROWSER_HEADERS,
  type MeasuredServer,
  requestAnswer,
  signIn,
  startBareServer,
  startClub,
  temporaryFolder,
  unpackRelease,
  waitUntilIdle,
} from './measured-servers.ts'
import { measurePastedNames } from './pasted-names.ts'
import { hasProgram, load, median, readCpu, readPss, repeat } from './process-figures.ts'

interface Row {
  what: string
  bar: string
  measured: string
  holds: boolean
}

const ROUNDS = 5

const fixed = (value: number, digits = 2) => value.toFixed(digits)

/** Data folders by their number of items. Each is filled once, and the sections share it. */
const dataFolders = new Map<string, Promise<string>>()
function createData(counts: Record<string, number>): Promise<string> {
  const key = JSON.stringify(counts)
  const data =
    dataFolders.get(key) ??
    (async () => {
      const folder = temporaryFolder()
      await fillClub({ databaseUrl: null, dataDir: folder }, counts)
      return folder
    })()
  dataFolders.set(key, data)
  return data
}

const club100 = () =>
  createData({ events: 100, podcast: 20, episode: 20, residents: 12, agency: 12, news: 100 })

/** Number of connections for each measured process. */
const CONNECTIONS = 32

/** Measures processor time per request under load (µs), and requests per second. */
async function measureUnderLoad(
  subject: MeasuredServer,
  path: string,
  headers: Record<string, string>,
  connections = CONNECTIONS,
) {
  const before = readCpu(subject.pid)
  const { requests, perSecond } = await load(subject.origin + path, { headers, connections })
  return { cpu: ((readCpu(subject.pid) - before) * 1000) / requests, perSecond }
}

/**
 * Starts a club and waits until it is idle. It encodes the pictures of new data after its start, which would count as load
 * of the measured requests.
 */
async function startIdleClub(...options: Parameters<typeof startClub>) {
  const club = await startClub(...options)
  await waitUntilIdle(club)
  return club
}

/** Measures the club and the bare server on each path. The rounds alternate between both servers. */
async function compareWithBare(paths: string[], headers: Record<string, string> = {}): Promise<Row[]> {
  const club = await startIdleClub(await club100())
  for (const path of paths) await load(club.origin + path, { seconds: 1, headers: BROWSER_HEADERS })
  // Waits, because the cache compresses new responses again when the club is idle.
  await waitUntilIdle(club)
  const bare = await startBareServer(
    club,
    paths.map((path) => ({ path, headers: BROWSER_HEADERS })),
  )
  for (const path of paths) await load(bare.origin + path, { seconds: 1, headers: BROWSER_HEADERS })
  const rows: Row[] = []
  for (const path of paths) {
    const rounds = await repeat(ROUNDS, async () => {
      const ours = await measureUnderLoad(club, path, { ...BROWSER_HEADERS, ...headers })
      const theirs = await measureUnderLoad(bare, path, BROWSER_HEADERS)
      return { ...ours, cpuRatio: ours.cpu / theirs.cpu, rate: ours.perSecond / theirs.perSecond }
    })
    const cpuRatio = median(rounds.map((round) => round.cpuRatio))
    const microseconds = median(rounds.map(({ cpu }) => cpu))
    const rate = median(rounds.map((round) => round.rate))
    rows.push({
      what: `${path}: CPU a request against bare node:http (requests a second)`,
      bar: '≤ 1.25',
      measured: `${fixed(cpuRatio)}, ${fixed(microseconds, 1)} µs (${fixed(rate)})`,
      holds: cpuRatio <= 1.25,
    })
  }
  await Promise.all([club.stop(), bare.stop()])
  return rows
}

/**
 * Measures a phone's first visit to `/` with the demo's content. The club and the bare server answer the same requests, in
 * alternating rounds.
 */
async function measureVisit(): Promise<Row[]> {
  const club = await startClub(temporaryFolder(), { DEMO: '1' })
  const visit = await findVisitRequests(club, '/')
  await waitForFiles(club, visit)
  await waitUntilIdle(club)
  const bare = await startBareServer(club, visit)
  const script = join(temporaryFolder(), 'visit.lua')
  writeFileSync(script, createWrkScript(visit))
  const measureCost = async ({ pid, origin }: MeasuredServer) => {
    const before = readCpu(pid)
    const { requests } = await load(origin, { script })
    return ((readCpu(pid) - before) / requests) * visit.length
  }
  for (const each of [club, bare]) await measureCost(each)
  const rounds = await repeat(ROUNDS, async () => ({
    ours: await measureCost(club),
    theirs: await measureCost(bare),
  }))
  await Promise.all([club.stop(), bare.stop()])
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs))
  const [ours, theirs] = [median(rounds.map((each) => each.ours)), median(rounds.map((each) => each.theirs))]
  return [
    {
      what: `A first visit of / on a phone, ${visit.length} requests: CPU against bare node:http`,
      bar: '≤ 1.5',
      measured: `${fixed(ratio)}, ${fixed(ours)} of ${fixed(theirs)} ms`,
      holds: ratio <= 1.5,
    },
  ]
}

/**
 * Measures the cost of a second process: processor time per request, compared with a single process. Each process has the
 * same number of connections. With fewer connections a process would answer fewer requests each time it wakes up, and each
 * request would seem to cost more.
 */
async function measureWorkers(): Promise<Row[]> {
  const folder = await club100()
  const oneProcess = await startIdleClub(folder)
  const twoProcesses = await startIdleClub(folder, { WORKERS: '2' })
  for (const each of [oneProcess, twoProcesses])
    await load(`${each.origin}/`, { seconds: 2, headers: BROWSER_HEADERS })
  await sleep(2_000)
  const rounds = await repeat(ROUNDS, async () => {
    const single = await measureUnderLoad(oneProcess, '/', BROWSER_HEADERS)
    const double = await measureUnderLoad(twoProcesses, '/', BROWSER_HEADERS, 2 * CONNECTIONS)
    return { ratio: double.cpu / single.cpu, rate: double.perSecond / single.perSecond }
  })
  await Promise.all([oneProcess.stop(), twoProcesses.stop()])
  const ratio = median(rounds.map((round) => round.ratio))
  return [
    {
      what: '/ with WORKERS=2: CPU a request against one process (requests a second)',
      bar: '≤ 1.15',
      measured: `${fixed(ratio)} (${fixed(median(rounds.map(({ rate }) => rate)))})`,
      holds: ratio <= 1.15,
    },
  ]
}

const pages = () => compareWithBare(['/', '/news'])

async function measureLists(): Promise<Row[]> {
  const rows = await compareWithBare(['/api/events', '/api/news'])
  const club = await startIdleClub(await club100())
  const { headers } = await requestAnswer(`${club.origin}/api/events`)
  const etag = headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] as string
  const rounds = await repeat(ROUNDS, async () => {
    const whole = await measureUnderLoad(club, '/api/events', BROWSER_HEADERS)
    const unchanged = await measureUnderLoad(club, '/api/events', {
      ...BROWSER_HEADERS,
      'If-None-Match': etag,
    })
    return unchanged.cpu / whole.cpu
  })
  await club.stop()
  const ratio = median(rounds)
  const row = {
    what: '/api/events: CPU of a 304 against its 200',
    bar: '< 1',
    measured: fixed(ratio),
    holds: ratio < 1,
  }
  return [...rows, row]
}

/** The fields that each edit changes, by resource. The texts differ for each edit. */
const changes = {
  news: (edit: number) => ({
    newsDescription: `Cambio ${edit}`,
    newsBody: `<p>Todo el texto, por ${edit}.ª vez.</p>`,
  }),
  events: (edit: number) => ({ statusNote: `Cambio ${edit}` }),
}

/**
 * Creates a function that sends a PUT request with a new text for the newest item, over one kept connection. It uses
 * node:http, because fetch keeps the other processor so busy that the measured time of the club grows by a fifth to a
 * third.
 */
async function createEditor(club: MeasuredServer, resource: keyof typeof changes = 'news') {
  const cookie = await signIn(club)
  const listed = await (await fetch(`${club.origin}/api/${resource}?limit=1`)).json()
  const [item] = (Array.isArray(listed) ? listed : listed.data) as { _id: string }[]
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let edits = 0
  return async () => {
    const sent = request(`${club.origin}/api/${resource}/${item?._id}`, {
      method: 'PUT',
      agent,
      headers: { ...BROWSER_HEADERS, 'Content-Type': 'application/json', cookie },
    })
    sent.end(JSON.stringify(changes[resource](++edits)))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await buffer(response)
    if (response.statusCode !== 200) throw new Error(`PUT failed: ${response.statusCode}`)
  }
}

/** @returns a function that changes the settings of the club. Each call sends a different text */
async function createSettingsEditor(club: MeasuredServer): Promise<() => Promise<void>> {
  const cookie = await signIn(club)
  let edits = 0
  return async () => {
    const response = await fetch(`${club.origin}/api/site/identity`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify({ description: `Un club, dicho ${++edits} veces.` }),
    })
    if (!response.ok) throw new Error(`PUT failed: ${response.status}`)
    await response.arrayBuffer()
  }
}

/** Measures the processor time of one request after `prepare`. Returns the median of many requests. ms */
async function measureCpu(
  club: MeasuredServer,
  paths: string[],
  prepare: () => Promise<void>,
): Promise<number> {
  const costs = await repeat(30, async () => {
    await prepare()
    // Gives the background work of the write time to end.
    await sleep(30)
    const before = readCpu(club.pid)
    for (const path of paths) await requestAnswer(club.origin + path)
    return (readCpu(club.pid) - before) / paths.length
  })
  return median(costs.slice(10))
}

async function measureMisses(): Promise<Row[]> {
  const club = await startIdleClub(
    await createData({ events: 2500, podcast: 1240, episode: 1200, residents: 30, agency: 30, news: 5000 }),
  )
  const edit = await createEditor(club)
  const editSettings = await createSettingsEditor(club)
  const rows: Row[] = []
  for (const [path, after, change] of [
    ['/', 'a change', edit],
    ['/news', 'a change', edit],
    ['/', 'a change of a setting', editSettings],
  ] as const) {
    const cost = await measureCpu(club, [path], change)
    rows.push({
      what: `${path} after ${after}, 10000 items: CPU`,
      bar: '< 25 ms',
      measured: `${fixed(cost, 1)} ms`,
      holds: cost < 25,
    })
  }
  await club.stop()
  return rows
}

async function measureWrites(): Promise<Row[]> {
  const club = await startIdleClub(await club100())
  const edit = await createEditor(club)
  // Warms up: V8 compiles the code during the first requests, which doubles their cost.
  await repeat(3000, edit)
  const batches = await repeat(ROUNDS, async () => {
    const before = readCpu(club.pid)
    await repeat(200, edit)
    return (readCpu(club.pid) - before) / 200
  })
  await club.stop()
  const cost = median(batches)
  return [
    {
      what: 'PUT of a news item, SQLite, synchronous=FULL: CPU (its one flush is asserted in a test)',
      bar: '≤ 1.2 ms',
      measured: `${fixed(cost)} ms`,
      holds: cost <= 1.2,
    },
  ]
}

async function measurePictures(): Promise<Row[]> {
  const club = await startIdleClub(await club100())
  const cookie = await signIn(club)
  const send = async (seed: number) => {
    const image = `data:image/jpeg;base64,${(await createPhoto(seed)).toString('base64')}`
    const body = JSON.stringify({ image })
    return async () => {
      const before = readCpu(club.pid)
      const startedAt = performance.now()
      const response = await fetch(`${club.origin}/api/media`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', cookie },
        body,
      })
      if (!response.ok) throw new Error(`POST /media failed: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      return { cpu: readCpu(club.pid) - before, wall: performance.now() - startedAt }
    }
  }
  const alone = await repeat(ROUNDS, async (turn) => {
    const result = await (await send(turn))()
    // Waits until the AVIF files of the picture are encoded, because this work must not overlap with the next measurement.
    await waitUntilIdle(club)
    return result
  })
  const uploads = await Promise.all(Array.from({ length: 4 }, (_, index) => send(100 + index)))
  const visitors = load(`${club.origin}/news`, { seconds: 5, connections: 4, headers: BROWSER_HEADERS })
  for (const upload of uploads) await upload()
  const { p99 } = await visitors
  // Waits until all AVIF files exist. Otherwise a later section that starts a club with the same data would encode them.
  await waitUntilIdle(club)
  await club.stop()
  const cpu = median(alone.map((each) => each.cpu))
  return [
    {
      what: 'Picture of 12 megapixels: CPU before the answer',
      bar: '≤ 800 ms',
      measured: `${fixed(cpu, 0)} ms (${fixed(median(alone.map(({ wall }) => wall)), 0)} ms by the clock)`,
      holds: cpu <= 800,
    },
    {
      what: 'p99 of other requests during four such uploads',
      bar: '< 50 ms',
      measured: `${fixed(p99, 1)} ms`,
      holds: p99 < 50,
    },
  ]
}

async function measureGrowthOfAll(): Promise<Row[]> {
  const folders = await Promise.all([
    club100(),
    createData({
      events: 20_000,
      podcast: 19_940,
      episode: 10_000,
      residents: 30,
      agency: 30,
      news: 50_000,
    }),
  ])
  const rows: Row[] = []
  const clubs = await Promise.all(folders.map((folder) => startIdleClub(folder, { METRICS_TOKEN: TOKEN })))
  const questions: Record<string, string[]> = {
    'a page (/)': ['/', '/'],
    'a list (/api/news?limit=100) after a change': ['/api/news?limit=100', '/api/news?limit=100'],
    'a count (/api/news?limit=1) after a change': ['/api/news?limit=1', '/api/news?limit=1'],
    // Searches for a word of most items and the number of one item, so that the result is equally rare in both clubs.
    'a search': ['/api/news?q=techno%2077', '/api/news?q=techno%2049977'],
  }
  for (const [what, paths] of Object.entries(questions))
    rows.push(await measureGrowth(`Growth 264 → 100000 items: ${what}`, clubs, paths, 'news'))
  const cache = await readCacheFigures(clubs[1] as MeasuredServer)
  rows.push({
    what: 'Cache of answers, once 2500 different lists of 20 were requested',
    bar: 'bounded',
    measured: `${fixed(cache.bytes / 1e6, 1)} of ${fixed(cache.limit / 1e6, 1)} MB in ${cache.entries} answers`,
    holds: cache.bytes <= cache.limit,
  })
  await Promise.all(clubs.map((club) => club.stop()))
  return rows
}

/**
 * Measures the processor time of the same request on a small and a large club.
 * @param paths a path for each club, in the order of the clubs
 */
async function measureGrowth(
  what: string,
  clubs: MeasuredServer[],
  paths: string[],
  edited: keyof typeof changes,
): Promise<Row> {
  const costs: number[] = []
  for (const [index, club] of clubs.entries())
    costs.push(await measureCpu(club, [paths[index] as string], await createEditor(club, edited)))
  const [small = 0, large = 0] = costs
  return {
    what,
    bar: '≤ 1.5 times',
    measured: `${fixed(large / small)} (${fixed(small, 1)} → ${fixed(large, 1)} ms)`,
    holds: large / small <= 1.5,
  }
}

/**
 * Measures growth of the nights only. Both clubs have the same number of future nights. The large club has more past
 * nights.
 */
async function measureNights(): Promise<Row[]> {
  const folders = await Promise.all([createData({ events: 264 }), createData({ events: 100_000 })])
  const clubs = await Promise.all(folders.map((folder) => startIdleClub(folder)))
  const { slug } = await fetchLastNight(clubs[0] as MeasuredServer)
  const rows: Row[] = []
  for (const path of ['/', '/fechas', `/fechas/${slug}`, '/fechas.ics', '/api/events?limit=100'])
    rows.push(
      await measureGrowth(
        `Growth 264 → 100000 nights: ${path.replace(slug, '{slug}')} after a change`,
        clubs,
        [path, path],
        'events',
      ),
    )
  await Promise.all(clubs.map((club) => club.stop()))
  return rows
}

/** Returns the upcoming night with the latest date. Its page has the same address in both clubs. */
async function fetchLastNight(club: MeasuredServer): Promise<{ slug: string }> {
  const { data } = await (await fetch(`${club.origin}/api/events?limit=1`)).json()
  return data[0]
}

const TOKEN = 'figures-for-the-bench-alone'

/** Returns the size and the limit of the cache of answers after one request to each of many addresses. Bytes */
async function readCacheFigures(club: MeasuredServer) {
  for (let page = 1; page <= 2500; page++)
    await (await fetch(`${club.origin}/api/news?limit=20&page=${page}`)).arrayBuffer()
  const response = await fetch(`${club.origin}/api/metrics`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  })
  const text = await response.text()
  const figure = (name: string) => Number(new RegExp(`^${name}{cache="answers"} (\\d+)`, 'm').exec(text)?.[1])
  return {
    bytes: figure('cache_bytes'),
    limit: figure('cache_limit_bytes'),
    entries: figure('cache_entries'),
  }
}

async function measureStart(): Promise<Row[]> {
  const folder = await club100()
  const release = join(await unpackRelease(), 'server.js')
  const programs = [
    ['scripts/start.mjs to the first 200 of /, built site', 'scripts/start.mjs'],
    ['server.js of a release to the first 200 of /', release],
  ] as const
  const rows: Row[] = []
  for (const [what, program] of programs) {
    const times = await repeat(2 * ROUNDS, async () => {
      const club = await startClub(folder, {}, program)
      await club.stop()
      return club.readyMs
    })
    // Ignores the first start, which fills the compile cache.
    const time = median(times.slice(1))
    rows.push({
      what: `Start: ${what}`,
      bar: '≤ 400 ms',
      measured: `${fixed(time, 0)} ms`,
      holds: time <= 400,
    })
  }
  return rows
}

async function measureMemory(): Promise<Row[]> {
  const rounds = await repeat(3, async () => {
    const club = await startClub(await club100())
    await sleep(2_000)
    const idle = readPss(club.pid)
    await load(`${club.origin}/`, { seconds: 10, connections: 32, headers: BROWSER_HEADERS })
    const loaded = readPss(club.pid)
    await club.stop()
    return { idle, loaded }
  })
  const idle = median(rounds.map((round) => round.idle))
  const loaded = median(rounds.map((round) => round.loaded))
  return [
    { what: 'Memory (PSS), idle', bar: '≤ 120 MB', measured: `${fixed(idle, 0)} MB`, holds: idle <= 120 },
    {
      what: 'Memory (PSS), after 10 s at 32 connections',
      bar: '≤ 190 MB',
      measured: `${fixed(loaded, 0)} MB`,
      holds: loaded <= 190,
    },
  ]
}

/** Measures the main thread of a phone that shows a list of 10000 nights in the back office. */
async function measureList(): Promise<Row[]> {
  const club = await startClub(await createData({ events: 10_000, news: 12 }))
  try {
    await waitUntilIdle(club)
    const steps = await measureListSteps(club)
    if (steps === null) console.error('list10000 needs a Chromium. CHROMIUM is the path of one.')
    return (steps ?? []).map(({ what, busy, own }) => ({
      what: `10000 nights, a phone four times slower: ${what}`,
      bar: '≤ 100 ms',
      measured: `${fixed(busy, 0)} ms, ${fixed(own, 0)} of it scripts, style and layout`,
      holds: busy <= 100,
    }))
  } finally {
    await club.stop()
  }
}

/** Measures the door of a night with 2000 guests and 5000 entries. */
async function measureDoors(): Promise<Row[]> {
  const club = await startClub(await createData({ events: 1 }))
  try {
    await waitUntilIdle(club)
    const { batchMs, pollMs, snapshotMs, snapshotKb, changeKb, search } = await measureDoor(club)
    if (search === null)
      console.error('The search of the door needs a Chromium. CHROMIUM is the path of one.')
    const what = 'Door, 1500 guests, 2000 tickets, 5000 entries'
    return [
      {
        what: `${what}: CPU of a POST with 500 entries`,
        bar: '< 60 ms',
        measured: `${fixed(batchMs, 1)} ms`,
        holds: batchMs < 60,
      },
      {
        what: `${what}: snapshot, compressed (its CPU; CPU of a call for changes without any)`,
        bar: '≤ 250 kB',
        measured: `${fixed(snapshotKb, 0)} kB (${fixed(snapshotMs, 1)}; ${fixed(pollMs, 1)} ms)`,
        holds: snapshotKb <= 250,
      },
      {
        what: `${what}: changes after one name, compressed`,
        bar: '≤ 5 kB',
        measured: `${fixed(changeKb, 1)} kB`,
        holds: changeKb <= 5,
      },
      ...(search === null
        ? []
        : [
            {
              what: `${what}: first load of a phone, to its first name`,
              bar: '≤ 400 kB',
              measured: `${fixed(search.firstLoadKb, 0)} kB`,
              holds: search.firstLoadKb <= 400,
            },
            {
              what: 'Door, a phone four times slower: scripts, style and layout of a key in the search',
              bar: '< 16 ms',
              measured: `${fixed(search.median, 1)} ms, p95 ${fixed(search.p95, 1)} ms`,
              holds: search.p95 < 16,
            },
          ]),
    ]
  } finally {
    await club.stop()
  }
}

/** Measures the dearest requests of visitors on both databases. */
async function measureAnonymousRoutes(): Promise<Row[]> {
  const server = await startPostgres({ own: true })
  try {
    const rows: Row[] = []
    for (const [name, place] of [
      ['SQLite', await createSqliteDatabase()],
      ['PostgreSQL', await createPostgresDatabase(server.url)],
    ] as const) {
      const counts = { events: 300, podcast: 20, episode: 20, residents: 12, agency: 12, news: 120 }
      await fillClub(place, counts, { areNightsDetailed: true })
      const club = await startClub(place.dataDir, {
        DATABASE_URL: place.databaseUrl ?? '',
        TRUST_PROXY: '1',
        SITE_URL: 'https://club.example',
      })
      rows.push(...toAnonymousRows(name, await measureAnonymous(club)))
      await club.stop()
      await place.dispose()
    }
    return rows
  } finally {
    await server.stop()
  }
}

function toAnonymousRows(
  database: string,
  { routes, idleP95Ms, memoryMb, silentMemoryMb }: AnonymousFigures,
): Row[] {
  const both = (values: [number, number], digits: number) =>
    values.map((value) => fixed(value, digits)).join(', ')
  return [
    ...routes.map(({ route, cpuMs, p95Ms, refused }) => ({
      what: `${database}, ${route}: main thread a request; p95 of / meanwhile; refused`,
      bar: '≤ 2, ≤ 50 ms',
      measured: `${both(cpuMs, 2)}; ${both(p95Ms, 0)} ms; ${both([100 * refused[0], 100 * refused[1]], 0)} %`,
      holds: Math.max(...cpuMs) <= 2 && Math.max(...p95Ms) <= 50,
    })),
    {
      what: `${database}, p95 of / without these requests`,
      bar: '≤ 50 ms',
      measured: `${fixed(idleP95Ms, 1)} ms`,
      holds: idleP95Ms <= 50,
    },
    ...(
      [
        ['memory (PSS)', memoryMb],
        ['memory (PSS) with 150 connections that do not read', silentMemoryMb],
      ] as const
    ).map(([what, megabytes]) => ({
      what: `${database}, ${what}`,
      bar: '≤ 250 MB',
      measured: `${fixed(megabytes, 0)} MB`,
      holds: megabytes <= 250,
    })),
  ]
}

async function measureNames(): Promise<Row[]> {
  const { thousandMs, worstMs } = await measurePastedNames()
  return [
    {
      what: 'Pasted names: 1,000 lines of a chat',
      bar: '< 50 ms',
      measured: `${fixed(thousandMs, 1)} ms`,
      holds: thousandMs < 50,
    },
    {
      what: 'Pasted names: the worst line of 64 kB',
      bar: '< 5 ms',
      measured: `${fixed(worstMs, 2)} ms`,
      holds: worstMs < 5,
    },
  ]
}

const sections: Record<string, { measure(): Promise<Row[]>; needs: string[] }> = {
  visit: { measure: measureVisit, needs: ['wrk'] },
  pages: { measure: pages, needs: ['wrk'] },
  workers: { measure: measureWorkers, needs: ['wrk'] },
  lists: { measure: measureLists, needs: ['wrk'] },
  miss: { measure: measureMisses, needs: [] },
  write: { measure: measureWrites, needs: [] },
  picture: { measure: measurePictures, needs: ['wrk'] },
  growth: { measure: measureGrowthOfAll, needs: [] },
  nights: { measure: measureNights, needs: [] },
  list10000: { measure: measureList, needs: [] },
  door: { measure: measureDoors, needs: [] },
  names: { measure: measureNames, needs: [] },
  anonymous: { measure: measureAnonymousRoutes, needs: [] },
  start: { measure: measureStart, needs: [] },
  memory: { measure: measureMemory, needs: ['wrk'] },
}

function toTable(rows: Row[]): string {
  const cells = [
    ['What', 'Bar', 'Measured', ''],
    ...rows.map(({ what, bar, measured, holds }) => [what, bar, measured, holds ? 'holds' : 'FALLS SHORT']),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => (row[column] as string).length)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

if (process.platform !== 'linux') {
  console.error('The bench reads processor time and memory from /proc: it needs Linux.')
  process.exit(1)
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !sections[name])
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Sections: ${Object.keys(sections).join(', ')}`)
  process.exit(1)
}
const busy = loadavg()
const rows: Row[] = []
const missing = new Set<string>()
const failed: string[] = []
for (const [name, { measure, needs }] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const absent = needs.filter((program) => !hasProgram(program))
  for (const program of absent) missing.add(program)
  if (absent.length > 0) continue
  process.stderr.write(`${name}…\n`)
  try {
    rows.push(...(await measure()))
  } catch (error) {
    // A run takes half an hour, so the other sections are measured.
    failed.push(name)
    console.error(error)
  }
}
for (const folder of dataFolders.values()) rmSync(join(await folder), { recursive: true, force: true })
console.log(toTable(rows))
const [others = 0] = busy
if (others > availableParallelism() / 2)
  console.log(
    `\nThe machine was busy with other work (load ${fixed(others, 1)} before the first round): only ratios mean something; times are longer than they are.`,
  )
if (missing.size > 0)
  console.log(
    `\nNot measured, since these programs are missing: ${[...missing].join(', ')} (Debian: apt-get install wrk).`,
  )
if (failed.length > 0) {
  console.log(`\nNot measured, because of the errors above: ${failed.join(', ')}.`)
  process.exitCode = 1
}
const short = rows.filter(({ holds }) => !holds)
console.log(
  short.length === 0
    ? '\nEvery bar that was measured holds.'
    : `\nFall short:\n${short.map(({ what }) => `- ${what}`).join('\n')}`,
)
