/**
 * Tests the background checks: each warning is mailed once when it begins and once when it ends, and all processes read the
 * same report.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { compareRemoteClocks } from '../../platform/clock/clock-offset.ts'
import { connect } from '../../platform/db/connect.ts'
import { writeSetting } from '../../platform/db/settings.ts'
import { startBuckets } from '../../test/support/buckets.ts'
import { openTestClub, type TestClub } from '../../test/support/club.ts'
import { createDatabase, databases, type TestDatabase } from '../../test/support/databases.ts'
import { decodeMail, type MailServer, startMailServer } from '../../test/support/mailserver.ts'
import { freePort } from '../../test/support/ports.ts'
import { startTlsServer } from '../../test/support/tls-server.ts'
import { hasPublicCertificate, readCertificateEnd } from '../checks/certificate-check.ts'
import type { ConditionMeters } from '../checks/check-declaration.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Keys of `settings` that the warnings read and write. */
const SETTINGS = ['warnings', 'daily-backup', 'daily-backup-elsewhere']

const disposals: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

describe('the certificate check', () => {
  const ending = Math.floor(Date.now() / 1000) * 1000

  test.each([
    ['valid', ending + 10 * DAY_MS],
    ['expired', ending - DAY_MS],
  ])('reads the end of a %s certificate without sending data', async (_which, endsAt) => {
    const server = await startTlsServer(endsAt)
    disposals.push(server.close)
    expect(await readCertificateEnd(server.origin)).toBe(endsAt)
    expect(server.received).toEqual([])
  })

  test('throws when the server sends no certificate', async () => {
    await expect(readCertificateEnd(`https://127.0.0.1:${await freePort()}`)).rejects.toThrow('ECONNREFUSED')
    const plain = await startMailServer()
    disposals.push(plain.close)
    await expect(readCertificateEnd(`https://127.0.0.1:${plain.port}`)).rejects.toThrow()
  })

  test.each([
    [null, false],
    ['http://club.example', false],
    ['https://club.example', true],
    ['https://club.example:8443', true],
    ['https://localhost:3000', false],
    ['https://club.localhost', false],
    ['https://127.0.0.1', false],
    ['https://[::1]:3000', false],
  ])('for SITE_URL %s is active: %s', (siteUrl, expected) =>
    expect(hasPublicCertificate(siteUrl)).toBe(expected),
  )
})

test('the clock is compared with that of the bucket', async () => {
  const buckets = await startBuckets()
  disposals.push(buckets.stop)
  const mediaUrl = buckets.create()
  const place = await createDatabase()
  disposals.push(place.dispose)
  const database = connect(place)
  disposals.push(database.close)
  const compareClocks = (url: string, now: () => number) =>
    compareRemoteClocks({ mediaUrl: url, backupTo: null }, database, now)
  const [right] = await compareClocks(mediaUrl, Date.now)
  expect(Math.abs(right?.offset ?? Number.NaN)).toBeLessThan(10_000)
  const [ahead] = await compareClocks(mediaUrl, () => Date.now() + 10 * MINUTE_MS)
  expect(ahead).toMatchObject({ whose: 'balde' })
  expect(ahead?.offset).toBeGreaterThan(9 * MINUTE_MS)
  const closed = `s3://media?endpoint=http://127.0.0.1:${await freePort()}`
  await expect(compareClocks(closed, Date.now)).rejects.toThrow()
})

