import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../platform/db/connect.ts'
import { readKnownAddress, readLastOpening, rememberOpening } from '../../platform/db/known-address.ts'
import { migrateTo, migrationNames } from '../../platform/db/migrate.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { RESERVE_BYTES } from '../../platform/process/free-space.ts'
import { StorageFull } from '../../platform/process/storage-errors.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import { createPicture, openTestClub, type TestClub } from '../../test/support/club.ts'
import {
  hashPictures,
  omitDerivedKeys,
  readTables,
  selectRestoredRows,
} from '../../test/support/club-snapshot.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { fillEmptyTables } from '../../test/support/generated-rows.ts'
import { createSettingsReader, createSiteSettings } from '../../test/support/site-settings.ts'
import { judgeBackup } from '../checks/thresholds.ts'
import { openArchive } from './archive-target.ts'
import {
  createDailyBackup,
  nameElsewhere,
  readLastDailyBackups,
  readOldestBackupTime,
} from './daily-backup.ts'
import { restore } from './restore-backup.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000
/**
 * 10:00 in Buenos Aires on a future day. File times follow the real clock, so the clocks of the test clubs must be later.
 */
const MORNING = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 13 * HOUR_MS
const getDay = (days: number) => new Date(MORNING + days * DAY_MS).toISOString().slice(0, 10)
const getArchive = (days: number) => `daily-${getDay(days)}.tar`

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

