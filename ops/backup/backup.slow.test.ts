import { execFile, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import { connect, type Database } from '../../platform/db/connect.ts'
import { migrate, migrateTo, migrationNames } from '../../platform/db/migrate.ts'
import { readSetting } from '../../platform/db/settings.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { CLUB_ID } from '../../platform/media/server/store-owner.ts'
import { createFreeSpace, RESERVE_BYTES } from '../../platform/process/free-space.ts'
import { StorageFull } from '../../platform/process/storage-errors.ts'
import { createMp3 } from '../../test/support/audio.ts'
import { type BucketServer, startBuckets } from '../../test/support/buckets.ts'
import {
  createDraft,
  createPicture,
  openTestClub,
  readCookie,
  type TestClub,
} from '../../test/support/club.ts'
import {
  hashPictures,
  omitDerivedKeys,
  readTables,
  searchWords,
  selectRestoredRows,
} from '../../test/support/club-snapshot.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { createSqliteDatabase } from '../../test/support/empty-databases.ts'
import { createFilm } from '../../test/support/films.ts'
import { fillEmptyTables } from '../../test/support/generated-rows.ts'
import { ARCHIVE_NAMES, type Manifest, ndjson, sha256, verifyArchive } from './archive-format.ts'
import { openArchive, openFolderTarget, openTarget } from './archive-target.ts'
import { createBackup } from './create-backup.ts'
import { WrongKeyError } from './encryption.ts'
import { restore } from './restore-backup.ts'
import { BrokenArchive, createTar } from './tar.ts'

const run = promisify(execFile)
const NEWEST = migrationNames.at(-1) as string

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const homesOnDisk = databases.map(({ name, createEmpty, testOnce }) => ({
  home: `${name} and disk`,
  testOnce,
  async create() {
    const place = await createEmpty()
    return { ...place, mediaUrl: join(place.dataDir, 'media') }
  },
}))
const [sqliteHome] = homesOnDisk as [(typeof homesOnDisk)[0]]
const bucketHome = {
  home: 'sqlite and s3',
  create: async () => ({ ...(await createSqliteDatabase()), mediaUrl: buckets.create('/pictures') }),
}
/** Every combination of database and media store. */
const homes = [...homesOnDisk, bucketHome]
type Home = TestDatabase & { mediaUrl: string }

const disposals: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const dispose of disposals.splice(0).reverse()) await dispose()
})

async function newHome({ create }: Pick<typeof bucketHome, 'create'>): Promise<Home> {
  const home = await create()
  disposals.push(home.dispose)
  return home
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-backups-'))
  disposals.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function open(home: Home, env: Record<string, string> = {}): Promise<TestClub> {
  const club = await openTestClub(home, { env: { MEDIA_URL: home.mediaUrl, ...env } })
  disposals.push(club.stop)
  return club
}

function connectTo(home: Home): Database {
  const database = connect(home)
  disposals.push(database.close)
  return database
}

/** Opens a club with content of every kind, some of it in the trash. */
async function createClubWithAllContent(home: Home): Promise<TestClub> {
  const club = await open(home)
  const { cookie } = await club.signIn()
  for (const resource of resourceNames) {
    for (const words of ['Ñandú', 'Zorzal', 'gone']) {
      const body = await createDraft(resource, words)
      const created = await club.send('POST', `/api/${resource}`, { body, as: cookie })
      expect(created.status).toBe(201)
      const { _id } = (await created.json()) as { _id: string }
      if (words === 'gone') await club.send('DELETE', `/api/${resource}/${_id}`, { as: cookie })
    }
  }
  await club.send('POST', '/api/mail/sendMail', {
    body: { person: 'Eva', from: 'eva@club.example', body: '¿A qué hora abren?\n\nGracias' },
  })
  const headers = { 'Content-Type': 'video/mp4' }
  const film = await club.send('POST', '/api/site/film', { body: createFilm(), headers, as: cookie })
  expect(film.status).toBe(201)
  await writeFile(join(home.dataDir, '.incoming', 'half.tmp'), 'a film on its way')
  const sound = createMp3({ frames: 2_000 })
  for (const [key, size] of [
    ['whole-sound', sound.byteLength],
    ['half-a-sound', 2 * sound.byteLength],
  ] as const) {
    const part = await club.send('PUT', `/api/media/audio/${key}?offset=0&size=${size}`, {
      body: sound,
      headers: { 'Content-Type': 'application/octet-stream' },
      as: cookie,
    })
    expect(part.status).toBe(200)
  }
  // The AVIF files are created in the background.
  club.images.start()
  await club.images.idle()
  await club.images.stop()
  await club.database.write((tx) => fillEmptyTables(tx, NEWEST))
  await club.database.write((tx) => tx.deleteFrom('residents').where('deletedAt', 'is not', null).execute())
  await writeFile(join(home.dataDir, 'secret.key'), 'a secret', { mode: 0o600 })
  return club
}

async function readContents(home: Home) {
  const database = connectTo(home)
  const rows = await readTables(database)
  return {
    rows,
    pictures: await hashPictures(await openMedia(home.mediaUrl)),
    found: await searchWords(database, ['ñandu', 'zor', 'gone', 'hora', 'club']),
    secret: await readFile(join(home.dataDir, 'secret.key'), 'utf8'),
  }
}

const restoreArchive = async (home: Home, where: string, more: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({
    archive: await openArchive(where),
    club: home,
    store: await openMedia(home.mediaUrl),
    ...more,
  })

const takeBackup = async (
  club: TestClub,
  folder: string,
  more: Partial<Parameters<typeof createBackup>[0]> = {},
) =>
  createBackup({
    club: club.env,
    store: await openMedia(club.env.mediaUrl),
    target: openFolderTarget(folder),
    name: 'club.tar',
    ...more,
  })

describe.each(homes)('a backup of a club on $home', ({ create }) => {
  let club: TestClub
  let where: string
  let manifest: Manifest
  let before: Awaited<ReturnType<typeof readContents>>
  const endings: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const home = await newHome({ create })
    club = await createClubWithAllContent(home)
    ;({ where, manifest } = await takeBackup(club, await newFolder()))
    before = await readContents(home)
    // All tests of this block use these clubs, so afterEach must not close them.
    endings.push(...disposals.splice(0))
  })
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  test('contains rows of every table and pictures', () => {
    expect(manifest.pictures.missing).toEqual([])
    expect(manifest.pictures.count).toBe(Object.keys(before.pictures).length)
    expect(manifest.pictures.count).toBeGreaterThan(10)
    expect(Object.keys(before.pictures).some((name) => name.endsWith('.avif'))).toBe(true)
    const counts = Object.entries(before.rows).map(([table, rows]) => [table, rows.length])
    // `rowsOf` leaves out the trusted time, so the test does too.
    expect(manifest.tables).toEqual({
      ...Object.fromEntries(counts),
      settings: (before.rows.settings?.length ?? 0) + 1,
    })
    expect(Object.entries(manifest.tables).filter(([, rows]) => rows === 0)).toEqual([])
    expect(before.found['residents ñandu']).toHaveLength(1)
    expect(before.found['agency gone']).toHaveLength(0)
    expect(before.found['messages hora']).toHaveLength(1)
  })

  test.each(homes)('restores every row and picture on $home', async (to) => {
    const other = await newHome(to)
    await restoreArchive(other, where)
    expect(await readContents(other)).toEqual({ ...before, rows: selectRestoredRows(before.rows) })

    // Passwords still work. Numbers of new items continue after all earlier numbers, also those of deleted items.
    const again = await open(other)
    expect(await createAndReadNumber(again)).toBe((before.rows.residents?.length ?? 0) + 2)
    const news = (await (await again.send('GET', '/api/news')).json()) as { photo: string }[]
    expect((await again.send('GET', news[0]?.photo as string)).status).toBe(200)
  })
})

