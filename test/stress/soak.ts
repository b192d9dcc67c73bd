/**
 * Runs a mixed load at a moderate rate for half an hour: visitors, feed readers, an editor, uploads, sign-ins and
 * sign-outs, and messages that a mail server accepts. No other test shows resources that grow without a limit.
 */
import { readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPhoto } from '../bench/fill-club.ts'
import { signIn, startClub, temporaryFolder } from '../bench/measured-servers.ts'
import { median } from '../bench/process-figures.ts'
import { startMailServer } from '../support/mailserver.ts'
import { parseSamples } from '../support/prometheus-samples.ts'
import type { Section, Tally } from './stress-section.ts'

const MINUTES = { short: 1, long: 30 }

const PERIOD_COUNT = 30
/** Number of the first periods that are ignored, because the club warms up. */
const WARM_UP_PERIODS = 6
const MEASUREMENTS_PER_PERIOD = 4

const TOKEN = 'soak'
/** Longest wait for an answer or for the delivery of a mail. ms */
const PATIENCE_MS = 20_000

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  milliseconds: number
}

interface Measurement {
  /**
   * RSS of the serving process, without the image worker, which starts and ends during the load. PSS would hide growth,
   * because it divides pages shared with other Node processes on this machine. MB
   */
  memory: number
  /** The part of `memory` that cached answers use (platform/cache). MB */
  cached: number
  handles: number
  /** Delay of the event loop. ms */
  lag: number
}

interface Period extends Measurement {
  p50: number
  p99: number
  load: number
}

/**
 * When the load per processor is higher than this, the test ignores times, because they depend more on other programs than
 * on the club.
 */
const BUSY_LOAD = 1.5

/** The median of the last third of the periods may exceed that of the first third by this factor plus this constant. */
const ALLOWED_GROWTH: Record<
  'memory' | 'handles' | 'lag' | 'p50' | 'p99',
  { factor: number; constant: number; unit: string; isTime?: true }
> = {
  memory: { factor: 1.1, constant: 0, unit: 'MB' },
  handles: { factor: 1, constant: 24, unit: '' },
  lag: { factor: 1.5, constant: 10, unit: 'ms', isTime: true },
  p50: { factor: 1.5, constant: 2, unit: 'ms', isTime: true },
  p99: { factor: 1.5, constant: 50, unit: 'ms', isTime: true },
}

/** Factor on the allowed growth. The short form has too little time to warm up, so it allows more. */
const SLACK = { short: 6, long: 1 }

export const soak: Section = (scale) => runSoak(MINUTES[scale], SLACK[scale])

