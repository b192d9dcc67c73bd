/** Tests how much a write costs on the disk. It counts commits in SQLite's write-ahead log, because durations vary. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDraft, openTestClub, type TestClub } from '../../../test/support/club.ts'
import { createDatabase, type TestDatabase } from '../../../test/support/databases.ts'

let database: TestDatabase
let club: TestClub
let as: string
beforeAll(async () => {
  database = await createDatabase()
  club = await openTestClub(database)
  as = (await club.signIn()).cookie
})
afterAll(async () => {
  await club.stop()
  await database.dispose()
})

/**
 * Counts the commits in the write-ahead log (sqlite.org/fileformat2.html §4). A frame that ends a commit has the size of
 * the database in its header, and other frames have 0.
 */
function commits(): number {
  const log = readFileSync(join(database.dataDir, 'club.sqlite-wal'))
  const frame = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let count = 0
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.subarray(at + 8, at + 16).equals(salt) && log.readUInt32BE(at + 4) > 0) count++
  }
  return count
}

async function committedBy(work: () => Promise<Response>): Promise<number> {
  // Empties the log first, because SQLite could otherwise restart a full log during the count.
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(club.database.read)
  const response = await work()
  expect(response.ok).toBe(true)
  return commits()
}

test('commits a write once, with one flush of the log to the disk', async () => {
  const pragma = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(club.database.read)
    return Object.values(rows[0] ?? {})[0]
  }
  // With synchronous = FULL (2), each commit flushes the log once, and no other step does (sqlite.org/wal.html §3).
  expect([await pragma('journal_mode'), await pragma('synchronous')]).toEqual(['wal', 2])

  const created = await club.send('POST', '/api/news', { as, body: await createDraft('news') })
  const { _id } = (await created.json()) as { _id: string }
  const write = (method: string, path: string, body?: unknown) => () =>
    club.send(method, `/api${path}`, { as, ...(body !== undefined && { body }) })
  expect(await committedBy(write('PUT', `/news/${_id}`, { newsBody: '<p>Otro texto.</p>' }))).toBe(1)
  expect(await committedBy(write('PUT', `/news/${_id}`, { newsTitle: 'Otro título' }))).toBe(1)
  expect(await committedBy(write('POST', '/residents', await createDraft('residents')))).toBe(1)
  expect(await committedBy(write('DELETE', `/news/${_id}`))).toBe(1)
})
