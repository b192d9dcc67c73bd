/** Tests that a clock jump deletes no data, and that deletion resumes when the clock is confirmed. */
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openArchive, openFolderTarget } from '../../ops/backup/archive-target.ts'
import { createBackup } from '../../ops/backup/create-backup.ts'
import { createDailyBackup } from '../../ops/backup/daily-backup.ts'
import { restore } from '../../ops/backup/restore-backup.ts'
import { createDraft, createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import { readTables } from '../../test/support/club-snapshot.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { connect } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { openLocalMedia } from '../media/server/local-media.ts'
import type { RemoteClock } from './clock-offset.ts'
import { createDeletionClock, TRUSTED_TIME } from './deletion-clock.ts'
import { readMachine } from './trusted-time.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
/** A jump that is longer than every retention time. */
const AHEAD_MS = 3 * YEAR_MS

const PATIENCE = { timeout: 20_000 }

const disposals: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

const postgresThat = (offset: number): RemoteClock => ({
  whose: 'PostgreSQL',
  compare: async () => ({ whose: 'PostgreSQL', offset, isSeparate: true }),
})

/** Counts the rows of each table. Settings are left out, because the server itself writes them. */
async function getCounts({ database }: Pick<TestClub, 'database'>): Promise<Record<string, number>> {
  const { settings: _, ...tables } = await readTables(database)
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
}

/** Stores an example of all data that is deleted by age. None of it is old. @returns the files among it */
async function fill(club: TestClub): Promise<string[]> {
  const { cookie: as, user } = await club.signIn()
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await club.send(method, `/api/${path}`, { as, body, headers })
    expect(response.status, `${method} ${path}`).toBeLessThan(300)
    return response.status === 204 ? null : ((await response.json()) as Record<string, string>)
  }
  const create = async (name: string) =>
    (await send('POST', 'residents', await createDraft('residents', name), { 'Idempotency-Key': name })) as {
      _id: string
    }
  const { _id } = await create('Uno')
  for (let version = 1; version <= 5; version++)
    await send('PUT', `residents/${_id}`, await createDraft('residents', `Uno ${version}`))
  await send('DELETE', `residents/${(await create('Dos'))._id}`)
  await send('POST', `residents/${_id}/preview`)
  await send('POST', 'invitations', {})
  await club.send('POST', '/api/admin', {
    body: { email: 'eva@club.example', password: 'otra clave bien larga' },
  })
  await club.images.store(await createPicture('#123'))
  const at = club.clock.now
  const day = new Date(at).toISOString().slice(0, 10)
  await club.database.write(async (tx) => {
    await tx.insertInto('visits').values({ day, path: '/', source: '', count: 1 }).execute()
    await tx.insertInto('clicks').values({ day, event: 'a', offer: 'b', source: '', count: 1 }).execute()
    const id = await club.outbox.enqueue(tx, { recipient: user.email, subject: 'Hola', text: 'Hola' })
    await tx.updateTable('outbox').set({ deliveredAt: at }).where('id', '=', id).execute()
  })
  const files = [
    '.incoming/film.tmp',
    'media/.incoming/picture.tmp',
    `.uploads/${'a'.repeat(16)}-${'b'.repeat(32)}.part`,
  ]
  for (const file of files) {
    await mkdir(join(club.env.dataDir, file, '..'), { recursive: true })
    await writeFile(join(club.env.dataDir, file), 'half')
  }
  return files
}

const findFiles = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true })).map((name) => name.replaceAll('\\', '/'))