export async function runSoak(minutes: number, slack: number): Promise<Tally[]> {
  const mail = await startMailServer()
  const dataDir = temporaryFolder()
  // Fills the database in a process of its own, so that its time and memory do not count.
  await (await startClub(dataDir, { DEMO: '1' })).stop()
  const club = await startClub(dataDir, {
    SMTP_URL: mail.url,
    MAIL_TO: 'puerta@club.example',
    METRICS_TOKEN: TOKEN,
    // Lets each message come from a different address, given in X-Forwarded-For.
    TRUST_PROXY: '1',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 24 })
  const periodMs = (minutes * 60_000) / PERIOD_COUNT
  const stopping = new AbortController()
  const counts = { done: 0, bad: 0, messages: 0 }
  const failureCounts = new Map<string, number>()
  let times: number[] = []
  let cookie = ''

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAt = performance.now()
      const text = body === undefined ? null : JSON.stringify(body)
      const outgoing = request(
        club.origin + path,
        {
          method,
          agent,
          signal: AbortSignal.timeout(PATIENCE_MS),
          headers: {
            'Accept-Encoding': 'br, gzip',
            ...(text !== null && {
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(text),
            }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
              milliseconds: performance.now() - startedAt,
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })

  /** @returns the answer. Null when it has another status, which counts as bad */
  async function expect(status: number, ...args: Parameters<typeof send>): Promise<Answer | null> {
    const [method, path] = args
    const answer = await send(...args).catch((error: NodeJS.ErrnoException) => error)
    counts.done++
    if (!(answer instanceof Error) && answer.status === status) {
      if (method === 'GET') times.push(answer.milliseconds)
      return answer
    }
    counts.bad++
    const what = `${method} ${path.replace(/[0-9a-f-]{30,}/, ':id')} ${answer instanceof Error ? (answer.code ?? answer.name) : answer.status}`
    failureCounts.set(what, (failureCounts.get(what) ?? 0) + 1)
    return null
  }

  const read = (path: string) => expect(200, 'GET', path)
  const write = (status: number, method: string, path: string, body?: unknown) =>
    expect(status, method, path, body, { Cookie: cookie })
  const parseId = (answer: Answer | null) =>
    answer === null ? null : (JSON.parse(answer.body.toString()) as { _id: string })._id

  /**
   * Starts `work` at this rate, without waiting for the previous run to end, because real visitors do not wait for each
   * other.
   */
  async function repeatAtRate(aSecond: number, work: (turn: number) => Promise<unknown>): Promise<void> {
    const underWay = new Set<Promise<unknown>>()
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const run = work(turn).finally(() => underWay.delete(run))
      underWay.add(run)
      await sleep(1000 / aSecond, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(underWay)
  }

  const { pages, pictures: picturePaths } = await findPagesAndPictures([
    '/',
    '/news',
    '/fechas',
    '/en',
    '/?utm_source=x',
  ])
  const lists = [
    '/events',
    '/news',
    '/podcast',
    '/episode',
    '/residents',
    '/agency',
    '/news?limit=5',
    '/news?q=noche',
    '/agency?q=a&limit=3',
  ]
  const link = 'https://club.example/algo'

  /**
   * Finds the pages to which the given pages link, and the pictures of all of them. Its requests also fill the cache before
   * the measurement.
   */
  async function findPagesAndPictures(startPaths: string[]) {
    const pages = new Set(startPaths)
    const pictures = new Set<string>()
    for (const path of pages) {
      const { body, headers } = await send('GET', path, undefined, { 'Accept-Encoding': 'identity' })
      if (!headers['content-type']?.startsWith('text/html')) pages.delete(path)
      const text = body.toString()
      for (const [, target] of text.matchAll(/ href="(\/[\w/-]*)"/g))
        if (
          startPaths.includes(path) &&
          target !== undefined &&
          !/^\/(ir|login|register|admin|assets)\b/.test(target)
        )
          pages.add(target)
      for (const [picture] of text.matchAll(/\/media\/[0-9a-f]+-\d+\.(?:avif|webp|jpg)/g))
        pictures.add(picture)
    }
    return { pages: [...pages], pictures: [...pictures] }
  }

  async function loadPicture(turn: number) {
    const path = picturePaths[turn % picturePaths.length] as string
    const answer = await send('GET', path).catch(() => null)
    counts.done++
    // Accepts a redirect, because a picture whose file is still being encoded redirects to another file.
    if (answer === null || ![200, 302].includes(answer.status)) counts.bad++
  }

  const count = (turn: number) =>
    expect(
      204,
      'POST',
      '/api/visits',
      { path: pages[turn % pages.length], source: 'stress' },
      {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        'X-Forwarded-For': `198.19.${(turn >> 8) % 256}.${turn % 256}`,
      },
    )
  const pictures = await Promise.all([1, 2, 3].map(createPhoto))

  async function writeItems(turn: number) {
    const id = parseId(
      await write(201, 'POST', '/api/residents', { name: `Artista ${turn}`, pressKit: link }),
    )
    if (id === null) return
    await write(200, 'PUT', `/api/residents/${id}`, { name: `Artista ${turn}, otra vez` })
    await read(`/api/residents/${id}`)
    await write(204, 'DELETE', `/api/residents/${id}`)
    await write(204, 'DELETE', `/api/trash/residents/${id}`)
  }

  async function upload(turn: number) {
    const picture = pictures[turn % pictures.length] as Buffer
    const flyer = `data:image/jpeg;base64,${picture.toString('base64')}`
    const answer = await write(201, 'POST', '/api/podcast', { flyer, intro: `Intro ${turn}`, url: link })
    const id = parseId(answer)
    if (answer === null || id === null) return
    await read((JSON.parse(answer.body.toString()) as { flyer: string }).flyer)
    await write(204, 'DELETE', `/api/podcast/${id}`)
    await write(204, 'DELETE', `/api/trash/podcast/${id}`)
  }

  async function signInAndOut() {
    const own = await signIn(club).catch(() => null)
    counts.done++
    if (own === null) counts.bad++
    else await expect(204, 'POST', '/api/auth/logout', {}, { Cookie: own })
  }

  async function message(turn: number) {
    const answer = await expect(
      201,
      'POST',
      '/api/mail/sendMail',
      { person: 'Ana', from: 'ana@mail.example', body: `Mensaje ${turn}.` },
      { 'X-Forwarded-For': `198.18.${(turn >> 8) % 256}.${turn % 256}` },
    )
    if (answer) counts.messages++
  }

  async function measure(): Promise<Measurement> {
    const answer = await send('GET', '/api/metrics', undefined, { Authorization: `Bearer ${TOKEN}` })
    const samples = parseSamples(answer.body.toString())
    return {
      memory: readRss(club.pid),
      cached: ['pages', 'answers', 'files', 'pictures'].reduce(
        (sum, cache) => sum + (samples.get(`cache_bytes{cache="${cache}"}`) ?? Number.NaN) / 1_048_576,
        0,
      ),
      handles: samples.get('process_open_fds') ?? Number.NaN,
      lag: (samples.get('nodejs_eventloop_lag_p99_seconds') ?? Number.NaN) * 1000,
    }
  }

  try {
    cookie = await signIn(club)
    const everybody = [
      repeatAtRate(15, (turn) => read(pages[turn % pages.length] as string)),
      repeatAtRate(15, (turn) => read(`/api${lists[turn % lists.length]}`)),
      repeatAtRate(10, loadPicture),
      repeatAtRate(2, count),
      repeatAtRate(1, writeItems),
      repeatAtRate(1 / 20, upload),
      repeatAtRate(1 / 5, signInAndOut),
      // Stays below sixty messages an hour: the server sends no mail for messages above this limit.
      repeatAtRate(50 / (Math.min(minutes, 60) * 60), message),
    ]
    const periods: Period[] = []
    console.error(
      '| Minute | Memory, MB | of it cached | Handles | Loop lag p99, ms | Reading p50, ms | p99, ms | Load |',
    )
    console.error('|---|---|---|---|---|---|---|---|')
    for (let index = 0; index < PERIOD_COUNT; index++) {
      const looks: Measurement[] = []
      times = []
      for (let count = 0; count < MEASUREMENTS_PER_PERIOD; count++) {
        await sleep(periodMs / MEASUREMENTS_PER_PERIOD)
        looks.push(await measure())
      }
      const sorted = times.toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
      const period = {
        memory: median(looks.map(({ memory }) => memory)),
        cached: median(looks.map(({ cached }) => cached)),
        handles: median(looks.map(({ handles }) => handles)),
        lag: median(looks.map(({ lag }) => lag)),
        p50: at(0.5),
        p99: at(0.99),
        load: loadavg()[0] as number,
      }
      periods.push(period)
      const { memory, cached, handles, lag, p50, p99, load } = period
      const minute = ((index + 1) * periodMs) / 60_000
      console.error(
        `| ${minute.toFixed(1)} | ${[memory, cached, handles, lag, p50, p99, load].map((each) => each.toFixed(1)).join(' | ')} |`,
      )
    }
    stopping.abort()
    await Promise.all(everybody)
    for (const [what, count] of failureCounts) console.error(`${count} times ${what}`)
    return [
      { what: `Soak of ${minutes} min: requests`, done: counts.done, bad: counts.bad },
      await checkDelivery(),
      compareThirds(periods, slack),
    ]
  } finally {
    stopping.abort()
    agent.destroy()
    await club.stop()
    await mail.close()
  }

  /** Checks that the mail server gets every accepted message before PATIENCE_MS has passed. */
  async function checkDelivery(): Promise<Tally> {
    const deadline = Date.now() + PATIENCE_MS
    while (mail.mails.length < counts.messages && Date.now() < deadline) await sleep(100)
    return {
      what: 'Messages accepted, and delivered by SMTP',
      done: counts.messages,
      bad: counts.messages - mail.mails.length,
    }
  }
}

/** Returns the resident memory of a process from proc(5). MB */
const readRss = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** Compares the medians of the last third of the periods with those of the first third, after the warm-up. */
function compareThirds(periods: Period[], slack: number): Tally {
  const warm = periods.slice(WARM_UP_PERIODS)
  const third = Math.floor(warm.length / 3)
  const compare = (name: keyof Period) =>
    [warm.slice(0, third), warm.slice(-third)].map((some) => median(some.map((period) => period[name]))) as [
      number,
      number,
    ]
  const load = compare('load')
  const isBusy = Math.max(...load) > BUSY_LOAD * availableParallelism()
  const figures = (Object.keys(ALLOWED_GROWTH) as (keyof typeof ALLOWED_GROWTH)[]).map((name) => {
    const { factor, constant, unit, isTime = false } = ALLOWED_GROWTH[name]
    const [first, last] = compare(name)
    return {
      isJudged: !(isTime && isBusy),
      // NaN fails this comparison, so a missing value counts as growth.
      isFlat: last <= first * (1 + (factor - 1) * slack) + constant * slack,
      text: `${name} ${first.toFixed(1)} → ${last.toFixed(1)} ${unit}`.trim(),
    }
  })
  const judged = figures.filter(({ isJudged }) => isJudged)
  const busy = `times not judged: the machine was busy (load ${load.map((each) => each.toFixed(1)).join(' → ')})`
  return {
    what: 'Figures that did not grow from the first third to the last',
    done: judged.length,
    bad: judged.filter(({ isFlat }) => !isFlat).length,
    notes: [...figures.map(({ text }) => text), ...(isBusy ? [busy] : [])].join(', '),
  }
}
