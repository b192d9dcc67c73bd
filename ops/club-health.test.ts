/** Tests `/api/health/club`, the health check for people's monitors: it is red while something needs a person. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { writeSetting } from '../platform/db/settings.ts'
import { startBucketProxy } from '../test/support/bucket-proxy.ts'
import { startBuckets } from '../test/support/buckets.ts'
import { createDraft, openTestClub, type TestClub } from '../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../test/support/databases.ts'
import { startMailServer } from '../test/support/mailserver.ts'
import { freePort } from '../test/support/ports.ts'
import { parseSamples } from '../test/support/prometheus-samples.ts'
import { expectProblem } from '../test/support/refusals.ts'
import type { ConditionMeters } from './checks/check-declaration.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const disposals: (() => unknown)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

async function openOn(place: TestDatabase, env: Record<string, string> = {}): Promise<TestClub> {
  disposals.push(place.dispose)
  const club = await openTestClub(place, {
    env: { METRICS_TOKEN: 'una-clave-para-las-cifras', ...env },
    bucketBounds: { silenceMs: 2_000, attempts: 1 },
  })
  disposals.push(club.stop)
  return club
}

/** Measurements that depend on this machine, replaced by good ones. */
const machine: Partial<ConditionMeters> = {
  disk: async () => [{ free: 50e9, total: 100e9 }],
  certificate: async () => null,
  clock: async () => 0,
  leader: async () => Number.POSITIVE_INFINITY,
  integrity: async () => ({ isDamaged: false, checkedAt: 0 }),
}

interface Answer {
  status: string
  reason: string | null
  parts: { part: string; since?: string }[]
}

/** Requests the path as a monitor, after an earlier answer has expired. */
async function request(club: TestClub) {
  club.clock.now += 11_000
  const response = await club.send('GET', '/api/health/club')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const text = await response.text()
  const { status, reason, parts } = JSON.parse(text) as Answer
  return { code: response.status, status, reason, parts: parts.map(({ part }) => part), text }
}

const green = { code: 200, status: 'ok', reason: null, parts: [] }

/** Reads the same condition from the metrics, the back office and the deep health check. */
async function readElsewhere(club: TestClub, condition: string) {
  const headers = { Authorization: 'Bearer una-clave-para-las-cifras' }
  const samples = parseSamples(await (await club.send('GET', '/api/metrics', { headers })).text())
  const { cookie: as } = await club.signIn()
  const { warnings } = (await (await club.send('GET', '/api/overview', { as })).json()) as {
    warnings: string[]
  }
  const deep = (await (await club.send('GET', '/api/health?deep')).json()) as {
    parts: Record<string, { state: string }>
  }
  return {
    metric: samples.get(`club_warning{condition="${condition}"}`),
    isInBackOffice: warnings.includes(condition),
    deep: deep.parts[condition]?.state,
  }
}

describe.each(databases)('the club health on $name', ({ create }) => {
  test('is red while the background checks are late, and while the database does not answer', async () => {
    const club = await openOn(await create())
    club.clock.now += 4 * MINUTE_MS
    expect(await request(club)).toMatchObject(green)
    club.clock.now += 17 * MINUTE_MS
    expect(await request(club)).toMatchObject({
      code: 503,
      status: 'error',
      parts: ['leader', 'workers'],
      reason: expect.stringContaining('Las revisiones del club están atrasadas.'),
    })
    await club.database.close()
    // Within ten seconds the answer is the same one: requests cannot cause queries.
    expect((await club.send('GET', '/api/health/club')).status).toBe(503)
    expect(await (await club.send('GET', '/api/health/club')).json()).toMatchObject({
      parts: [{ part: 'leader' }, { part: 'workers' }],
    })
    const { text, ...answer } = await request(club)
    expect(answer).toEqual({
      code: 503,
      status: 'error',
      parts: ['database'],
      reason: 'La base de datos no contesta.',
    })
  })

  test('is red for a stale backup, with what an anonymous visitor may read', async () => {
    const club = await openOn(await create())
    const doneAt = club.clock.now - 37 * HOUR_MS
    await club.database.write((tx) =>
      writeSetting(tx, 'daily-backup', JSON.stringify({ day: '2026-11-25', startedAt: doneAt, doneAt })),
    )
    await club.warnings.check(machine)
    const since = new Date(club.clock.now).toISOString()
    club.clock.now += 11_000
    const response = await club.send('GET', '/api/health/club')
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 'error',
        reason: 'La última copia de seguridad es vieja.',
        parts: [{ part: 'backup', since }],
      },
    ])
  })

  test('of a fresh club without mail and backups is green, before and after the first check', async () => {
    const club = await openOn(await create())
    expect(await request(club)).toMatchObject(green)
    await club.warnings.check(machine)
    expect(await request(club)).toMatchObject(green)
    const head = await club.send('HEAD', '/api/health/club')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

test('the club health is red when the mail server refuses the login, although no mail waits', async () => {
  const secret = 'clave-vieja'
  let logins = 0
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      logins++
      if (password === secret) done(null, { user: 'club' })
      else done(new Error(`535 no: ${password}`))
    },
  })
  disposals.push(server.close)
  const place = await createDatabase()
  const club = await openOn(place, { SMTP_URL: `smtp://club:otra-clave@127.0.0.1:${server.port}` })
  expect(await request(club)).toMatchObject(green)
  await club.warnings.check(machine)
  expect(logins).toBe(1)
  const refused = await request(club)
  expect(refused).toMatchObject({
    code: 503,
    parts: ['smtp'],
    reason: 'El servidor de correo no contesta o no nos deja entrar.',
  })
  expect(refused.text).not.toMatch(/otra-clave|127\.0\.0\.1|535 no|club:/)
  expect(await readElsewhere(club, 'smtp')).toEqual({ metric: 1, isInBackOffice: true, deep: 'warning' })
  // A warning about the mail server is never a mail.
  expect((await club.outbox.status()).pending).toBe(0)
  for (let requests = 0; requests < 3; requests++) await request(club)
  expect(logins).toBe(1)

  const repaired = await openTestClub(place, {
    env: { SMTP_URL: `smtp://club:${secret}@127.0.0.1:${server.port}` },
  })
  disposals.push(repaired.stop)
  repaired.clock.now = club.clock.now
  await repaired.warnings.check(machine)
  expect(await request(club)).toMatchObject(green)
  expect(server.mails).toEqual([])
}, 30_000)

