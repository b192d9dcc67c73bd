import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/support/databases.ts'
import { connect, type Database } from './connect.ts'

let place: TestDatabase
let database: Database
beforeEach(async () => {
  place = await createDatabase()
  database = connect(place)
})
afterEach(async () => {
  await database.close()
  await place.dispose()
})

const set = (value: string, database: Database) =>
  database.write((tx) => tx.insertInto('settings').values({ key: value, value }).execute())
const stored = () => readFile(join(place.dataDir, 'club.sqlite'), 'latin1')

test('stores a write in the write-ahead log at once, and in the file after a pause', async () => {
  await set('written-first', database)
  expect(await stored()).not.toContain('written-first')
  expect(await readFile(join(place.dataDir, 'club.sqlite-wal'), 'latin1')).toContain('written-first')
  await vi.waitFor(async () => expect(await stored()).toContain('written-first'), { timeout: 10_000 })
})

test('delays the checkpoint until an open transaction ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const busy = connect(place)
  try {
    await set('a', busy)
    await busy.write(async (tx) => {
      await tx.insertInto('settings').values({ key: 'b', value: 'in-between' }).execute()
      vi.advanceTimersByTime(60_000)
    })
    expect(await stored()).not.toContain('in-between')
    vi.advanceTimersByTime(60_000)
    expect(await stored()).toContain('in-between')
  } finally {
    await busy.close()
    vi.useRealTimers()
  }
})