/** Creates an item. @returns its sequence number */
async function createAndReadNumber(club: TestClub): Promise<number> {
  const cookie = readCookie(
    await club.send('POST', '/api/auth/login', {
      body: { email: 'ana@club.example', password: 'una clave bien larga' },
    }),
  )
  await club.send('POST', '/api/residents', { body: await createDraft('residents', 'Next'), as: cookie })
  const row = club.database.read.selectFrom('residents').select('seq').where('name', '=', 'Next')
  return (await row.executeTakeFirstOrThrow()).seq
}

describe.each(homesOnDisk)('a backup on $home', ({ testOnce, ...from }) => {
  test('contains the state of one moment while the club is written to', async () => {
    const home = await newHome(from)
    const club = await open(home)
    const { cookie } = await club.signIn()
    let writing = true
    let written = 0
    // The archive must contain an item together with its audit-log entry, picture and reference, or none of them.
    const writer = (async () => {
      while (writing) {
        const shade = (written % 256).toString(16).padStart(2, '0')
        const photo = await createPicture(`#${shade}${shade}10`, 40 + Math.floor(written / 256))
        const body = { ...(await createDraft('agency', `Artist ${written}`)), photo }
        const answer = await club.send('POST', '/api/agency', { body, as: cookie })
        expect(answer.status).toBe(201)
        written++
      }
    })()
    const counts: number[] = []
    for (let index = 0; index < 4; index++) {
      await expect.poll(() => written, { timeout: 30_000 }).toBeGreaterThan(index * 5)
      const folder = await newFolder()
      const { where, manifest } = await takeBackup(club, folder)
      expect(manifest.pictures.missing).toEqual([])
      const other = await newHome(sqliteHome)
      await restoreArchive(other, where)
      const database = connectTo(other)
      const rows = await readTables(database)
      counts.push(rows.agency?.length ?? 0)
      expect(rows.revisions?.find(({ resource }) => resource === 'agency')?.live).toBe(rows.agency?.length)
      expect(rows.mediaRefs?.filter(({ resource }) => resource === 'agency')).toHaveLength(
        rows.agency?.length ?? 0,
      )
      const files = await hashPictures(await openMedia(other.mediaUrl))
      for (const { photo } of rows.agency ?? [])
        expect(Object.keys(files).some((name) => name.startsWith(String(photo)))).toBe(true)
    }
    writing = false
    await writer
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(counts[0] ?? 0)
  })

  testOnce('starts again when a picture is deleted during the backup', async () => {
    const home = await newHome(from)
    const club = await open(home)
    const stored = await club.images.store(await createPicture('#123456'))
    const kept = await club.images.store(await createPicture('#654321'))
    if (!stored.ok || !kept.ok) throw new Error('no picture')
    await club.database.write((tx) =>
      tx.insertInto('mediaRefs').values({ mediaId: kept.id, resource: 'news', itemId: 'x' }).execute(),
    )
    const store = await openMedia(home.mediaUrl)
    let swept: Promise<void> | undefined
    const sweeping = {
      ...store,
      async read(name: string) {
        if (!swept) {
          club.clock.now += 25 * 3_600_000
          swept = club.images.sweep(club.clock.now)
        }
        await swept
        return store.read(name)
      },
    }
    const { where, manifest } = await takeBackup(club, await newFolder(), { store: sweeping })
    const { pictures } = await verifyArchive(await openArchive(where), null)
    expect(manifest.pictures.missing).toEqual([])
    expect([...pictures.keys()].filter((name) => name.startsWith(stored.id))).toEqual([])
    expect([...pictures.keys()].filter((name) => name.startsWith(kept.id))).toHaveLength(2)
  })

  testOnce('lists a lost picture as missing, and restores all others', async () => {
    const club = await createClubWithAllContent(await newHome(from))
    const store = await openMedia(club.env.mediaUrl)
    const [lost] = Object.keys(await hashPictures(store)) as [string]
    await store.remove(lost)
    const { where, manifest } = await takeBackup(club, await newFolder())
    expect(manifest.pictures.missing).toEqual([lost])
    const other = await newHome(from)
    await restoreArchive(other, where)
    expect(await hashPictures(await openMedia(other.mediaUrl))).toEqual(await hashPictures(store))
  })

  test('of an older version includes its pictures', async () => {
    const home = await newHome(from)
    const old = connectTo(home)
    await old.write((tx) => migrateTo(tx, '0008_nights'))
    const id = 'ab'.repeat(16)
    await sql`insert into media (id, width, height, placeholder, "createdAt", "touchedAt")
      values (${id}, 320, 200, '', 1, 1)`.execute(old.read)
    const store = await openMedia(home.mediaUrl)
    await store.put(`${id}-320.jpg`, Buffer.from('a picture'))
    const { manifest } = await createBackup({
      club: home,
      store,
      target: openFolderTarget(await newFolder()),
      name: 'old.tar',
    })
    expect([manifest.pictures.count, manifest.pictures.missing]).toEqual([1, [`${id}-320.webp`]])
  })

  test('of an older version is migrated to the newest', async () => {
    const home = await newHome(from)
    const old = connectTo(home)
    const [first] = migrationNames as [string]
    await old.write(async (tx) => {
      await migrateTo(tx, first)
      await fillEmptyTables(tx, first)
    })
    await sql`delete from "mediaRefs"`.execute(old.read)
    await sql`delete from "media"`.execute(old.read)
    await sql`update news set "newsBody" = '<p>Una noche</p>'`.execute(old.read)
    const before = selectRestoredRows(await readTables(old, first))
    const { where } = await createBackup({
      club: home,
      store: await openMedia(home.mediaUrl),
      target: openFolderTarget(await newFolder()),
      name: 'old.tar',
    })
    const other = await newHome(from)
    await restoreArchive(other, where)
    const database = connectTo(other)
    const after = await readTables(database, first)
    // A later version may add rows, so only the earlier ones are compared.
    for (const [table, rows] of Object.entries(before))
      expect(after[table]?.map(omitDerivedKeys)).toEqual(expect.arrayContaining(rows.map(omitDerivedKeys)))
    await migrate(database)
  })

  testOnce(
    'with a script in a rich text is restored without the script, but with the pictures of the text',
    async () => {
      const club = await open(await newHome(from))
      const { cookie } = await club.signIn()
      const body = await createDraft('news')
      expect((await club.send('POST', '/api/news', { body, as: cookie })).status).toBe(201)
      const { read } = club.database
      const media = await read.selectFrom('media').select(['id', 'width']).executeTakeFirstOrThrow()
      const picture = `/media/${media.id}-${media.width}.webp`
      const script = `<p onclick="evil()">Una <b>noche</b></p><script>evil()</script><img src="${picture}" onerror="evil()">`
      await sql`update news set "newsBody" = ${script}`.execute(read)
      const { where } = await takeBackup(club, await newFolder())
      const home = await newHome(from)
      await restoreArchive(home, where)
      const { newsBody } = await connectTo(home)
        .read.selectFrom('news')
        .select('newsBody')
        .executeTakeFirstOrThrow()
      expect(newsBody).not.toMatch(/script|onclick|onerror|evil/)
      expect(newsBody).toContain('<p>Una <strong>noche</strong></p>')
      expect(newsBody).toContain(`<img src="${picture}"`)
    },
  )

  testOnce('with a rich text of too many tags is restored with its words, and reports the text', async () => {
    const club = await open(await newHome(from))
    const { cookie } = await club.signIn()
    for (const newsTitle of ['Larga', 'Corta']) {
      const body = { ...(await createDraft('news')), newsTitle }
      expect((await club.send('POST', '/api/news', { body, as: cookie })).status).toBe(201)
    }
    const [text] = await club.database.read.selectFrom('news').select('id').limit(1).execute()
    const oversized = `<p>Una ${'<b>noche</b> '.repeat(5_001)}</p>`
    await sql`update news set "newsBody" = ${oversized} where "id" = ${text?.id}`.execute(club.database.read)
    const { where } = await takeBackup(club, await newFolder())
    const home = await newHome(from)
    let plainTexts = 0
    await restoreArchive(home, where, { onPlainText: () => plainTexts++ })
    const { newsBody } = await connectTo(home)
      .read.selectFrom('news')
      .select('newsBody')
      .where('id', '=', text?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(newsBody).toMatch(/^<p>Una noche noche [^<]+<\/p>$/)
    expect(plainTexts).toBe(1)
  })

  test('is not restored over existing data, unless `replace` is set', async () => {
    const club = await createClubWithAllContent(await newHome(from))
    const { where } = await takeBackup(club, await newFolder())
    const wanted = await readContents(club.env as unknown as Home)

    const home = await newHome(from)
    const other = await open(home)
    await other.signIn({ email: 'otra@club.example', password: 'otra clave bien larga' })
    const before = await readTables(other.database)
    await expect(restoreArchive(home, where)).rejects.toThrow(/Detené el club/)
    await other.stop()
    disposals.pop()
    await expect(restoreArchive(home, where)).rejects.toThrow(/no está vacía.*--replace/)
    const between = connectTo(home)
    expect(await readTables(between)).toEqual(before)
    expect(await hashPictures(await openMedia(home.mediaUrl))).toEqual({})
    await between.close()
    disposals.pop()

    await restoreArchive(home, where, { replace: true })
    expect(await readContents(home)).toEqual({ ...wanted, rows: selectRestoredRows(wanted.rows) })
  })

  describe('brings its id', () => {
    /** Reads with a connection of its own, because a restore refuses a database that is in use. */
    async function query<T>(home: Home, work: (database: Database) => Promise<T>): Promise<T> {
      const database = connect(home)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const readIds = async (home: Home) => [
      await query(home, ({ read }) => readSetting(read, CLUB_ID)),
      await (await openMedia(home.mediaUrl)).readOwner(),
    ]
    const openOnce = async (home: Home) => {
      await (await open(home)).stop()
      disposals.pop()
    }

    test('to a place where an empty club was started, and the club then opens', async () => {
      const club = await open(await newHome(from))
      await club.signIn()
      const [id] = await readIds(club.env as unknown as Home)
      const { where } = await takeBackup(club, await newFolder())
      const home = await newHome(from)
      await openOnce(home)
      expect(await readIds(home)).not.toContain(id)
      await restoreArchive(home, where)
      expect(await readIds(home)).toEqual([id, id])
      await openOnce(home)
    })

    test('or takes the id of the store, when it is of an older version', async () => {
      const club = await open(await newHome(from))
      await club.signIn()
      await club.database.write((tx) => tx.deleteFrom('settings').where('key', '=', CLUB_ID).execute())
      const { where } = await takeBackup(club, await newFolder())
      const [used, unused] = [await newHome(from), await newHome(from)]
      await openOnce(used)
      const [id] = await readIds(used)
      for (const home of [used, unused]) {
        await restoreArchive(home, where)
        await openOnce(home)
      }
      expect(await readIds(used)).toEqual([id, id])
      const [other, marked] = await readIds(unused)
      expect([other, marked]).toEqual([marked, expect.not.stringMatching(id as string)])
    })

    test('or changes nothing, when the store cannot be marked', async () => {
      const club = await open(await newHome(from))
      await club.signIn()
      const { where } = await takeBackup(club, await newFolder())
      const home = await newHome(from)
      await openOnce(home)
      const before = [await readIds(home), await query(home, readTables)]
      const store = await openMedia(home.mediaUrl)
      const owner = await store.readOwner()
      const refusing: typeof store.setOwner = async (id) => {
        await store.setOwner(id)
        if (id !== owner) throw new StorageFull('full')
      }
      await expect(restoreArchive(home, where, { store: { ...store, setOwner: refusing } })).rejects.toThrow(
        StorageFull,
      )
      expect([await readIds(home), await query(home, readTables)]).toEqual(before)
    })
  })

  test('changes no data when it cannot be loaded', async () => {
    const club = await createClubWithAllContent(await newHome(from))
    const folder = await newFolder()
    const { where } = await takeBackup(club, folder)
    const home = await newHome(from)
    const other = await open(home)
    await other.signIn()
    const before = await readTables(other.database)
    await other.stop()
    disposals.pop()
    // The disk becomes full with the eleventh picture.
    const store = await openMedia(home.mediaUrl)
    let puts = 0
    let underWay = 0
    const filling = {
      ...store,
      async put(name: string, bytes: Uint8Array) {
        if (++puts > 10) throw new StorageFull('full')
        underWay++
        // The delay keeps earlier pictures under way when the eleventh one is refused.
        await sleep(100)
        await store.put(name, bytes)
        underWay--
      },
    }
    await expect(restoreArchive(home, where, { store: filling, replace: true })).rejects.toThrow(StorageFull)
    expect(puts).toBeGreaterThan(10)
    expect(underWay).toBe(0)
    expect(await readTables(connectTo(home))).toEqual(before)
    expect(await hashPictures(store)).toEqual({})
    expect(
      (await readdir(home.dataDir)).filter((name) => name !== 'media' && !name.startsWith('club.')),
    ).toEqual([])
  })
})

describe('restoring over a damaged database', () => {
  const damage = {
    'in its pages': (file: string) => overwrite(file, 4096 * 3, 4096 * 30),
    'at its head': (file: string) => overwrite(file, 0, 4096),
    'cut off': (file: string) => truncate(file, 20_000),
  }

  async function openClubWithPicture(home: Home): Promise<TestClub> {
    const club = await open(home)
    const { cookie } = await club.signIn()
    const body = await createDraft('news')
    expect((await club.send('POST', '/api/news', { body, as: cookie })).status).toBe(201)
    return club
  }

  async function overwrite(file: string, from: number, length: number) {
    const handle = await openFile(file, 'r+')
    await handle.write(randomBytes(length), 0, length, from)
    await handle.close()
  }

  test.each(Object.entries(damage))(
    'replaces one that is damaged %s and keeps the damaged file beside the backups',
    async (_, harm) => {
      const club = await openClubWithPicture(await newHome(sqliteHome))
      const { where } = await takeBackup(club, await newFolder())
      const wanted = selectRestoredRows(await readTables(club.database))

      const home = await newHome(sqliteHome)
      const other = await open(home)
      await other.signIn()
      await other.stop()
      disposals.pop()
      const file = join(home.dataDir, 'club.sqlite')
      await harm(file)
      const damaged = await readFile(file)
      await expect(restoreArchive(home, where)).rejects.toThrow(/dañada.*--replace/)
      expect(await readFile(file)).toEqual(damaged)

      await restoreArchive(home, where, { replace: true })
      expect(await readTables(connectTo(home))).toEqual(wanted)
      const [aside = ''] = await readdir(join(home.dataDir, 'backups'))
      expect(aside).toMatch(/^damaged-.*\.sqlite$/)
      expect(await readFile(join(home.dataDir, 'backups', aside))).toEqual(damaged)
    },
  )

  test('leaves it in place when the archive cannot be loaded', async () => {
    const club = await openClubWithPicture(await newHome(sqliteHome))
    const { where } = await takeBackup(club, await newFolder())
    const home = await newHome(sqliteHome)
    await (await open(home)).stop()
    disposals.pop()
    const file = join(home.dataDir, 'club.sqlite')
    await damage['in its pages'](file)
    const damaged = await readFile(file)
    const store = await openMedia(home.mediaUrl)
    const full = { ...store, put: () => Promise.reject(new StorageFull('full')) }
    await expect(restoreArchive(home, where, { store: full, replace: true })).rejects.toThrow(StorageFull)
    expect(await readFile(file)).toEqual(damaged)
  })
})

/**
 * Memory limit of the process. Its code takes about 115 MB when it runs from source, and the media files have 408 MB, so
 * they cannot be in memory. Bytes
 */
const MEMORY_MAX = 225 * 1024 * 1024

describe('a backup of large films and audio', () => {
  const FILM_BYTES = 24 * 1024 * 1024
  const FILMS = 12
  const SOUND_BYTES = 120 * 1024 * 1024

  /** Creates a club with large media only. The files are sparse and take no disk space. @returns the ids of its files */
  async function createLargeMedia(home: Home): Promise<string[]> {
    const database = connectTo(home)
    await migrate(database)
    const row = { width: 0, height: 0, placeholder: '', createdAt: 1, touchedAt: 1 }
    const files = Array.from({ length: FILMS + 1 }, (_, index) => ({
      id: randomBytes(16).toString('hex'),
      isFilm: index < FILMS,
    }))
    await database.write((tx) =>
      tx
        .insertInto('media')
        .values(
          files.map(({ id, isFilm }) => ({
            ...row,
            id,
            isFilm: Number(isFilm),
            ...(!isFilm && { audio: 'mp3', bytes: SOUND_BYTES }),
          })),
        )
        .execute(),
    )
    const store = await openMedia(home.mediaUrl)
    for (const { id, isFilm } of files) {
      const name = `${id}.${isFilm ? 'mp4' : 'mp3'}`
      await store.put(name, Buffer.from(id))
      await truncate(join(home.mediaUrl, id.slice(0, 2), name), isFilm ? FILM_BYTES : SOUND_BYTES)
    }
    return files.map(({ id }) => id).sort()
  }

  /** Returns the message of the child process (test/support/backup-process.ts). */
  async function runInChildProcess(given: Record<string, unknown>) {
    const child = fork(join(import.meta.dirname, '../../test/support/backup-process.ts'), [
      JSON.stringify(given),
    ])
    disposals.push(async () => child.kill('SIGKILL'))
    const [told] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`It ended with ${code}`)
      }),
    ])) as [{ where: string; peakBytes: number; told: number }]
    return told
  }

  test('is created and restored with bounded memory, and reports its progress', async () => {
    const home = await newHome(sqliteHome)
    const ids = await createLargeMedia(home)
    const backup = await runInChildProcess({ place: home, to: await newFolder(), passphrase: null })
    const other = await newHome(sqliteHome)
    const restored = await runInChildProcess({ place: other, from: backup.where, passphrase: null })
    for (const { peakBytes, told } of [backup, restored]) {
      expect(peakBytes).toBeLessThan(MEMORY_MAX)
      // Progress is reported at least once per MB.
      expect(told).toBeGreaterThan(FILMS * 24 + 120)
    }
    const there: [string, number][] = []
    for await (const name of (await openMedia(other.mediaUrl)).list(Number.POSITIVE_INFINITY))
      there.push([name.slice(0, 32), (await stat(join(other.mediaUrl, name.slice(0, 2), name))).size])
    expect(there.map(([id]) => id).sort()).toEqual(ids)
    expect(there.map(([, size]) => size).sort()).toEqual(
      [...Array.from({ length: FILMS }, () => FILM_BYTES), SOUND_BYTES].sort(),
    )
  })
})