describe.each(databases)('on $name', ({ name, create, testOnce }) => {
  const openedOn = async (place: TestDatabase, options: Parameters<typeof openTestClub>[1] = {}) => {
    const club = await openTestClub(place, { clocks: {}, ...options })
    disposals.push(club.stop)
    return club
  }
  const newPlace = async () => {
    const place = await create()
    disposals.push(place.dispose)
    return place
  }

  test.each([
    ['by the row that the last run left', false],
    ['by the newest row, where an older version ran last', true],
  ])('a start three years ahead deletes no data until the clock is confirmed: %s', async (_, isOlder) => {
    const place = await newPlace()
    const before = await openedOn(place)
    const files = await fill(before)
    const filledAt = Date.now()
    const counts = await getCounts(before)
    expect(counts).toMatchObject({
      residents: 2,
      visits: 1,
      sessions: 1,
      users: 2,
      idempotency: 2,
    })
    expect(counts.history).toBeGreaterThan(7)
    if (isOlder)
      await before.database.write((tx) => tx.deleteFrom('settings').where('key', '=', TRUSTED_TIME).execute())
    await before.stop()

    let judged = 0
    const ahead = await openedOn(place, {
      openedAt: Date.now() + AHEAD_MS,
      env: { MAIL_TO: 'club@club.example', SMTP_URL: 'smtp://127.0.0.1:9' },
      clocks: {
        machine: () => {
          judged++
          return readMachine()
        },
      },
    })
    ahead.start()
    await expect
      .poll(async () => (await ahead.warnings.readReport()).conditions.clock.state, PATIENCE)
      .toBe('error')
    // Every deletion by age checks the clock. The clean-up of pictures does so separately, so its checks are counted too.
    await expect.poll(() => judged, PATIENCE).toBeGreaterThanOrEqual(5)
    const { outbox = 0, ...others } = await getCounts(ahead)
    expect({ ...others, outbox: outbox - 1 }).toEqual(counts)
    expect(await findFiles(place.dataDir)).toEqual(expect.arrayContaining(files))
    expect(ahead.logged.join()).toContain('nothing is deleted by age')
    const { text } = await ahead.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('subject', '=', 'El reloj de la máquina está mal')
      .executeTakeFirstOrThrow()
    expect(text).toContain('./pulso clock confirm')
    const { cookie: as } = await ahead.signIn({
      email: 'luz@club.example',
      password: 'una clave bien larga',
    })
    const overview = await (await ahead.send('GET', '/api/overview', { as })).json()
    expect(overview).toMatchObject({ warnings: ['clock'] })
    const deep = await (await ahead.send('GET', '/api/health?deep')).json()
    expect(deep).toMatchObject({ parts: { clock: { state: 'error' } } })

    // The operator's command runs in a process of its own, so the test opens the club a second time.
    const operator = await openedOn(place, { openedAt: Date.now() + AHEAD_MS })
    expect((await operator.deletionClock.confirm()).doubt).not.toBeNull()
    expect(await ahead.deletionClock.deletionTime()).toBe(ahead.clock.now)
    await ahead.stop()
    const oldVersions = async () => {
      const { history } = await readTables(operator.database)
      return history?.filter(({ at }) => Number(at) <= filledAt).length
    }
    operator.start()
    await expect.poll(oldVersions, PATIENCE).toBe(0)
    await expect
      .poll(async () => getCounts(operator), PATIENCE)
      .toMatchObject({
        residents: 1,
        visits: 0,
        clicks: 0,
        idempotency: 0,
        previews: 0,
        invitations: 0,
        media: 0,
      })
    await expect
      .poll(async () => (await findFiles(place.dataDir)).filter((file) => files.includes(file)), PATIENCE)
      .toEqual([])
    expect((await operator.database.read.selectFrom('sessions').select('createdAt').execute()).length).toBe(1)
  })

  testOnce('trusts the clock at once on an empty database', async () => {
    const club = await openedOn(await newPlace())
    expect(await club.deletionClock.deletionTime()).toBe(club.clock.now)
  })

  testOnce('suspends deletion after a jump, until the clock is corrected', async () => {
    const counter = { boot: 'one', uptime: 0 }
    const club = await openedOn(await newPlace(), { clocks: { machine: () => counter, others: [] } })
    const { now } = club.clock
    club.clock.now += 37 * HOUR_MS
    expect(await club.deletionClock.deletionTime()).toBeNull()
    club.clock.now = now + HOUR_MS
    counter.uptime = HOUR_MS
    expect(await club.deletionClock.deletionTime()).toBe(club.clock.now)
  })

  test('needs a confirmation after a month switched off, unless another machine’s clock agrees', async () => {
    const place = await newPlace()
    const openedAt = Date.now()
    const opened = (boot: string, others: RemoteClock[]) =>
      openedOn(place, {
        openedAt: openedAt + 30 * DAY_MS,
        clocks: { machine: () => ({ boot, uptime: 0 }), others },
      })
    await (
      await openedOn(place, { openedAt, clocks: { machine: () => ({ boot: 'one', uptime: 0 }), others: [] } })
    ).stop()
    const silent: RemoteClock = { whose: 'balde', compare: () => Promise.reject(new Error('no answer')) }
    expect(await (await opened('two', [silent])).deletionClock.deletionTime()).toBeNull()
    expect(await (await opened('three', [postgresThat(20)])).deletionClock.deletionTime()).not.toBeNull()
    expect(await (await opened('four', [])).deletionClock.deletionTime()).not.toBeNull()
  })

  test('judges the clock of each process, and a wrong clock does not affect other processes', async () => {
    const place = await newPlace()
    const right = await openedOn(place)
    const wrong = await openedOn(place, { openedAt: Date.now() + YEAR_MS })
    expect(await wrong.deletionClock.deletionTime()).toBeNull()
    expect(await right.deletionClock.deletionTime()).toBe(right.clock.now)
    expect(await wrong.deletionClock.deletionTime()).toBeNull()
  })

  testOnce('keeps older daily backups after a jump', async () => {
    const place = await newPlace()
    const club = await openedOn(place)
    club.clock.now += YEAR_MS
    const folder = join(place.dataDir, 'backups')
    await mkdir(join(folder, '.staging-x'), { recursive: true })
    const dayAgo = Date.now() / 1000 - 86_400
    await utimes(join(folder, '.staging-x'), dayAgo, dayAgo)
    const aged = ['daily-2026-11-20.tar', 'upgrade-0016_audio-2026-11-20.tar']
    for (const archive of aged) await writeFile(join(folder, archive), '')
    const daily = createDailyBackup({
      place: club.env,
      database: club.database,
      store: openLocalMedia(club.env.mediaUrl),
      settings: { all: async () => ({ identity: { timeZone: 'UTC' } }) as never },
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => club.clock.now,
      deletionTime: club.deletionClock.deletionTime,
    })
    expect(await daily.run()).not.toBeNull()
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['.staging-x', ...aged]))
  })

  testOnce('trusts the clock up to 36 hours after a restored backup, and keeps an older doubt', async () => {
    const place = await newPlace()
    const club = await openedOn(place)
    await club.signIn()
    const store = openLocalMedia(club.env.mediaUrl)
    const backupMadeAt = async (at: number) => {
      const target = openFolderTarget(join(place.dataDir, 'backups'))
      const { where } = await createBackup({
        club: club.env,
        store,
        target,
        name: `${at}.tar`,
        now: () => at,
      })
      return where
    }
    const now = Date.now()
    const [dayOld, monthOld] = [await backupMadeAt(now - DAY_MS), await backupMadeAt(now - 30 * DAY_MS)]
    const monthAgo = { at: now - 30 * DAY_MS, boot: 'elsewhere', uptime: 5, agreed: false }
    await club.database.write((tx) => writeSetting(tx, TRUSTED_TIME, JSON.stringify(monthAgo)))
    await club.stop()
    const restoredOn = async (target: TestDatabase, where: string, options = {}) => {
      const env = { ...club.env, ...target, mediaUrl: join(target.dataDir, 'media') }
      await restore({
        archive: await openArchive(where),
        club: env,
        store: openLocalMedia(env.mediaUrl),
        replace: true,
      })
      return openedOn(target, options)
    }
    const alone = { clocks: { others: [] } }
    const recent = await restoredOn(await newPlace(), dayOld, alone)
    expect(await recent.deletionClock.deletionTime()).not.toBeNull()
    const openedAt = now + YEAR_MS
    const ahead = await restoredOn(await newPlace(), dayOld, { ...alone, openedAt })
    expect(await ahead.deletionClock.deletionTime()).toBeNull()
    const old = await restoredOn(await newPlace(), monthOld, alone)
    expect(await old.deletionClock.deletionTime()).toBeNull()
    await old.deletionClock.confirm()
    expect(await old.deletionClock.deletionTime()).not.toBeNull()
    const confirmed = await restoredOn(await newPlace(), monthOld, {
      clocks: { others: [postgresThat(20)] },
    })
    expect(await confirmed.deletionClock.deletionTime()).not.toBeNull()
    // The last trusted time of this database is a month old, and nobody has confirmed the jump.
    const inDoubt = await restoredOn(place, dayOld, alone)
    expect(await inDoubt.deletionClock.deletionTime()).toBeNull()
  })

  testOnce(
    'stores a counter that restarts within one boot, so that later days need no confirmation',
    async () => {
      const counter = { boot: 'one', uptime: 10 * DAY_MS }
      const club = await openedOn(await newPlace(), { clocks: { machine: () => counter, others: [] } })
      for (const uptime of [0, 2 * DAY_MS]) {
        club.clock.now += uptime
        counter.uptime = uptime
        expect(await club.deletionClock.deletionTime()).toBe(club.clock.now)
      }
    },
  )

  testOnce('stores no result of findDoubt and findContradictions', async () => {
    const place = await newPlace()
    const club = await openedOn(place)
    const database = connect(place)
    disposals.push(database.close)
    const stored = () => readSetting(database.read, TRUSTED_TIME)
    const before = await stored()
    const log = { info: () => {}, warn: () => {} }
    const late = createDeletionClock({ database, env: club.env, log, now: () => Date.now() + YEAR_MS })
    expect(await late.findDoubt()).not.toBeNull()
    expect(await late.findContradictions()).toHaveLength(name === 'postgres' ? 1 : 0)
    expect(await stored()).toBe(before)
  })
})
