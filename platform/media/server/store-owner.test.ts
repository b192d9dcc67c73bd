/** Tests which stores a start and a sweep accept. images.test.ts tests the sweep itself. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BucketServer, startBuckets } from '../../../test/support/buckets.ts'
import { openTestClub } from '../../../test/support/club.ts'
import {
  createDatabase,
  databases,
  postgresOnly,
  type TestDatabase,
} from '../../../test/support/databases.ts'
import { freePort } from '../../../test/support/ports.ts'
import { connect, type Database } from '../../db/connect.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { openMedia } from './open-media.ts'
import type { MediaStore } from './store.ts'
import {
  assessStore,
  CLUB_ID,
  ensureClubId,
  ForeignStore,
  isSuspicious,
  requireOwnStore,
  type StoreFacts,
} from './store-owner.ts'

/** Every number of files up to 500, with every possible number of strays among them. */
const counts = Array.from({ length: 501 }, (_, files) => files).flatMap((files) =>
  Array.from({ length: files + 1 }, (_, strays) => ({ strays, files })),
)

test('a sweep beside a foreign or an empty database removes nothing', () => {
  for (const { files } of counts) expect(isSuspicious({ strays: files, files })).toBe(files >= 20)
})

test('a sweep removes what lost uploads leave: less than 20 files, or at most a tenth of all', () => {
  const removed = counts.filter((count) => !isSuspicious(count))
  expect(removed.filter(({ strays, files }) => strays >= 20 && strays * 10 > files)).toEqual([])
  expect(
    counts.filter(isSuspicious).filter(({ strays, files }) => strays < 20 || strays * 10 <= files),
  ).toEqual([])
})

test('one more stray never makes a suspicious sweep harmless', () => {
  const missed = counts.filter(
    ({ strays, files }) =>
      strays < files && isSuspicious({ strays, files }) && !isSuspicious({ strays: strays + 1, files }),
  )
  expect(missed).toEqual([])
})

describe('a database and a store', () => {
  const ids = [null, 'a', 'b']
  const facts: StoreFacts[] = ids.flatMap((databaseId) =>
    ids.flatMap((storeId) =>
      [false, true].flatMap((isUnused) =>
        counts
          .filter(({ files }) => files % 50 === 0)
          .flatMap((count) =>
            [0, 19, 20, 500].map((rows) => ({
              databaseId,
              storeId,
              isUnused: isUnused && databaseId === null,
              rows,
              ...count,
            })),
          ),
      ),
    ),
  )
  const find = (verdict: string) => facts.filter((each) => assessStore(each) === verdict)

  test('with two ids are of two clubs', () => {
    const different = facts.filter(
      ({ databaseId, storeId }) => databaseId !== null && storeId !== null && databaseId !== storeId,
    )
    expect(new Set(different.map(assessStore))).toEqual(new Set(['foreign']))
  })

  test('are of two clubs when only the store has an id and the database is empty', () => {
    const empty = facts.filter(({ storeId, isUnused }) => isUnused && storeId !== null)
    expect(new Set(empty.map(assessStore))).toEqual(new Set(['foreign']))
  })

  test('never join a store without a file when the database has many', () => {
    const empty = facts.filter(({ storeId, files, rows }) => storeId === null && files === 0 && rows >= 20)
    expect(empty.length).toBeGreaterThan(0)
    expect(new Set(empty.map(assessStore))).toEqual(new Set(['foreign']))
  })

  test('never join or stay together with a suspicious number of files without a row', () => {
    expect([...find('same'), ...find('join')].filter(isSuspicious)).toEqual([])
  })

  test('join only when an id is missing, and are held back only with equal ids', () => {
    const isMarked = ({ databaseId, storeId }: StoreFacts) => databaseId !== null && databaseId === storeId
    expect(find('join').filter(({ databaseId, storeId }) => databaseId !== null && storeId !== null)).toEqual(
      [],
    )
    expect([...find('same'), ...find('held-back')].every(isMarked)).toBe(true)
    expect(facts.filter(isMarked).some((each) => ['join', 'foreign'].includes(assessStore(each)))).toBe(false)
  })
})

let buckets: BucketServer
beforeAll(async () => {
  buckets = await startBuckets()
})
afterAll(() => buckets.stop())

const stores = [
  { kind: 'a folder', getUrl: ({ dataDir }: TestDatabase) => join(dataDir, 'media') },
  { kind: 'a bucket', getUrl: () => buckets.create('/club') },
]
const cases = databases.flatMap((database) => stores.map((store) => ({ ...database, ...store })))

const nameOf = (index: number) => `${index.toString(16).padStart(32, '0')}-320.webp`

async function putFiles(store: MediaStore, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => nameOf(index))
  for (const name of names) await store.put(name, new Uint8Array(1))
  return names
}

const listFiles = async (store: MediaStore) =>
  (await Array.fromAsync(store.list(Number.POSITIVE_INFINITY))).sort()