describe('an archive', () => {
  /** Creates an archive of a small club. */
  async function createSmallArchive(more: Partial<Parameters<typeof createBackup>[0]> = {}) {
    const home = await newHome(sqliteHome)
    const club = await open(home)
    await club.signIn()
    await club.images.store(await createPicture('#abcdef'))
    const folder = await newFolder()
    const { where } = await takeBackup(club, folder, more)
    return { where, folder, bytes: await readFile(where), club, home }
  }

  test('can be unpacked by tar, and its manifest verified by sha256sum', async () => {
    const { where, folder } = await createSmallArchive()
    const { stdout } = await run('tar', ['-tf', where])
    const listed = stdout.trim().split('\n')
    expect(listed).toContain('tables/users.ndjson.gz')
    expect(listed.slice(-3)).toEqual(['pictures.ndjson.gz', 'manifest.json', 'manifest.sha256'])
    await run('tar', ['-xf', where, '-C', folder])
    expect((await run('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder })).stdout).toContain('OK')
    const { stdout: users } = await run('gzip', ['-dc', join(folder, 'tables/users.ndjson.gz')])
    expect(JSON.parse(users).email).toBe('ana@club.example')
  })

  test('is readable only by its owner', async () => {
    const { where } = await createSmallArchive()
    expect((await stat(where)).mode & 0o077).toBe(0)
  })

  test('is rejected before any change of data when it was cut or changed anywhere', async () => {
    const { bytes, folder } = await createSmallArchive()
    const damaged = join(folder, 'damaged.tar')
    const home = await newHome(sqliteHome)
    // The trials change only bytes that have a meaning. The padding after a file has none.
    const meaningful = findMeaningfulOffsets(bytes)
    for (let trial = 0; trial < 60; trial++) {
      const at = meaningful[Math.floor((trial / 60) * meaningful.length)] as number
      const copy = Buffer.from(bytes)
      if (trial % 2 === 0) copy[at] = (copy[at] as number) ^ (1 << (trial % 8))
      await writeFile(damaged, trial % 2 === 0 ? copy : copy.subarray(0, at))
      const refused = await restoreArchive(home, damaged).then(
        () => null,
        (error: Error) => error,
      )
      expect([at, refused?.name]).toEqual([at, 'BrokenArchive'])
    }
    expect(await readdir(home.dataDir)).toEqual(['media'])
  })

  test('of a newer database version is rejected', async () => {
    const { where, folder, bytes } = await createSmallArchive()
    const { manifest } = await verifyArchive(await openArchive(where), null)
    expect(manifest.migration).toBe(NEWEST)
    const newer = Buffer.from(
      bytes.toString('latin1').replaceAll(NEWEST, NEWEST.replace(/^..../, '9999')),
      'latin1',
    )
    // Corrects the checksum of the changed manifest, so that only its version is wrong.
    const start = newer.indexOf('{\n  "format"')
    const end = newer.indexOf('\n}\n', start) + 3
    const hash = createHash('sha256').update(newer.subarray(start, end)).digest('hex')
    newer.write(hash, newer.lastIndexOf('  manifest.json') - 64)
    await writeFile(join(folder, 'newer.tar'), newer)
    await expect(restoreArchive(await newHome(sqliteHome), join(folder, 'newer.tar'))).rejects.toThrow(
      /más nueva/,
    )
  })

  test('that is missing or invalid is rejected with a message for each case', async () => {
    const folder = await newFolder()
    const home = await newHome(sqliteHome)
    await expect(restoreArchive(home, join(folder, 'none.tar'))).rejects.toThrow(/No hay ningún archivo/)
    await writeFile(join(folder, 'none.tar'), 'not an archive')
    await expect(restoreArchive(home, join(folder, 'none.tar'))).rejects.toThrow(BrokenArchive)
  })

  const getEntry = (name: string, bytes: Uint8Array) => ({
    name,
    size: bytes.byteLength,
    sha256: sha256(bytes),
  })

  /** Writes an archive with the given entries and a matching manifest. @returns its path */
  async function writeForgedArchive(
    files: Record<string, Uint8Array>,
    {
      pictures = {},
      tables = {},
    }: { pictures?: Record<string, Uint8Array>; tables?: Record<string, number> } = {},
  ) {
    const folder = await newFolder()
    const list = await ndjson(Object.entries(pictures).map(([name, bytes]) => getEntry(name, bytes)))
    const manifest = Buffer.from(
      JSON.stringify({
        format: 1,
        createdAt: '',
        migration: NEWEST,
        tables,
        counters: {},
        pictures: { inside: true, count: Object.keys(pictures).length, bytes: 0, missing: [] },
        entries: [
          ...Object.entries(files).map(([name, bytes]) => getEntry(name, bytes)),
          getEntry(ARCHIVE_NAMES.pictures, list),
        ],
      }),
    )
    const members = async function* () {
      const file = (name: string, bytes: Uint8Array) => ({ name, size: bytes.byteLength, content: [bytes] })
      for (const [name, bytes] of Object.entries(files)) yield file(name, bytes)
      for (const [name, bytes] of Object.entries(pictures)) yield file(ARCHIVE_NAMES.picture(name), bytes)
      yield file(ARCHIVE_NAMES.pictures, list)
      yield file(ARCHIVE_NAMES.manifest, manifest)
      yield file(ARCHIVE_NAMES.checksum, Buffer.from(sha256(manifest)))
    }
    return openFolderTarget(folder).put('forged.tar', createTar(members()))
  }

  const evil = Buffer.from('evil')
  const findFiles = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter(
      (name) => !/^(media(\/.incoming)?|club\.sqlite.*)$/.test(name),
    )

  test.each([
    ...['../evil', 'a/../../evil', '/evil', 'a//evil'].map(ARCHIVE_NAMES.file),
    ...['club.sqlite', 'club.sqlite-wal', 'media/ab/abc-1.jpg', 'backups/x.tar', '.restore-1/x'].map(
      ARCHIVE_NAMES.file,
    ),
    'tables/../../evil',
    'tables/a/b.ndjson.gz',
    'evil',
    '../evil',
    '/evil',
  ])('with the file %j, which no backup contains, is rejected without writing it', async (name) => {
    const home = await newHome(sqliteHome)
    await expect(
      restoreArchive(home, await writeForgedArchive({ [name]: evil }), { replace: true }),
    ).rejects.toThrow(BrokenArchive)
    expect(await findFiles(home.dataDir)).toEqual([])
  })

  test.each([
    '../../evil.mp4',
    '../evil.mp4',
    '/evil.mp3',
    'a/b.mp4',
    '..\\evil.mp4',
    'evil.exe',
    'Evil.mp4',
  ])('with the picture %j, which no store contains, is rejected without writing it', async (name) => {
    const parent = await newFolder()
    const dataDir = join(parent, 'one', 'data')
    await mkdir(dataDir, { recursive: true })
    const home = { ...(await newHome(sqliteHome)), dataDir, mediaUrl: join(dataDir, 'media') }
    await expect(
      restoreArchive(home, await writeForgedArchive({}, { pictures: { [name]: evil } })),
    ).rejects.toThrow(BrokenArchive)
    expect(await findFiles(parent)).toEqual(['one', 'one/data', 'one/data/media', 'one/data/media/.incoming'])
  })

  test('with invalid rows or duplicate list entries is rejected', async () => {
    const home = await newHome(sqliteHome)
    const picture = `${'ab'.repeat(16)}.mp4`
    const twice = await ndjson([getEntry(picture, evil), getEntry(picture, evil)])
    for (const [name, bytes] of [
      [ARCHIVE_NAMES.table('settings'), await ndjson([{ key: 'k', value: { deep: 1 } }])],
      [ARCHIVE_NAMES.table('settings'), await ndjson(['text'])],
      [ARCHIVE_NAMES.table('settings'), Buffer.from('not compressed')],
      [ARCHIVE_NAMES.pictures, twice],
    ] as const) {
      const tables: Record<string, number> = name === ARCHIVE_NAMES.pictures ? {} : { settings: 1 }
      await expect(
        restoreArchive(home, await writeForgedArchive({ [name]: bytes }, { tables })),
      ).rejects.toThrow(BrokenArchive)
    }
    expect(await findFiles(home.dataDir)).toEqual([])
  })

  test('with a line of 17 MB is rejected before it fills the memory', async () => {
    const line = gzipSync(Buffer.alloc(17 * 1024 * 1024, ' '))
    expect(line.byteLength).toBeLessThan(20_000)
    const home = await newHome(sqliteHome)
    const where = await writeForgedArchive(
      { [ARCHIVE_NAMES.table('settings')]: line },
      { tables: { settings: 1 } },
    )
    await expect(restoreArchive(home, where)).rejects.toThrow(/línea demasiado larga/)
    expect(await findFiles(home.dataDir)).toEqual([])
  })

  test('stops loading when it is interrupted after its last byte was read', async () => {
    const rows = await ndjson(Array.from({ length: 200_000 }, (_, at) => ({ key: `key ${at}`, value: 'x' })))
    const where = await writeForgedArchive(
      { [ARCHIVE_NAMES.table('settings')]: rows },
      { tables: { settings: 200_000 } },
    )
    const home = await newHome(sqliteHome)
    const interrupted = new AbortController()
    const why = new Error('interrupted')
    const stored = await openArchive(where)
    let readings = 0
    const archive = {
      ...stored,
      async *read() {
        try {
          yield* stored.read()
        } finally {
          // After the second read of the file, only buffered compressed rows remain.
          if (++readings === 2) setImmediate(() => interrupted.abort(why))
        }
      },
    }
    const restoring = restore({
      archive,
      club: home,
      store: await openMedia(home.mediaUrl),
      signal: interrupted.signal,
    })
    await expect(restoring).rejects.toThrow(why)
    const { read } = connectTo(home)
    expect(await sql`select name from sqlite_master where name = 'settings'`.execute(read)).toMatchObject({
      rows: [],
    })
  })

  test('contains the other files of DATA_DIR, also large and deeply nested ones', async () => {
    const { club, folder, home } = await createSmallArchive()
    const large = Buffer.alloc(70 * 1024 * 1024, 'what a later version keeps ')
    await mkdir(join(home.dataDir, 'keys', 'deep'), { recursive: true })
    await writeFile(join(home.dataDir, 'large'), large)
    await writeFile(join(home.dataDir, 'keys', 'deep', 'ñ.key'), 'a key')
    const { where } = await takeBackup(club, folder, { name: 'large.tar' })
    const other = await newHome(sqliteHome)
    await restoreArchive(other, where)
    expect(large.equals(await readFile(join(other.dataDir, 'large')))).toBe(true)
    const key = join(other.dataDir, 'keys', 'deep', 'ñ.key')
    expect(await readFile(key, 'utf8')).toBe('a key')
    expect((await stat(key)).mode & 0o077).toBe(0)
  })

  test('that is encrypted can be opened only with its key', async () => {
    const { where, bytes, folder, home } = await createSmallArchive({ passphrase: 'una frase larga' })
    expect(bytes.includes('manifest.json')).toBe(false)
    expect(bytes.includes('users')).toBe(false)
    const other = await newHome(sqliteHome)
    await expect(restoreArchive(other, where)).rejects.toThrow(/--key/)
    await expect(restoreArchive(other, where, { passphrase: 'otra frase' })).rejects.toThrow(WrongKeyError)
    await writeFile(join(folder, 'cut.tar'), bytes.subarray(0, -20))
    await expect(
      restoreArchive(other, join(folder, 'cut.tar'), { passphrase: 'una frase larga' }),
    ).rejects.toThrow(WrongKeyError)
    await restoreArchive(other, where, { passphrase: 'una frase larga' })
    expect(await readTables(connectTo(other))).toEqual(selectRestoredRows(await readTables(connectTo(home))))
  })

  test('can be stored in a bucket, also encrypted', async () => {
    const url = buckets.create('/second/place')
    const { club, home } = await createSmallArchive()
    const { where } = await takeBackup(club, '', {
      target: await openTarget(url),
      passphrase: 'una frase larga',
    })
    expect(where).toMatch(/^s3:\/\/club-\w+\/second\/place\/club\.tar\?endpoint=/)
    const other = await newHome(sqliteHome)
    await restoreArchive(other, where, { passphrase: 'una frase larga' })
    expect(await readTables(connectTo(other))).toEqual(selectRestoredRows(await readTables(connectTo(home))))
  })

  test('uses only the disk that it goes to', async () => {
    const { club, folder } = await createSmallArchive()
    // A file in place of the folder makes every write into it fail.
    await writeFile(join(club.env.dataDir, 'backups'), '')
    await takeBackup(club, folder, { name: 'other.tar' })
    expect((await readdir(folder)).sort()).toEqual(['club.tar', 'other.tar'])
    const target = await openTarget(buckets.create('/second/place'))
    expect((await takeBackup(club, '', { target })).where).toMatch(/^s3:/)
  })

  test('is not started when the disk would fill, and leaves no files when the disk fills', async () => {
    const { club, folder } = await createSmallArchive()
    const full = createFreeSpace(folder, async () => RESERVE_BYTES - 1)
    await expect(
      takeBackup(club, folder, { name: 'full.tar', target: openFolderTarget(folder, full) }),
    ).rejects.toThrow(StorageFull)
    let asked = 0
    const filling = createFreeSpace(folder, async () => (asked++ === 0 ? 10 * RESERVE_BYTES : 0))
    const target = openFolderTarget(folder, { claim: (bytes) => filling.claim(bytes + 32 * 1024 * 1024) })
    await expect(takeBackup(club, folder, { name: 'full.tar', target })).rejects.toThrow(StorageFull)
    expect(await readdir(folder)).toEqual(['club.tar'])
    expect(await readdir(club.env.dataDir)).not.toContain('backups')
  })
})

/** Offsets of all bytes of a tar except padding and the end. */
function findMeaningfulOffsets(bytes: Buffer): number[] {
  const offsets: number[] = []
  for (let at = 0; bytes[at] !== 0; ) {
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    for (let offset = at; offset < at + 512 + size; offset++) offsets.push(offset)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return offsets
}