describe.each(databases)('the daily backup on $name', ({ create, createEmpty, testOnce }) => {
  const disposals: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose()
  })

  async function newPlace(createDatabase = createEmpty): Promise<TestDatabase> {
    const place = await createDatabase()
    disposals.push(place.dispose)
    return place
  }

  async function openClub(env: Record<string, string> = {}) {
    const club = await openTestClub(await newPlace(create), { env })
    disposals.push(club.stop)
    club.clock.now = MORNING
    return club
  }

  const getDaily = async (
    club: TestClub,
    free?: (folder: string) => Promise<number>,
    elsewhere?: { to: string; key: string | null },
    site = createSiteSettings(),
  ) =>
    createDailyBackup({
      place: club.env,
      elsewhere,
      database: club.database,
      store: await openMedia(club.env.mediaUrl),
      settings: createSettingsReader(site),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      now: () => club.clock.now,
      deletionTime: club.deletionClock.deletionTime,
      free,
    })

  const getFolder = (club: TestClub) => join(club.env.dataDir, 'backups')
  const getArchives = async (club: TestClub) =>
    (await readdir(getFolder(club))).filter((name) => name.endsWith('.tar')).sort()

  async function keepPicture(club: TestClub, colour: string): Promise<string> {
    const stored = await club.images.store(await createPicture(colour))
    if (!stored.ok) throw new Error(stored.message)
    return stored.id
  }

  test('is made once a day among all processes, and the day begins when the night ends', async () => {
    const club = await openClub()
    const [one, other] = [await getDaily(club), await getDaily(club)]
    const taken = await Promise.all([one.run(), other.run(), one.run()])
    expect(taken.filter((each) => each !== null)).toHaveLength(1)
    expect(await getArchives(club)).toEqual([getArchive(0)])

    club.clock.now = Date.parse(`${getDay(1)}T10:59:00Z`)
    expect(await other.run()).toBeNull()
    club.clock.now = Date.parse(`${getDay(1)}T11:01:00Z`)
    expect(await other.run()).not.toBeNull()
    expect(await getArchives(club)).toEqual([getArchive(0), getArchive(1)])
  })

  testOnce('has the date of the club’s time zone', async () => {
    const club = await openClub()
    // At 10:00 in Buenos Aires, the night before has not ended in Honolulu.
    const site = createSiteSettings({ identity: { timeZone: 'Pacific/Honolulu' } })
    expect(await (await getDaily(club, undefined, undefined, site)).run()).not.toBeNull()
    expect(await getArchives(club)).toEqual([getArchive(-1)])
  })

  test('is made by another process when the first process was killed', async () => {
    const club = await openClub()
    const value = JSON.stringify({ day: getDay(0), startedAt: MORNING, doneAt: null })
    await club.database.write((tx) =>
      tx.insertInto('settings').values({ key: 'daily-backup', value }).execute(),
    )
    const daily = await getDaily(club)
    club.clock.now += HOUR_MS
    expect(await daily.run()).toBeNull()
    club.clock.now += HOUR_MS + 1
    expect(await daily.run()).not.toBeNull()
  })

  testOnce('has another name in the second place for each club, machine and time', () => {
    const at = new Date('2026-11-27T11:05:00Z')
    const names = [
      nameElsewhere('daily', '8c6f3d1e-0000-4000-8000-000000000000', 'Pulso.Example', at),
      nameElsewhere('daily', '8c6f3d1e-0000-4000-8000-000000000000', 'ensayo', at),
      nameElsewhere('club', null, '../otra máquina', at),
      nameElsewhere(
        'daily',
        '11111111-0000-4000-8000-000000000000',
        'a'.repeat(253),
        new Date(at.getTime() + 1000),
      ),
    ]
    expect(names).toEqual([
      'daily-8c6f3d1e-pulso-example-2026-11-27T110500Z.tar',
      'daily-8c6f3d1e-ensayo-2026-11-27T110500Z.tar',
      'club-unmarked--otra-m-quina-2026-11-27T110500Z.tar',
      `daily-11111111-${'a'.repeat(40)}-2026-11-27T110501Z.tar`,
    ])
  })

  testOnce(
    'stores an encrypted, complete archive in the second place once a day, and retries after a failure',
    async () => {
      const club = await openClub()
      const id = await keepPicture(club, '#b0c0d0')
      const key = join(club.env.dataDir, 'backup.key')
      const to = buckets.create('/club')
      const [one, other] = [
        await getDaily(club, undefined, { to, key }),
        await getDaily(club, undefined, { to, key }),
      ]
      await expect(one.runElsewhere()).rejects.toThrow('No se pudo leer la clave')
      // The process that has claimed the backup may still be running.
      expect(await other.runElsewhere()).toBeNull()
      await writeFile(key, 'una clave muy larga\n')
      club.clock.now += 2 * HOUR_MS + 1
      const taken = await Promise.all([one.runElsewhere(), other.runElsewhere()])
      const where = taken.find((each) => each !== null)?.where as string
      expect(taken.filter((each) => each !== null)).toHaveLength(1)
      expect(where).toMatch(/\/club\/daily-[0-9a-f]{8}-[a-z0-9-]+-\d{4}-\d\d-\d\dT\d{6}Z\.tar\?/)
      expect(await (await getDaily(club)).runElsewhere()).toBeNull()

      const archive = await openArchive(where)
      const target = await newPlace()
      const env = { ...club.env, ...target, mediaUrl: join(target.dataDir, 'media') }
      const store = await openMedia(env.mediaUrl)
      await expect(restore({ archive, club: env, store })).rejects.toThrow('cifrado')
      await restore({ archive, club: env, store, passphrase: 'una clave muy larga' })
      expect(await store.size(`${id}-32.webp`)).toBeGreaterThan(0)
    },
  )

  testOnce(
    'shares its pictures with the other days, and with the club if they are on the same disk',
    async () => {
      const club = await openClub()
      const id = await keepPicture(club, '#a0b0c0')
      const daily = await getDaily(club)
      await daily.run()
      const file = `${id}-32.webp`
      const path = join(getFolder(club), 'media', file.slice(0, 2), file)
      const first = await stat(path)
      expect(first.ino).toBe((await stat(join(club.env.mediaUrl, file.slice(0, 2), file))).ino)
      club.clock.now += DAY_MS
      await daily.run()
      expect((await stat(path)).ino).toBe(first.ino)
      const archive = await stat(join(getFolder(club), getArchive(1)))
      expect(archive.size).toBeLessThan(50_000)
    },
  )

  testOnce('is deleted after seven days, together with pictures that no other backup names', async () => {
    const club = await openClub()
    const daily = await getDaily(club)
    await mkdir(getFolder(club))
    const upgrades = ['0001_initial', 'T120000Z'].map((what) => `upgrade-${what}-${getDay(-20)}.tar`)
    for (const name of ['club-2020-01-01T000000Z.tar', ...upgrades, 'notes.txt'])
      await writeFile(join(getFolder(club), name), 'somebody put it here')
    const id = await keepPicture(club, '#c0ffee')
    for (let day = 0; day < 6; day++) {
      await daily.run()
      club.clock.now += DAY_MS
      if (day === 0) await club.images.sweep(club.clock.now)
      if (day === 1) await club.images.sweep(club.clock.now)
    }
    const pictures = async () =>
      Object.keys(await hashPictures(await openMedia(join(getFolder(club), 'media')))).filter((name) =>
        name.startsWith(id),
      )
    expect(await hashPictures(await openMedia(club.env.mediaUrl))).toEqual({})
    expect(await pictures()).toHaveLength(2)
    for (let day = 0; day < 4; day++) {
      await daily.run()
      club.clock.now += DAY_MS
    }
    expect(await getArchives(club)).toEqual([
      'club-2020-01-01T000000Z.tar',
      ...[3, 4, 5, 6, 7, 8, 9].map(getArchive),
      ...upgrades,
    ])
    expect(await pictures()).toEqual([])
    expect(await readdir(getFolder(club))).toContain('notes.txt')
    club.clock.now += DAY_MS
    await daily.run()
    for (const upgrade of upgrades) expect(await getArchives(club)).not.toContain(upgrade)
  })

  test.each(['disk', 's3'])('restores a club with its pictures on %s', async (media) => {
    const club = await openClub(media === 's3' ? { MEDIA_URL: buckets.create() } : {})
    await club.signIn()
    await keepPicture(club, '#101010')
    await keepPicture(club, '#202020')
    const taken = await (await getDaily(club)).run()
    const rows = selectRestoredRows(await readTables(club.database))
    const pictures = await hashPictures(await openMedia(club.env.mediaUrl))
    expect(Object.keys(pictures)).toHaveLength(4)

    const place = await newPlace()
    const mediaUrl = join(place.dataDir, 'media')
    const archive = await openArchive(taken?.where as string)
    const home = { ...place, mediaUrl }
    await restore({ archive, club: home, store: await openMedia(mediaUrl) })
    const database = connect(place)
    disposals.push(database.close)
    expect(await hashPictures(await openMedia(mediaUrl))).toEqual(pictures)
    expect(await readTables(database)).toEqual(rows)
    // The archive contains the claim of the machine that made it. A restore must drop it.
    expect(await readLastDailyBackups(database.read)).toEqual({ here: null, elsewhere: null })
    expect(await readOldestBackupTime(database.read, ['here', 'elsewhere'])).toBeNull()
  })

  testOnce('does not restore the settings of the machine that created it', async () => {
    const club = await openClub()
    const before = await readTables(club.database)
    await rememberOpening(club.database, { origin: 'http://127.0.0.1:1', build: 'x', at: MORNING })
    await club.warnings.check()
    const daily = await getDaily(club)
    await daily.run()
    club.clock.now += DAY_MS
    const taken = await daily.run()
    const noted = (await readTables(club.database)).settings?.map(({ key }) => key)
    expect(noted).toEqual(expect.arrayContaining(['address', 'daily-backup', 'opened', 'warnings']))

    const place = await newPlace()
    const mediaUrl = join(place.dataDir, 'media')
    const archive = await openArchive(taken?.where as string)
    await restore({ archive, club: { ...place, mediaUrl }, store: await openMedia(mediaUrl) })
    const database = connect(place)
    disposals.push(database.close)
    expect((await readTables(database)).settings).toEqual(before.settings)
    expect(await readLastDailyBackups(database.read)).toEqual({ here: null, elsewhere: null })
    expect([await readKnownAddress(database), await readLastOpening(database.read)]).toEqual([null, null])
  })

  testOnce('with damaged or lost pictures is rejected before any change of data', async () => {
    const club = await openClub()
    const id = await keepPicture(club, '#303030')
    const taken = await (await getDaily(club)).run()
    const path = join(getFolder(club), 'media', id.slice(0, 2), `${id}-32.jpg`)
    const place = await newPlace()
    const home = { ...place, mediaUrl: join(place.dataDir, 'media') }
    const again = async () =>
      restore({
        archive: await openArchive(taken?.where as string),
        club: home,
        store: await openMedia(home.mediaUrl),
      })
    // The file is replaced and not overwritten, because the club shares the old one by a hard link.
    await rm(path)
    await expect(again()).rejects.toThrow(/falta/)
    await writeFile(path, 'something else')
    await expect(again()).rejects.toThrow(/dañado/)
    expect(await readdir(place.dataDir)).toEqual(['media'])
  })

  testOnce('is not made when the disk would fill, keeps the earlier ones, and retries later', async () => {
    const club = await openClub()
    await (await getDaily(club)).run()
    club.clock.now += 9 * DAY_MS
    const daily = await getDaily(club, async () => RESERVE_BYTES - 1)
    await expect(daily.run()).rejects.toThrow(StorageFull)
    expect(await getArchives(club)).toEqual([getArchive(0)])
    expect(await daily.run()).toBeNull()
    club.clock.now += 3 * HOUR_MS
    expect(await (await getDaily(club)).run()).not.toBeNull()
  })

  testOnce.each([
    { before: 'a successful one', isTaken: true },
    { before: 'no earlier one', isTaken: false },
  ])('is late from 36 hours on when it fails for three days after $before', async ({ isTaken }) => {
    const club = await openClub()
    const state = async () => {
      const at = await readOldestBackupTime(club.database.read, ['here'])
      return at === null ? 'none' : judgeBackup(at, { now: club.clock.now })
    }
    expect(await state()).toBe('none')
    if (isTaken) await (await getDaily(club)).run()
    const full = await getDaily(club, async () => RESERVE_BYTES - 1)
    const begun = club.clock.now
    let fails = 0
    for (; club.clock.now <= begun + 3 * DAY_MS; club.clock.now += HOUR_MS) {
      await full.run().catch(() => {
        fails++
      })
      expect(await state()).toBe(club.clock.now < begun + 36 * HOUR_MS ? 'ok' : 'warning')
    }
    expect(fails).toBeGreaterThan(10)
    club.clock.now += 3 * HOUR_MS
    expect(await (await getDaily(club)).run()).not.toBeNull()
    expect(await state()).toBe('ok')
  })

  testOnce('is made although the previous archive is damaged', async () => {
    const club = await openClub()
    const daily = await getDaily(club)
    await keepPicture(club, '#404040')
    await daily.run()
    const first = join(getFolder(club), getArchive(0))
    await writeFile(first, (await readFile(first)).subarray(0, 700))
    club.clock.now += DAY_MS
    expect((await daily.run())?.manifest.pictures.count).toBe(2)
  })

  test('of the rows is made once, before a newer version migrates them', async () => {
    const place = await newPlace()
    const [first] = migrationNames as [string]
    const old = connect(place)
    await old.write(async (tx) => {
      await migrateTo(tx, first)
      await fillEmptyTables(tx, first)
    })
    await sql`update news set "newsBody" = '<p>Una noche</p>'`.execute(old.read)
    const before = selectRestoredRows(await readTables(old, first))
    await old.close()
    const club = await openTestClub(place)
    const [name] = (await getArchives(club)) as [string]
    await club.stop()
    expect(name).toMatch(/^upgrade-0001_initial-\d{4}-\d\d-\d\d\.tar$/)

    const again = await openTestClub(place)
    disposals.push(again.stop)
    expect(await getArchives(again)).toEqual([name])
    const other = await newPlace()
    const home = { ...other, mediaUrl: join(other.dataDir, 'media') }
    await restore({
      archive: await openArchive(join(getFolder(again), name)),
      club: home,
      store: await openMedia(home.mediaUrl),
    })
    const database = connect(other)
    disposals.push(database.close)
    const after = await readTables(database, first)
    // A later version may add rows, so only the earlier ones are compared.
    for (const [table, rows] of Object.entries(before))
      expect(after[table]?.map(omitDerivedKeys)).toEqual(expect.arrayContaining(rows.map(omitDerivedKeys)))
  })

  test('that fails before an upgrade leaves the database at the older version', async () => {
    const place = await newPlace()
    const [first] = migrationNames as [string]
    const old = connect(place)
    disposals.push(old.close)
    await old.write((tx) => migrateTo(tx, first))
    // A file in place of the folder makes the backup fail.
    await writeFile(join(place.dataDir, 'backups'), 'a file')
    await expect(openTestClub(place)).rejects.toThrow(/Antes de actualizar/)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(old.read)
    expect(rows).toEqual([{ name: first }])
  })
})