describe.each(cases)('a start on $name beside $kind', ({ create, getUrl }) => {
  let place: TestDatabase
  let database: Database
  let store: MediaStore
  let mediaUrl: string
  beforeEach(async () => {
    place = await create()
    database = connect(place)
    mediaUrl = getUrl(place)
    store = await openMedia(mediaUrl)
  })
  afterEach(async () => {
    await database.close()
    await place.dispose()
  })

  const start = () => requireOwnStore({ database, store, place: { ...place, mediaUrl }, log: { warn() {} } })
  const readIds = async () => [await readSetting(database.read, CLUB_ID), await store.readOwner()]

  /** Inserts rows of pictures, as a club that has been used. */
  const insertRows = (count: number) =>
    database.write((tx) =>
      tx
        .insertInto('media')
        .values(
          Array.from({ length: count }, (_, index) => ({
            id: nameOf(index).slice(0, 32),
            width: 320,
            height: 200,
            placeholder: '',
            avifAt: null,
            isFilm: 0,
            audio: null,
            seconds: null,
            bytes: null,
            createdAt: 1,
            touchedAt: 1,
          })),
        )
        .execute(),
    )

  async function expectRefusal(...parts: string[]) {
    const [ids, files] = [await readIds(), await listFiles(store)]
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ForeignStore)
    const { message } = refusal as ForeignStore
    for (const part of [...parts, mediaUrl, 'DATABASE_URL', './pulso media join'])
      expect(message).toContain(part)
    expect(message).not.toMatch(/postgres:\/\/[^/]*:[^/]*@/)
    expect([await readIds(), await listFiles(store)]).toEqual([ids, files])
  }

  test("refuses an empty database beside a club's store, also after processes wrote settings", async () => {
    await store.claim('0fa1b2c3-0000-4000-8000-000000000000')
    await putFiles(store, 1)
    await expectRefusal('vacía', 'del club 0fa1b2c3')
    await database.write((tx) => writeSetting(tx, 'leader', '{}'))
    await expectRefusal('vacía')
  })

  test("refuses another club's store, or another club's database", async () => {
    await insertRows(1)
    await start()
    await store.setOwner('0fa1b2c3-0000-4000-8000-000000000000')
    await expectRefusal('del club 0fa1b2c3', `del club ${(await readIds())[0]?.slice(0, 8)}`)
  })

  test('refuses an empty store beside a club with pictures', async () => {
    await insertRows(20)
    await expectRefusal('no hay ningún archivo', 'tiene 20 imágenes')
    await database.write((tx) => ensureClubId(tx, null))
    await expectRefusal('tiene 20 imágenes')
    await putFiles(store, 1)
    await start()
  })

  test('refuses an unmarked store with many unknown files', async () => {
    await putFiles(store, 20)
    await expectRefusal('vacía', '20 archivos que esa base no conoce')
  })

  test('refuses a marked store when a database without an id does not know its files', async () => {
    await store.claim(randomUUID())
    await insertRows(1)
    await putFiles(store, 21)
    await expectRefusal('sin marca')
  })

  test('marks a new club, and a club of an older version, once', async () => {
    await insertRows(21)
    await putFiles(store, 25)
    await Promise.all([start(), start()])
    const [databaseId, storeId] = await readIds()
    expect([databaseId, databaseId]).toEqual([storeId, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    const withoutList = {
      ...store,
      list: () => {
        throw new Error('listed')
      },
    }
    await requireOwnStore({ database, store: withoutList, place: { ...place, mediaUrl }, log: { warn() {} } })
    expect(await readIds()).toEqual([databaseId, storeId])
  })

  test('gives the id of the store to a used database without an id', async () => {
    const id = await store.claim(randomUUID())
    await insertRows(1)
    await putFiles(store, 2)
    await start()
    expect(await readIds()).toEqual([id, id])
  })

  test('marks an empty store with the id of the database', async () => {
    const id = await database.write((tx) => ensureClubId(tx, null))
    await start()
    expect(await readIds()).toEqual([id, id])
  })
})

test.each(postgresOnly)(
  'a start does not replace the id that another process stores meanwhile',
  async ({ create }) => {
    const place = await create()
    const database = connect(place)
    try {
      let other: string | undefined
      /** After the first query another process stores its id. */
      const storeOther: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (other === undefined) {
            other = randomUUID()
            await writeSetting(database.read, CLUB_ID, other)
          }
          return result
        },
      }
      const id = await database.write((tx) => ensureClubId(tx.withPlugin(storeOther), null))
      expect([id, await readSetting(database.read, CLUB_ID)]).toEqual([other, other])
    } finally {
      await database.close()
      await place.dispose()
    }
  },
)

test('a start beside a bucket that does not answer marks nothing, and succeeds', async () => {
  const place = await createDatabase()
  const database = connect(place)
  try {
    const mediaUrl = `s3://media?endpoint=http://127.0.0.1:${await freePort()}`
    const warnings: string[] = []
    await requireOwnStore({
      database,
      store: await openMedia(mediaUrl),
      place: { ...place, mediaUrl },
      log: { warn: (_, text) => void warnings.push(text) },
    })
    expect(warnings).toEqual([expect.stringContaining('could not be compared')])
    expect(await readSetting(database.read, CLUB_ID)).toBeNull()
  } finally {
    await database.close()
    await place.dispose()
  }
})

test('a club does not open with an empty database beside a full folder', async () => {
  const place = await createDatabase()
  try {
    const store = await openMedia(join(place.dataDir, 'media'))
    const files = await putFiles(store, 20)
    for (let start = 0; start < 2; start++)
      await expect(openTestClub(place)).rejects.toThrow(/vacía.*20 archivos que esa base no conoce/)
    expect([await listFiles(store), await store.readOwner()]).toEqual([files, null])
  } finally {
    await place.dispose()
  }
})
