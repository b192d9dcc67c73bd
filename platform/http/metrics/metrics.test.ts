/** /api/metrics: access by METRICS_TOKEN, the Prometheus format, and the values. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'
import { spellMetricsPath } from '../../../test/support/metrics-path.ts'
import { parseSamples } from '../../../test/support/prometheus-samples.ts'
import { expectProblem } from '../../../test/support/refusals.ts'
import { SLOW_QUERY_MS } from './metrics.ts'

const run = promisify(execFile)
const TOKEN = 'una-clave~para.las+cifras/=='
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

test('does not load prom-client without METRICS_TOKEN', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '-e',
    `import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../ops/container.ts')).href)})
console.log(JSON.stringify([loaded.length > 50, loaded.filter((url) => /prom-client/.test(url))]))`,
  ])
  expect(JSON.parse(stdout)).toEqual([true, []])
})

describe('the metrics', () => {
  let database: TestDatabase
  let club: TestClub
  beforeAll(async () => {
    database = await createDatabase()
    club = await openTestClub(database, { env: { METRICS_TOKEN: TOKEN } })
  })
  afterAll(async () => {
    await club.stop()
    await database.dispose()
  })

  const ask = (authorization?: string) =>
    club.send('GET', '/api/metrics', authorization ? { headers: { Authorization: authorization } } : {})
  const read = async () => {
    const response = await ask(`Bearer ${TOKEN}`)
    expect(response.status).toBe(200)
    return parseSamples(await response.text())
  }
  const grown = async (work: () => Promise<unknown>) => {
    const before = await read()
    await work()
    const after = await read()
    return (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0)
  }

  test('need the token, which a session does not replace', async () => {
    const { cookie } = await club.signIn()
    for (const authorization of [
      undefined,
      TOKEN,
      'Bearer',
      'Bearer x',
      `Bearer ${TOKEN}x`,
      `Basic ${TOKEN}`,
    ]) {
      const response = await ask(authorization)
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer')
      await expectProblem(response, 'metrics-token-needed')
    }
    await expectProblem(await club.send('GET', '/api/metrics', { as: cookie }), 'metrics-token-needed')
    const answer = await ask(`bearer ${TOKEN}`)
    expect(answer.headers.get('Content-Type')).toBe(METRICS_TYPE)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('refuse an address after ten wrong tokens, also the right one, and answer other addresses', async () => {
    const from = '198.51.100.40'
    const guess = (token: string, address = from) =>
      club.send('GET', '/api/metrics', { from: address, headers: { Authorization: `Bearer ${token}` } })
    // A request without a token is no guess.
    for (let tries = 0; tries < 20; tries++)
      await expectProblem(await club.send('GET', '/api/metrics', { from }), 'metrics-token-needed')
    for (let tries = 0; tries < 10; tries++)
      await expectProblem(await guess(`x${tries}`), 'metrics-token-needed')
    for (const token of ['x', TOKEN]) {
      const refusal = await guess(token)
      expect(refusal.headers.get('Retry-After')).toBe('60')
      await expectProblem(refusal, 'too-many-attempts')
    }
    expect((await guess(TOKEN, '198.51.100.41')).status).toBe(200)
    club.clock.now += 60_000
    expect((await guess(TOKEN)).status).toBe(200)
  })

  test('have no other spelling of their path', async () => {
    const server = createServer(club.listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const isMetrics = async (path: string) => {
      // `fetch` would normalise the path.
      const asked = request({ port, path, headers: { Authorization: `Bearer ${TOKEN}` } }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      return answer.headers['content-type'] === METRICS_TYPE
    }
    try {
      for (const path of spellMetricsPath()) expect([path, await isMetrics(path)]).toEqual([path, false])
      for (const path of ['/api/metrics', '/api/metrics?x=/./']) expect(await isMetrics(path)).toBe(true)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('do not exist without METRICS_TOKEN', async () => {
    const place = await createDatabase()
    const without = await openTestClub(place)
    try {
      await expectProblem(await without.send('GET', '/api/metrics'), 'unknown-path')
      await expectProblem(
        await without.send('GET', '/api/metrics', { headers: { Authorization: 'Bearer ' } }),
        'unknown-path',
      )
    } finally {
      await without.stop()
      await place.dispose()
    }
  })

  test('count requests and durations by pattern and status class', async () => {
    const { cookie } = await club.signIn({ email: 'eva@club.example', password: 'una clave bien larga' })
    const more = await grown(async () => {
      const made = await club.send('POST', '/api/residents', {
        as: cookie,
        body: await createDraft('residents'),
      })
      const { _id } = (await made.json()) as { _id: string }
      for (const id of [_id, _id, 'x', 'y', 'z']) await club.send('GET', `/api/residents/${id}`)
      await club.send('PROPFIND', '/api/residents')
      for (const path of ['/una', '/otra', '/events']) await club.send('GET', path)
    })
    const total = (method: string, route: string, status: string) =>
      more(`http_requests_total{method="${method}",route="${route}",status="${status}"}`)
    expect(total('POST', '/api/residents', '2xx')).toBe(1)
    expect(total('GET', '/api/residents/:id', '2xx')).toBe(2)
    expect(total('GET', '/api/residents/:id', '4xx')).toBe(3)
    expect(total('OTHER', '/api/residents', '4xx')).toBe(1)
    expect(total('GET', '/*', '2xx')).toBe(2)
    expect(total('GET', '/events', '2xx')).toBe(1)
    const spread = 'method="GET",route="/api/residents/:id"'
    expect(more(`http_request_duration_seconds_count{${spread}}`)).toBe(5)
    expect(more(`http_request_duration_seconds_bucket{le="+Inf",${spread}}`)).toBe(5)
    expect(more(`http_request_duration_seconds_sum{${spread}}`)).toBeGreaterThan(0)
  })

  test('count cache entries, database queries and rejections of the rate limit', async () => {
    const more = await grown(async () => {
      await club.send('GET', '/api/agency?limit=7')
      await club.send('GET', '/api/agency?limit=7')
      for (let tries = 0; tries < 7; tries++)
        await club.send('POST', '/api/admin', {
          from: '198.51.100.20',
          body: { email: `x${tries}@x.example`, password: 'otra clave bien larga' },
        })
      const mail = { recipient: 'x@x.example', subject: 'x', text: 'x' }
      for (let mails = 0; mails < 5; mails++) await club.database.write((tx) => club.outbox.enqueue(tx, mail))
    })
    expect(more('cache_misses_total{cache="answers"}')).toBe(1)
    expect(more('cache_hits_total{cache="answers"}')).toBe(1)
    expect(more('cache_entries{cache="answers"}')).toBe(1)
    expect(more('cache_bytes{cache="answers"}')).toBeGreaterThan(0)
    expect(more('db_query_duration_seconds_count')).toBeGreaterThan(10)
    expect(more('throttle_refusals_total{rule="registration"}')).toBe(2)
    expect(more('outbox_pending')).toBe(5)
    club.clock.now += 90_000
    const now = await read()
    expect(now.get('outbox_oldest_seconds')).toBeGreaterThanOrEqual(90)
    expect(now.get('outbox_failing')).toBe(0)
    for (const [cache, megabytes] of Object.entries({ pages: 24, files: 24, answers: 12 }))
      expect(now.get(`cache_limit_bytes{cache="${cache}"}`)).toBe(megabytes * 1024 * 1024)
  })

  test('count slow queries, which the log contains without their values', async () => {
    const slow = 'secreto'
    const more = await grown(async () => {
      // The query counts to a few millions, which is slow on both databases.
      await sql`with recursive n(i, w) as (select 1, cast(${slow} as text) union all select i + 1, w from n where i < 3000000) select count(*) from n`.execute(
        club.database.read,
      )
    })
    // On a busy machine other queries may be slow too, so the test compares with "greater than".
    expect(more('db_slow_queries_total')).toBeGreaterThan(0)
    const line = JSON.parse(club.logged.find((each) => each.includes('with recursive')) as string)
    expect(line).toMatchObject({ level: 'warn', message: 'slow query' })
    expect(line.ms).toBeGreaterThan(SLOW_QUERY_MS)
    expect(JSON.stringify(line)).not.toContain(slow)
  })

  test('show the state of the process, its build and its health checks', async () => {
    const fine = await read()
    expect(fine.get(`club_build_info{build="test",node="${process.version}"}`)).toBe(1)
    expect(fine.get('club_up{part="database"}')).toBe(1)
    expect(fine.get('club_up{part="media"}')).toBe(1)
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_user_seconds_total',
      'nodejs_active_resources',
      'nodejs_heap_used_bytes',
    ])
      expect(fine.get(name)).toBeGreaterThan(0)
    const lag = async () => {
      // The measurement of the event loop starts with its first turn after a reading, so the delay shows only in the next
      // reading.
      await sleep(100)
      const until = performance.now() + 300
      while (performance.now() < until);
      await sleep(100)
      return (await read()).get('nodejs_eventloop_lag_max_seconds')
    }
    await expect.poll(lag, { timeout: 10_000 }).toBeGreaterThan(0.15)

    await club.database.close()
    const broken = await read()
    expect(broken.get('club_up{part="database"}')).toBe(0)
    expect(broken.has('outbox_pending')).toBe(false)
  })
})
