/**
 * Tests the leader of the background work: it writes its row, the deep health check returns it, and other processes report
 * a late leader.
 */
import { hostname } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../platform/db/connect.ts'
import { writeSetting } from '../platform/db/settings.ts'
import { openTestClub, type TestClub } from '../test/support/club.ts'
import { databases, type TestDatabase } from '../test/support/databases.ts'
import { createLeaderRecord, type Leader, readLeader } from './leader.ts'

const MINUTE_MS = 60_000

describe.each(databases)('the leader on $name', ({ name, create }) => {
  /** Only PostgreSQL has a lock for the leader. */
  const testPostgres = name === 'postgres' ? test : () => {}

  let place: TestDatabase
  let club: TestClub
  beforeAll(async () => {
    place = await create()
    // No server listens at the SMTP port, so mails stay in the outbox.
    club = await openTestClub(place, {
      env: { SMTP_URL: 'smtp://127.0.0.1:9', SITE_URL: 'https://club.example' },
    })
    await club.signIn()
  })
  afterAll(async () => {
    await club.stop()
    await place.dispose()
  })
  beforeEach(async () => {
    await club.database.write(async (tx) => {
      await tx.deleteFrom('settings').where('key', 'in', ['leader', 'warnings']).execute()
      await tx.deleteFrom('outbox').execute()
    })
  })

  const write = (leader: Leader) =>
    club.database.write((tx) => writeSetting(tx, 'leader', JSON.stringify(leader)))
  const deep = async () => {
    const answer = await club.send('GET', '/api/health?deep')
    const { parts, leader } = (await answer.json()) as {
      parts: { leader: { state: string; since?: string } }
      leader?: object
    }
    return { status: answer.status, part: parts.leader, leader }
  }
  const readSubjects = async () =>
    (await club.database.read.selectFrom('outbox').select('subject').orderBy('seq').execute()).map(
      ({ subject }) => subject,
    )

  test('is named by the deep health call, with the time of its last work', async () => {
    expect(await deep()).toEqual({ status: 200, part: { state: 'ok' }, leader: undefined })
    const { now } = club.clock
    await write({ host: 'club-a', pid: 12, since: now - 9 * MINUTE_MS, workedAt: now - 4 * MINUTE_MS })
    const leader = { host: 'club-a', pid: 12, workedAt: new Date(now - 4 * MINUTE_MS).toISOString() }
    expect(await deep()).toEqual({ status: 200, part: { state: 'ok' }, leader })
  })

  test('that is idle for five minutes causes a warning, one mail, and one mail when it is over', async () => {
    const workedAt = club.clock.now
    await write({ host: 'club-a', pid: 12, since: 0, workedAt })
    club.clock.now += 5 * MINUTE_MS
    expect(await deep()).toMatchObject({
      status: 200,
      part: { state: 'warning', since: new Date(workedAt).toISOString() },
    })
    for (let looks = 0; looks < 2; looks++) await club.warnings.check({}, ['leader'])
    expect(await readSubjects()).toEqual(['Ningún proceso hace las copias ni la limpieza'])
    const { cookie } = await club.signIn({ email: 'otra@club.example', password: 'una clave larga y otra' })
    const overview = (await (await club.send('GET', '/api/overview', { as: cookie })).json()) as {
      warnings: string[]
    }
    expect(overview.warnings).toContain('leader')
    // Only the leader checks the other conditions.
    expect(await club.warnings.readReport()).toMatchObject({
      lookedAt: null,
      conditions: { disk: { state: 'unknown' } },
    })
    await write({ host: 'club-b', pid: 7, since: 0, workedAt: club.clock.now })
    await club.warnings.check({}, ['leader'])
    expect((await readSubjects()).at(-1)).toBe('Las copias y la limpieza se hacen otra vez')
    expect(await deep()).toMatchObject({ part: { state: 'ok' } })
  })

  test('writes its row, and other processes report it late at their second check, not at the first', async () => {
    const clock = { now: Date.now() }
    const late: number[] = []
    const database = connect(place)
    const record = () =>
      createLeaderRecord({
        database,
        onLate: async () => void late.push(clock.now),
        log: { warn() {} },
        now: () => clock.now,
      })
    const [leader, other] = [record(), record()]
    try {
      leader.start()
      await expect
        .poll(() => readLeader(database.read))
        .toEqual({
          host: hostname(),
          pid: process.pid,
          since: clock.now,
          workedAt: clock.now,
        })
      await setImmediate()
      await leader.stop()
      clock.now += 4 * MINUTE_MS
      for (let looks = 0; looks < 3; looks++) await other.check()
      clock.now += MINUTE_MS
      await other.check()
      expect(late).toEqual([])
      await other.check()
      expect(late).toEqual([clock.now])
      // A new process also waits the full time before it reports the leader.
      const opened = record()
      for (let looks = 0; looks < 3; looks++) await opened.check()
      expect(late).toHaveLength(1)
      // The leader does not report itself, however late its writes are.
      leader.start()
      clock.now += 60 * MINUTE_MS
      for (let looks = 0; looks < 3; looks++) await leader.check()
      expect(late).toHaveLength(1)
    } finally {
      await leader.stop()
      await database.close()
    }
  })

  testPostgres(
    'of an older release, which writes no row, is not late while it holds the leader lock',
    async () => {
      const clock = { now: Date.now() }
      let reports = 0
      const other = createLeaderRecord({
        database: club.database,
        onLate: async () => void reports++,
        log: { warn() {} },
        now: () => clock.now,
      })
      const held = Promise.withResolvers<void>()
      const release = club.database.lead?.('background', () => held.resolve())
      try {
        await held.promise
        clock.now += 10 * MINUTE_MS
        for (let looks = 0; looks < 3; looks++) await other.check()
        expect(reports).toBe(0)
        expect(await other.workedAt()).toBe(clock.now)
      } finally {
        await release?.()
      }
      for (let looks = 0; looks < 3; looks++) await other.check()
      expect(reports).toBe(2)
    },
  )

  test('is the process that starts the background work', async () => {
    expect(await readLeader(club.database.read)).toBeNull()
    club.start()
    await expect
      .poll(() => readLeader(club.database.read), { timeout: 10_000 })
      .toMatchObject({ host: hostname(), pid: process.pid, workedAt: club.clock.now })
    await club.yieldBackground()
  })
})