test('the club health is red for a mail server that cannot be reached at checks for eight minutes', async () => {
  const club = await openOn(await createDatabase(), { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  for (const expected of [green, green, { code: 503, parts: expect.arrayContaining(['smtp']) }]) {
    await club.warnings.check(machine)
    expect(await request(club)).toMatchObject(expected)
    club.clock.now += 4 * MINUTE_MS
  }
}, 30_000)

test('the club health is red when the second place of the backups refuses, and when its disk is missing', async () => {
  const buckets = await startBuckets()
  disposals.push(buckets.stop)
  const proxy = await startBucketProxy(buckets.create())
  disposals.push(proxy.close)
  const place = await createDatabase()
  const key = join(place.dataDir, 'backup.key')
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 })
  const club = await openOn(place, { BACKUP_TO: proxy.url, BACKUP_KEY: key })
  await club.warnings.check(machine)
  expect(await request(club)).toMatchObject(green)
  proxy.mode = 'refuses'
  await club.warnings.check(machine)
  expect(await request(club)).toMatchObject({
    code: 503,
    parts: ['elsewhere'],
    reason: 'Las copias no se pueden guardar en el segundo lugar.',
  })
  expect(await readElsewhere(club, 'elsewhere')).toEqual({ metric: 1, isInBackOffice: true, deep: 'warning' })
  proxy.mode = 'forwards'
  await club.warnings.check(machine)
  expect(await request(club)).toMatchObject(green)

  const unmounted = await openOn(await createDatabase(), { BACKUP_TO: join(place.dataDir, 'usb') })
  for (const expected of [green, green, { code: 503, parts: expect.arrayContaining(['elsewhere']) }]) {
    await unmounted.warnings.check(machine)
    expect(await request(unmounted)).toMatchObject(expected)
    unmounted.clock.now += 4 * MINUTE_MS
  }
}, 30_000)

describe('with a bucket, the club health', () => {
  async function openWithBucket() {
    const buckets = await startBuckets()
    disposals.push(buckets.stop)
    const proxy = await startBucketProxy(buckets.create())
    disposals.push(proxy.close)
    return { club: await openOn(await createDatabase(), { MEDIA_URL: proxy.url }), proxy }
  }

  test.each(['refuses', 'loses'] as const)(
    'is red when it %s, and green again afterwards',
    async (mode) => {
      const { club, proxy } = await openWithBucket()
      await club.warnings.check(machine)
      expect(await request(club)).toMatchObject(green)
      proxy.mode = mode
      await club.warnings.check(machine)
      expect(await request(club)).toMatchObject({
        code: 503,
        parts: ['media'],
        reason: 'No se pueden guardar o leer las imágenes.',
      })
      expect(await readElsewhere(club, 'media')).toEqual({ metric: 1, isInBackOffice: true, deep: 'error' })
      const { cookie: as } = await club.signIn({
        email: 'luz@club.example',
        password: 'otra clave bien larga',
      })
      await expectProblem(
        await club.send('POST', '/api/news', { as, body: await createDraft('news') }),
        'unavailable',
      )
      const before = proxy.requests.length
      for (let requests = 0; requests < 3; requests++) await request(club)
      expect(proxy.requests.length).toBe(before)
      proxy.mode = 'forwards'
      await club.warnings.check(machine)
      expect(await request(club)).toMatchObject(green)
    },
    30_000,
  )
})
