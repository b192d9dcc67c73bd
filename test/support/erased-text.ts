/** Finds erased texts in the files of a SQLite folder: in free space of the database, and in its write-ahead log. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createErasureWork } from '../../ops/erasure-work.ts'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { createDatabase } from './databases.ts'

/**
 * Texts that a test stores and erases. The search index leaves out the beginning of a word that the word before it has too,
 * so the names begin differently. Notes have other lengths after each change, so that pages are split and freed.
 */
const texts = Array.from({ length: 300 }, (_, index) => ({
  index,
  name: `${((index * 7919) % 46_656).toString(36).padStart(3, '0')}quetzal${index}x`,
  note: (repeated: number) => `Nota${index}x `.repeat(repeated),
}))

export async function openErasedClub() {
  const place = await createDatabase()
  const database = connect(place)
  const store = await openMedia(join(place.dataDir, 'media'))

  /** Returns for each file how many texts it contains. */
  async function countReadable(): Promise<Record<string, number>> {
    const count = async (file: string) => {
      const bytes = await readFile(join(place.dataDir, file), 'latin1')
      return texts.filter(({ index, name }) =>
        [name.slice(3), `Nota${index}x`].some((text) => bytes.includes(text)),
      ).length
    }
    const files = ['club.sqlite', 'club.sqlite-wal', 'club.sqlite-shm']
    return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await count(file)])))
  }

  return {
    texts,
    database,
    connectAgain: () => connect(place),
    work: createErasureWork({ database, store, log: { warn() {} } }),
    countReadable,
    async expectUnreadable() {
      expect(await countReadable()).toEqual({ 'club.sqlite': 0, 'club.sqlite-wal': 0, 'club.sqlite-shm': 0 })
    },
    async dispose() {
      await database.close()
      await place.dispose()
    },
  }
}
