import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readTables } from '../../test/support/club-snapshot.ts'
import { createDatabase, databases } from '../../test/support/databases.ts'
import { fillEmptyTables } from '../../test/support/generated-rows.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts'
import { isUnusedClub, loadClub } from './load.ts'
import { migrationNames } from './migrate.ts'
import { listClubTables, readSchemaAt } from './schema.ts'
import { searchedTables } from './search.ts'
import type { Cell } from './snapshot.ts'

const NEWEST = migrationNames.at(-1) as string

async function* nothing(): AsyncGenerator<Record<string, Cell>> {}

describe.each(databases)('loading into $name', ({ name, create }) => {
  const places: MigratedDatabase[] = []
  afterEach(async () => {
    for (const place of places.splice(0)) await place.dispose()
  })
  const fresh = async () => {
    const place = await createMigratedDatabase({ create })
    places.push(place)
    return place.database
  }

  test('recognises an unused club, until it has more than state of processes', async () => {
    const database = await fresh()
    expect(await isUnusedClub(database)).toBe(true)
    await database.write((tx) => tx.insertInto('settings').values({ key: 'a', value: 'b' }).execute())
    expect(await isUnusedClub(database)).toBe(true)
    await database.write((tx) => fillEmptyTables(tx, NEWEST))
    expect(await isUnusedClub(database)).toBe(false)
  })

  test.each([
    ['a row that a table rejects', { settings: [{ key: 'a', value: null }] }],
    ['a row of an unknown user', { sessions: [{ tokenHash: 't', userId: 'u', createdAt: 1, seenAt: 1 }] }],
    ['an unknown column', { settings: [{ key: 'a', value: 'b', other: 'c' }] }],
    [
      'a duplicate row',
      {
        settings: [
          { key: 'a', value: 'b' },
          { key: 'a', value: 'b' },
        ],
      },
    ],
  ])('changes no row when it rejects %s', async (_, wrong: Record<string, Record<string, Cell>[]>) => {
    const database = await fresh()
    await database.write((tx) => fillEmptyTables(tx, NEWEST))
    const before = await readTables(database)
    const loading = loadClub(database, {
      migration: NEWEST,
      counters: {},
      of: async function* (table) {
        yield* wrong[table] ?? []
      },
    })
    await expect(loading).rejects.toThrow()
    expect(await readTables(database)).toEqual(before)
  })

  test('replaces all rows of the club, and keeps tables of other programs', async () => {
    const database = await fresh()
    await database.write((tx) => fillEmptyTables(tx, NEWEST))
    if (name === 'postgres') await sql`create table "theirs" as select 1 as one`.execute(database.read)
    await loadClub(database, { migration: NEWEST, counters: {}, of: nothing })
    for (const rows of Object.values(await readTables(database))) expect(rows).toEqual([])
    if (name === 'postgres')
      expect((await sql`select one from "theirs"`.execute(database.read)).rows).toEqual([{ one: 1 }])
  })
})

test('rebuilds every search index', async () => {
  const place = await createMigratedDatabase({ create: createDatabase })
  const present = await listClubTables(place.database.read, 'sqlite')
  await place.dispose()
  const indexes = present.filter((table) => /Words$/.test(table)).map((table) => table.replace(/Words$/, ''))
  expect(indexes.sort()).toEqual(Object.keys(searchedTables).sort())
  expect((await readSchemaAt(NEWEST)).map(({ name }) => name)).toEqual(expect.arrayContaining(indexes))
})
