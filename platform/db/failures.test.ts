/** Tests the count of server errors: every process adds to it, the deep health check returns it, and a mail reports it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClub, type TestClub } from '../../test/support/club.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { connect } from './connect.ts'
import { createFailures } from './failures.ts'

const MINUTE_MS = 60_000

describe.each(databases)('failures on $name', ({ create }) => {
  let place: TestDatabase
  let club: TestClub
  /** A second process on the same database. */
  let beside: TestClub
  beforeAll(async () => {
    place = await create()
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', SITE_URL: 'https://club.example' }
    club = await openTestClub(place, {
      env,
      render: async (request) => {
        const { pathname } = new URL(request.url)
        if (pathname === '/cae') throw new Error('a bug')
        if (pathname === '/espera') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        return new Response('<p>', { headers: { 'Content-Type': 'text/html' } })
      },
    })
    beside = await openTestClub(place, { env })
  })
  afterAll(async () => {
    await club.stop()
    await beside.stop()
    await place.dispose()
  })

  const getState = async (of: TestClub) => {
    const answer = await of.send('GET', '/api/health?deep')
    const { parts } = (await answer.json()) as { parts: Record<string, { state: string }> }
    // No background check runs here, so `workers` is an error after 20 minutes.
    const errors = Object.keys(parts).filter((part) => parts[part]?.state === 'error' && part !== 'workers')
    expect(errors).toEqual([])
    return parts.failures?.state
  }
  const fail = async (times: number) => {
    for (let time = 0; time < times; time++) expect((await club.send('GET', '/cae')).status).toBe(500)
  }
  const subjects = async () =>
    (await club.database.read.selectFrom('outbox').select('subject').orderBy('seq').execute()).map(
      ({ subject }) => subject,
    )

  test('cause a warning in every process while a quarter of an hour contains five', async () => {
    for (let time = 0; time < 9; time++) {
      expect((await club.send('GET', '/espera')).status).toBe(503)
      await club.send('GET', '/api/nada')
    }
    await fail(4)
    expect(await getState(club)).toBe('ok')
    await fail(1)
    expect(await getState(club)).toBe('warning')
    beside.clock.now = club.clock.now
    // Each process writes its count with a delay, so the test waits.
    await expect.poll(() => getState(beside), { timeout: 20_000, interval: 250 }).toBe('warning')
    await beside.warnings.check({}, ['failures'])
    expect(await subjects()).toEqual(['El sitio contesta con errores'])
    const [mail] = await club.database.read.selectFrom('outbox').select('text').execute()
    expect(mail?.text).toContain('contestó 5 veces con un error suyo')
    beside.clock.now = club.clock.now += 10 * MINUTE_MS
    await fail(1)
    beside.clock.now = club.clock.now += 10 * MINUTE_MS
    expect(await getState(club)).toBe('warning')
    beside.clock.now = club.clock.now += 10 * MINUTE_MS
    expect(await getState(club)).toBe('ok')
    await beside.warnings.check({}, ['failures'])
    expect((await subjects()).at(-1)).toBe('El sitio dejó de contestar con errores')
  })

  test('count for a quarter of an hour, and parallel writes of two processes lose none', async () => {
    const clock = { now: Date.now() + 100 * MINUTE_MS }
    const database = connect(place)
    const record = () => createFailures({ database, log: { warn() {} }, now: () => clock.now })
    const [one, other] = [record(), record()]
    try {
      for (let time = 0; time < 20; time++) {
        one.note(500)
        other.note(502)
        for (const status of [200, 404, 503, 507]) other.note(status)
        await Promise.all([one.flush(), other.flush()])
        await Promise.all([one.flush(), other.flush()])
        clock.now += MINUTE_MS
      }
      // The count covers the current minute, which is empty here, and the 14 minutes before it.
      expect(await one.recent()).toBe(28)
      const row = await database.read
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'failures')
        .executeTakeFirstOrThrow()
      expect(Object.keys(JSON.parse(row.value)).length).toBeLessThanOrEqual(15)
    } finally {
      await one.stop()
      await other.stop()
      await database.close()
    }
  })
})
