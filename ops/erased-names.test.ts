/** Erased names are in no file of a SQLite folder: not in free space of the database, and not in its write-ahead log. */
import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createGuestErasure } from '../features/guests/server/guest-erasure.ts'
import { eraseMessages } from '../features/messages/server/message-erasure.ts'
import { connect, type Database } from '../platform/db/connect.ts'
import { readConsistently } from '../platform/db/consistent-read.ts'
import { writeIndex } from '../platform/db/search.ts'
import { openMedia } from '../platform/media/server/open-media.ts'
import { createDatabase, type TestDatabase } from '../test/support/databases.ts'
import { createErasureWork, type ErasureWork } from './erasure-work.ts'

const NUMBERS = Array.from({ length: 300 }, (_, index) => index)
const HOUR_MS = 3_600_000

let place: TestDatabase
let database: Database
let work: ErasureWork
beforeEach(async () => {
  place = await createDatabase()
  database = connect(place)
  const store = await openMedia(join(place.dataDir, 'media'))
  work = createErasureWork({ database, store, log: { warn() {} } })
})
afterEach(async () => {
  await database.close()
  await place.dispose()
})

// The search index leaves out the beginning of a word that the word before it has too, so the words begin differently.
const words = NUMBERS.map(
  (index) => `${((index * 7919) % 46_656).toString(36).padStart(3, '0')}quetzal${index}x`,
)
const getName = (index: number) => `${words[index]} Ñandubay`
const getNote = (index: number, length: number) => `Nota${index}x `.repeat(length)

/** Returns for each file how many names it contains. */
async function countReadable(): Promise<Record<string, number>> {
  const count = async (name: string) => {
    const bytes = await readFile(join(place.dataDir, name), 'latin1')
    return NUMBERS.filter((index) =>
      [words[index]?.slice(3) as string, `Nota${index}x`].some((text) => bytes.includes(text)),
    ).length
  }
  const names = ['club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await count(name)])))
}
const NONE = { 'club.sqlite': 0, 'club.sqlite-wal': 0, 'club.sqlite-shm': 0 }

/** Adds guests with names, and changes their notes, so that pages are split and freed. */
async function addGuests() {
  const ids = NUMBERS.map(() => randomUUIDv7())
  await database.write(async (tx) => {
    for (const index of NUMBERS)
      await tx
        .insertInto('guests')
        .values({
          id: ids[index] as string,
          event: 'night',
          list: 'list',
          version: 1,
          name: getName(index),
          nameKey: words[index] as string,
          companions: 0,
          note: getNote(index, 1 + (index % 7) * 120),
          addedBy: 'administrator',
          code: null,
          tokenHash: null,
          createdAt: 0,
          updatedAt: 0,
          deletedAt: 0,
          cursor: 0,
        })
        .execute()
  })
  for (let round = 0; round < 4; round++)
    await database.write(async (tx) => {
      for (const index of NUMBERS.filter((index) => (index * 31 + round) % 3 > 0))
        await tx
          .updateTable('guests')
          .set({ note: getNote(index, (index * 37 + round * 53) % 120) })
          .where('id', '=', ids[index] as string)
          .execute()
    })
}

test('guests', async () => {
  await addGuests()
  await createGuestErasure(database).tidy(HOUR_MS)
  await work.run()
  expect(await countReadable()).toEqual(NONE)
})

test('messages, also in the search index', async () => {
  const ids = NUMBERS.map(() => randomUUIDv7())
  const insert = (id: string, person: string, body: string) =>
    database.write(async (tx) => {
      const row = { id, person, from: 'ana@club.example', body, createdAt: 0, readAt: null, isOpen: 1 }
      const { seq } = await tx.insertInto('messages').values(row).returning('seq').executeTakeFirstOrThrow()
      await writeIndex(tx, 'sqlite', 'messages', seq, person)
    })
  for (const index of NUMBERS) {
    await insert(ids[index] as string, words[index] as string, getNote(index, 1 + (index % 7) * 120))
    if (index % 10 === 0) await insert(randomUUIDv7(), `queda${index}`, 'x'.repeat(index))
  }
  await database.write((tx) => eraseMessages(tx, 'sqlite', ids, 1))
  await work.run()
  expect(await countReadable()).toEqual(NONE)
})

test('stay in the log while another connection reads it, and are removed later', async () => {
  await addGuests()
  const backup = connect(place)
  try {
    await readConsistently(backup, async (snapshot) => {
      await snapshot.selectFrom('guests').select('id').limit(1).execute()
      await createGuestErasure(database).tidy(HOUR_MS)
      await work.run()
      expect(await countReadable()).toMatchObject({ 'club.sqlite-wal': NUMBERS.length })
    })
    await work.run()
    expect(await countReadable()).toEqual(NONE)
  } finally {
    await backup.close()
  }
})