describe.each(databases)('warnings of a club on $name', ({ create, name }) => {
  /** Measurements without any problem, whatever the state of this machine. */
  const noProblems: Partial<ConditionMeters> = {
    backup: async () => null,
    disk: async () => [{ free: 50e9, total: 100e9 }],
    certificate: async () => null,
    clock: async () => 0,
    leader: async () => Number.POSITIVE_INFINITY,
    integrity: async () => ({ isDamaged: false, checkedAt: 0 }),
    files: async () => null,
    failures: async () => 0,
  }
  const lowDisk: ConditionMeters['disk'] = async () => [{ free: 9e9, total: 100e9 }]

  let place: TestDatabase
  let server: MailServer
  /** A club without a mail server. */
  let clubWithoutMail: TestClub
  /** A club with a mail server, on the same database. */
  let club: TestClub
  beforeAll(async () => {
    server = await startMailServer()
    place = await create()
    clubWithoutMail = await openTestClub(place)
    club = await openTestClub(place, {
      env: { SMTP_URL: server.url, SITE_URL: 'https://club.example' },
    })
    await club.signIn()
  })
  beforeEach(async () => {
    await club.database.write(async (tx) => {
      await tx.deleteFrom('settings').where('key', 'in', SETTINGS).execute()
      await tx.deleteFrom('outbox').execute()
    })
    club.clock.now = clubWithoutMail.clock.now = Date.now()
  })
  afterAll(async () => {
    await club.stop()
    await clubWithoutMail.stop()
    await server.close()
    await place.dispose()
  })

  async function readSubjects(): Promise<string[]> {
    const rows = await club.database.read
      .selectFrom('outbox')
      .select('subject')
      .orderBy('createdAt')
      .orderBy('seq')
      .execute()
    return rows.map(({ subject }) => subject)
  }

  const readStates = async (club: TestClub) => {
    const { conditions } = await club.warnings.readReport()
    return Object.fromEntries(Object.entries(conditions).map(([key, { state }]) => [key, state]))
  }

  test('are unknown before the first check, and measured after it', async () => {
    expect(await clubWithoutMail.warnings.readReport()).toMatchObject({
      lookedAt: null,
      conditions: { disk: { state: 'unknown' }, backup: { state: 'unknown' } },
    })
    await clubWithoutMail.warnings.check({ disk: noProblems.disk as ConditionMeters['disk'] })
    expect((await clubWithoutMail.warnings.readReport()).lookedAt).toBe(clubWithoutMail.clock.now)
    expect(await readStates(clubWithoutMail)).toEqual({
      backup: 'off',
      elsewhere: 'off',
      mail: 'off',
      smtp: 'off',
      media: 'ok',
      disk: 'ok',
      certificate: 'off',
      clock: 'ok',
      leader: 'ok',
      integrity: 'ok',
      files: 'ok',
      failures: 'ok',
    })
  })

  test('cause one mail at the start, none while they last, and one at the end', async () => {
    club.outbox.start()
    disposals.push(club.outbox.stop)
    for (let looks = 0; looks < 3; looks++) {
      await club.warnings.check({ ...noProblems, disk: lowDisk })
      club.clock.now += 15 * MINUTE_MS
    }
    await expect.poll(() => server.mails.length, { timeout: 10_000 }).toBe(1)
    const mail = decodeMail(server.mails[0]?.raw as string)
    expect(server.mails[0]?.to).toEqual(['ana@club.example'])
    expect(mail).toContain('Subject: Queda poco lugar en el disco')
    expect(mail).toContain('le queda libre el 9 %')
    expect(mail).toContain('https://club.example/admin')
    expect(mail).toContain('docs/operacion.md')
    expect(mail).not.toContain(club.env.dataDir)
    await club.warnings.check(noProblems)
    expect(await readSubjects()).toEqual(['Queda poco lugar en el disco', 'En el disco hay lugar otra vez'])
  })

  test('that come and go cause at most one mail a day', async () => {
    for (let hours = 0; hours < 30; hours++) {
      await club.warnings.check({ ...noProblems, ...(hours % 2 === 0 && { disk: lowDisk }) })
      club.clock.now += HOUR_MS
    }
    const told = await readSubjects()
    expect(told.filter((subject) => subject.startsWith('Queda'))).toHaveLength(2)
    expect(told.filter((subject) => subject.startsWith('En el disco'))).toHaveLength(2)
  })

  test('near the threshold count as one warning', async () => {
    for (const free of [9.9e9, 10.1e9, 9.9e9, 11e9]) {
      await club.warnings.check({ ...noProblems, disk: async () => [{ free, total: 100e9 }] })
      expect((await readStates(club)).disk).toBe('warning')
      club.clock.now += DAY_MS
    }
    expect(await readSubjects()).toHaveLength(1)
  })

  test('describe the disk in the worst state', async () => {
    const [large, small] = [
      { free: 200e9, total: 1000e9 },
      { free: 0.5e9, total: 2e9 },
    ]
    for (const disks of [
      [large, small],
      [small, large],
    ]) {
      await club.warnings.check({ ...noProblems, disk: async () => disks })
      expect((await club.warnings.readReport()).conditions.disk).toMatchObject({
        state: 'error',
        measured: 0.25,
      })
    }
  })

  test('cause no final mail when the club no longer has the part', async () => {
    await club.warnings.check({ ...noProblems, certificate: async () => club.clock.now + DAY_MS })
    await club.warnings.check(noProblems)
    expect(await readSubjects()).toEqual(['No se renovó el certificado del sitio'])
    expect((await readStates(club)).certificate).toBe('off')
  })

  test('cause one mail for each condition except mail', async () => {
    const { now } = club.clock
    await club.warnings.check({
      backup: async () => now - 36 * HOUR_MS,
      mail: async () => now - HOUR_MS,
      disk: lowDisk,
      certificate: async () => now + 14 * DAY_MS,
      clock: async () => 40_000,
    })
    expect(await readStates(club)).toMatchObject({
      backup: 'warning',
      mail: 'warning',
      disk: 'warning',
      certificate: 'warning',
      clock: 'error',
    })
    expect((await readSubjects()).toSorted()).toEqual([
      'El reloj de la máquina está mal',
      'La última copia de seguridad es vieja',
      'No se renovó el certificado del sitio',
      'Queda poco lugar en el disco',
    ])
  })

  test('cause no mail without a mail server, and one as soon as there is one', async () => {
    await clubWithoutMail.warnings.check({ ...noProblems, disk: lowDisk })
    expect(await readSubjects()).toEqual([])
    expect((await readStates(club)).disk).toBe('warning')
    await club.warnings.check({ ...noProblems, disk: lowDisk })
    expect(await readSubjects()).toEqual(['Queda poco lugar en el disco'])
  })

  test('cause one mail when several processes check at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => club.warnings.check({ ...noProblems, disk: lowDisk })))
    expect(await readSubjects()).toHaveLength(1)
  })

  test('keep their state when a condition cannot be measured', async () => {
    const gone = async (): Promise<never> => {
      throw new Error('no answer')
    }
    await club.warnings.check({ ...noProblems, certificate: gone })
    expect((await readStates(club)).certificate).toBe('unknown')
    await club.warnings.check({ ...noProblems, certificate: async () => club.clock.now + DAY_MS })
    await club.warnings.check({ ...noProblems, certificate: gone })
    expect((await readStates(club)).certificate).toBe('warning')
  })

  test('use the end time of backups, also of older versions, and the second place only if it is configured', async () => {
    const folder = join(place.dataDir, 'elsewhere')
    await mkdir(folder)
    const both = await openTestClub(place, { env: { BACKUP_TO: folder } })
    disposals.push(both.stop)
    const { now } = club.clock
    both.clock.now = now
    const claim = (key: string, hoursAgo: number, doneHoursAgo: number | null, more: object = {}) =>
      club.database.write((tx) =>
        writeSetting(
          tx,
          key,
          JSON.stringify({
            day: '2026-11-21',
            startedAt: now - hoursAgo * HOUR_MS,
            doneAt: doneHoursAgo === null ? null : now - doneHoursAgo * HOUR_MS,
            ...more,
          }),
        ),
      )
    const judged = async (of = clubWithoutMail) => {
      await of.warnings.check({ disk: noProblems.disk as ConditionMeters['disk'] })
      return (await readStates(of)).backup
    }
    const seen: unknown[] = []
    for (const [hoursAgo, doneHoursAgo, more] of [
      [30, 30],
      [40, 37],
      [3, null],
      [37, null],
      [3, null, { lastDoneAt: now - 30 * HOUR_MS, firstAt: now - 90 * HOUR_MS }],
      [1, null, { lastDoneAt: now - 37 * HOUR_MS, firstAt: now - 90 * HOUR_MS }],
      [1, null, { lastDoneAt: null, firstAt: now - 37 * HOUR_MS }],
    ] as [number, number | null, object?][]) {
      await claim('daily-backup', hoursAgo, doneHoursAgo, more)
      seen.push(await judged())
    }
    expect(seen).toEqual(['ok', 'warning', 'ok', 'warning', 'ok', 'warning', 'warning'])
    await claim('daily-backup', 1, 1)
    await claim('daily-backup-elsewhere', 50, 50)
    expect(await judged(both)).toBe('warning')
    expect(await judged()).toBe('ok')
  })

  test('report mail that fails for an hour, but not mail that was never tried', async () => {
    const failing = await openTestClub(place, {
      env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
    })
    disposals.push(failing.stop)
    const mail = { recipient: 'ana@visita.example', subject: 'Hola', text: 'Hola.' }
    await failing.database.write((tx) => failing.outbox.enqueue(tx, mail))
    failing.clock.now += 2 * HOUR_MS
    // The mail waits, and no delivery has been attempted.
    await failing.warnings.check(noProblems)
    expect((await readStates(failing)).mail).toBe('ok')
    failing.outbox.start()
    await expect.poll(async () => (await failing.outbox.status()).failed, { timeout: 10_000 }).toBe(1)
    await failing.warnings.check(noProblems)
    expect((await readStates(failing)).mail).toBe('warning')
  })

  test('compare the clock with PostgreSQL and with stored times', async () => {
    clubWithoutMail.clock.now += 10 * MINUTE_MS
    const ahead = await clubWithoutMail.warnings.meters.clock()
    expect(ahead > 9 * MINUTE_MS).toBe(name === 'postgres')
    const created = (at: number) =>
      clubWithoutMail.database.write((tx) => tx.updateTable('users').set({ createdAt: at }).execute())
    await created(clubWithoutMail.clock.now + HOUR_MS)
    await clubWithoutMail.warnings.check({ disk: noProblems.disk as ConditionMeters['disk'] })
    expect((await readStates(clubWithoutMail)).clock).toBe('error')
    await created(Date.now())
  })

  test('measure a real certificate and a real disk', async () => {
    const endsAt = Math.floor((club.clock.now + 10 * DAY_MS) / 1000) * 1000
    const shown = await startTlsServer(endsAt)
    disposals.push(shown.close)
    await club.warnings.check({ certificate: () => readCertificateEnd(shown.origin) })
    const { certificate, disk } = (await club.warnings.readReport()).conditions
    expect(certificate).toEqual({ state: 'warning', since: club.clock.now, measured: endsAt })
    expect(disk.measured).toBeGreaterThan(0)
    expect(disk.measured).toBeLessThan(1)
  })

  test('of an older version with fewer conditions are read', async () => {
    await club.database.write((tx) =>
      writeSetting(tx, 'warnings', JSON.stringify({ lookedAt: 5, conditions: {} })),
    )
    expect(await club.warnings.readReport()).toMatchObject({
      lookedAt: 5,
      conditions: { disk: { state: 'unknown' } },
    })
    await club.warnings.check(noProblems)
    expect((await readStates(club)).disk).toBe('ok')
  })

  test('appear in the deep health call, with their state only', async () => {
    const place = await create()
    disposals.push(place.dispose)
    const club = await openTestClub(place)
    disposals.push(club.stop)
    const deep = async () => {
      const answer = await club.send('GET', '/api/health?deep')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      return [answer.status, await answer.json()] as const
    }
    const unknown = { state: 'unknown' }
    expect(await deep()).toEqual([
      200,
      {
        status: 'ok',
        build: 'test',
        database: 'ok',
        media: 'ok',
        mail: 'off',
        parts: {
          database: { state: 'ok' },
          media: { state: 'ok' },
          revisions: { state: 'ok' },
          backup: unknown,
          elsewhere: unknown,
          mail: unknown,
          smtp: unknown,
          disk: unknown,
          certificate: unknown,
          clock: unknown,
          leader: { state: 'ok' },
          integrity: unknown,
          files: unknown,
          failures: { state: 'ok' },
          workers: { state: 'ok' },
        },
      },
    ])
    const { now } = club.clock
    await club.warnings.check({ ...noProblems, disk: lowDisk })
    expect(await deep()).toMatchObject([
      200,
      {
        status: 'ok',
        parts: { disk: { state: 'warning', since: new Date(now).toISOString() }, mail: { state: 'off' } },
      },
    ])
    await club.warnings.check({ ...noProblems, certificate: async () => now - 1 })
    expect(await deep()).toMatchObject([503, { status: 'error', parts: { certificate: { state: 'error' } } }])
    expect((await club.send('GET', '/api/health')).status).toBe(200)
    await club.warnings.check(noProblems)
    expect((await deep())[0]).toBe(200)
    club.clock.now += HOUR_MS + 1
    expect(await deep()).toMatchObject([503, { parts: { workers: { state: 'error' } } }])
    await club.database.close()
    expect(await deep()).toMatchObject([503, { parts: { database: { state: 'error' }, disk: unknown } }])
  })
})
