import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { afterEach, describe, expect, test } from 'vitest'
import { omitDerivedKeys, readTables } from '../../test/support/club-snapshot.ts'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { fillEmptyTables } from '../../test/support/generated-rows.ts'
import { resourceNames } from '../content/shared/resources.ts'
import { otherRevisionKeys } from '../content/shared/revision-keys.ts'
import { sortKey } from '../content/shared/titles.ts'
import { connect, type Database } from './connect.ts'
import { migrate, migrateTo, migrationNames as versions } from './migrate.ts'
import * as initial from './migrations/0001_initial.ts'
import { getSearchableWords, matchesSearch, searchedTables, writeIndex } from './search.ts'

const run = promisify(execFile)
/** All migrations. A new one is added at the end. The names never change, because databases of clubs contain them. */
const LANDED = [
  '0001_initial',
  '0002_back_office',
  '0003_mailbox',
  '0004_longer_beginnings',
  '0005_registrations_side_by_side',
  '0006_confirmed_spelling',
  '0007_publication',
  '0008_nights',
  '0009_films',
  '0010_people',
  '0011_answers',
  '0012_positions',
  '0013_visits',
  '0014_recordings',
  '0015_in_english',
  '0016_audio',
  '0017_visit_notes',
  '0018_guests',
  '0019_erasures',
  '0020_late_entries',
  '0021_folded_letters',
  '0022_transcripts',
  '0023_door_prices',
  '0024_tickets',
  '0025_unknown_addresses',
]

test('keeps name and position of each committed migration', () => {
  expect(versions).toEqual(LANDED)
})

const landed = async (): Promise<Record<string, Migration>> => {
  const modules = versions.map(async (name) => [name, await import(`./migrations/${name}.ts`)])
  return Object.fromEntries(await Promise.all(modules))
}

/** Runs the migrations in a separate process, as `npm start` does. */
const startElsewhere = ({ databaseUrl, dataDir }: TestDatabase) =>
  run(process.execPath, [
    '--input-type=module',
    '-e',
    `import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
const database = connect(${JSON.stringify({ databaseUrl, dataDir })})
await migrate(database)
await database.close()`,
  ])

describe.each(databases)('migrations on $name', ({ name, createEmpty }) => {
  const places: TestDatabase[] = []
  const opened: Database[] = []
  const fresh = async () => {
    const place = await createEmpty()
    places.push(place)
    return place
  }
  const open = (place: TestDatabase) => {
    const database = connect(place)
    opened.push(database)
    return database
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close()
    for (const place of places.splice(0)) await place.dispose()
  })

  const ran = async (database: Database) =>
    (await sql<{ name: string }>`select name from kysely_migration`.execute(database.read)).rows.map(
      ({ name }) => name,
    )

  test('create the schema once when several processes start in parallel', async () => {
    const place = await fresh()
    await Promise.all([startElsewhere(place), startElsewhere(place), startElsewhere(place)])
    const database = open(place)
    expect(await ran(database)).toEqual(versions)
    const revisions = await database.read.selectFrom('revisions').selectAll().orderBy('resource').execute()
    expect(revisions).toEqual(
      [...resourceNames, ...otherRevisionKeys]
        .toSorted()
        .map((resource) => ({ resource, revision: 1, live: 0 })),
    )
  })

  test('change no data when they run again, also over two connections of one process', async () => {
    const place = await fresh()
    const [one, other] = [open(place), open(place)]
    await Promise.all([migrate(one), migrate(other)])
    await one.write((tx) => tx.insertInto('settings').values({ key: 'a', value: 'ñ' }).execute())
    await migrate(other)
    expect(await other.read.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'a', value: 'ñ' }])
    expect(await ran(one)).toEqual(versions)
  })

  test('migrate a club of the first version and keep its sessions', async () => {
    const database = open(await fresh())
    const first = { getMigrations: async () => ({ '0001_initial': initial }) }
    await new Migrator({ db: database.read, provider: first }).migrateToLatest()
    const user = { id: 'u', email: 'a@b.example', emailKey: 'a@b.example', passwordHash: 'x' }
    await database.write(async (tx) => {
      await tx
        .insertInto('users')
        .values({ ...user, status: 'active', createdAt: 1, updatedAt: 1 })
        .execute()
      await tx
        .insertInto('sessions')
        .values({ tokenHash: 't', userId: 'u', createdAt: 1, seenAt: 1 })
        .execute()
      const common = { version: 1, createdAt: 1, updatedAt: 1, pressKit: 'https://club.example' }
      for (const name of ['¡Ánima! y la Ñ', '東京', `${'x'.repeat(99)}𐌰`])
        await tx
          .insertInto('residents')
          .values({ id: name, name, ...common } as never)
          .execute()
    })
    const insertMessage = (
      id: string,
      { person = 'x', from = 'x@otra.example', body = 'x', readAt = null as number | null },
    ) => sql`
      insert into "messages" ("id", "person", "from", "body", "createdAt", "readAt")
      values (${id}, ${person}, ${from}, ${body}, 1, ${readAt})`
    await database.write(async (tx) => {
      const body = 'Quiero Tocar.\n東京 ñandú'
      await insertMessage('m', { person: 'José Ñ', from: 'jose@visita.example', body }).execute(tx)
      await insertMessage('r', { readAt: 2 }).execute(tx)
    })
    await migrate(database)
    // Rows before this migration do not store whether a read message was answered. The migration therefore closes read
    // messages.
    const messages = sql<{ id: string; isOpen: number }>`select "id", "isOpen" from "messages" order by "seq"`
    expect((await messages.execute(database.read)).rows).toEqual([
      { id: 'm', isOpen: 1 },
      { id: 'r', isOpen: 0 },
    ])
    for (const q of ['ñ', 'toc jose', 'visita', '東', 'NANDU']) {
      const condition = matchesSearch(database.dialect, 'messages', q)
      const found = sql<{ id: string }>`select "id" from "messages" where ${condition}`
      expect([q, (await found.execute(database.read)).rows]).toEqual([q, [{ id: 'm' }]])
    }
    const residents = await database.read.selectFrom('residents').select(['name', 'nameKey']).execute()
    // A migration imports no project code, so it has a copy of `sortKey`. The copy must give the same result.
    for (const { name, nameKey } of residents) expect(nameKey).toBe(sortKey(name))
    expect(residents.map(({ nameKey }) => nameKey)).toContain('anima! y la n')
    expect(await database.read.selectFrom('users').selectAll().execute()).toEqual([
      {
        ...user,
        name: null,
        status: 'active',
        confirmedAt: null,
        createdAt: 1,
        updatedAt: 1,
        lastSignInAt: null,
        totpSecret: null,
        totpAt: null,
        totpStep: null,
      },
    ])
    expect(await database.read.selectFrom('sessions').selectAll().execute()).toEqual([
      { tokenHash: 't', userId: 'u', createdAt: 1, seenAt: 1, userAgent: null },
    ])
  })

  test('migrate the search index without deleted items', async () => {
    const database = open(await fresh())
    await database.write(async (tx) => {
      await migrateTo(tx, '0003_mailbox')
      const common = { version: 1, createdAt: 1, updatedAt: 1, pressKit: 'https://club.example' }
      for (const [seq, words] of [
        'hacienda nandu 1995',
        'hacienda nono',
        'hacienda noche',
        '東京',
      ].entries()) {
        const deletedAt = seq === 2 ? 1 : null
        const name = `n${seq}`
        await tx
          .insertInto('residents')
          .values({ id: name, seq: seq + 1, name, nameKey: name, deletedAt, ...common } as never)
          .execute()
        await writeIndex(tx, database.dialect, 'residents', seq + 1, words)
      }
      await writeIndex(tx, database.dialect, 'residents', 2, null)
      await writeIndex(tx, database.dialect, 'residents', 3, null)
    })
    // Migration 0021 computes the words again, from texts that these rows do not have.
    await database.write((tx) => migrateTo(tx, '0020_late_entries'))
    const found = async (q: string) => {
      const condition = matchesSearch(database.dialect, 'residents', q) as NonNullable<
        ReturnType<typeof matchesSearch>
      >
      const rows = await database.read
        .selectFrom('residents')
        .select('id')
        .where(condition)
        .orderBy('seq')
        .execute()
      return rows.map(({ id }) => id)
    }
    expect(await found('haciend')).toEqual(['n0'])
    expect(await found('h nan 199')).toEqual(['n0'])
    expect(await found('nono')).toEqual([])
    expect(await found('東')).toEqual(['n3'])
    await database.write((tx) => writeIndex(tx, database.dialect, 'residents', 2, 'hacienda'))
    expect(await found('hacienda')).toEqual(['n0', 'n1'])
    await database.write((tx) => writeIndex(tx, database.dialect, 'residents', 1, null))
    expect(await found('hacienda')).toEqual(['n1'])
  })

  test('fold keys and words again, and keep items whose titles have become equal', async () => {
    const database = open(await fresh())
    await database.write(async (tx) => {
      await migrateTo(tx, '0020_late_entries')
      const item = { version: 1, createdAt: 1, updatedAt: 1, alt: '{}' }
      const insert = (table: string, row: object) =>
        tx
          .insertInto(table as 'residents')
          .values({ ...item, ...row } as never)
          .execute()
      const titles = [
        ['first', 'Straße', 'straße', null],
        ['second', 'Strasse', 'strasse', null],
        ['third', 'Strasse-2', 'strasse-2', null],
        ['deleted', 'STRASSE', 'strasse', 1],
      ] as const
      for (const [id, newsTitle, titleKey, deletedAt] of titles)
        await insert('news', {
          ...{ id, newsTitle, titleKey, nameKey: titleKey, deletedAt, photo: 'x', date: '2026-01-01' },
          ...{ newsDescription: 'x', newsBody: '<p class="uno">Rødhåd&amp;dos</p>' },
        })
      const lineup = JSON.stringify([{ _id: 'r', name: "D'Angelo", room: 'Sala', from: '01:00' }])
      await insert('events', {
        ...{
          id: 'night',
          date: '2026-01-01',
          url: 'https://x.example',
          lineup,
          flyerLarge: 'x',
          flyerGrid: 'x',
        },
        ...{ night: '2026-01-01', slug: '2026-01-01' },
      })
      await insert('residents', { id: 'artist', name: 'Øre', nameKey: 'øre', pressKit: 'https://x.example' })
      await tx
        .insertInto('guests' as 'residents')
        .values({
          ...{
            id: 'g',
            event: 'night',
            list: 'l',
            version: 1,
            name: "Łukasz D'Angelo",
            nameKey: 'angelo d łukasz',
          },
          ...{ companions: 0, addedBy: 'link', createdAt: 1, updatedAt: 1, cursor: 1 },
        } as never)
        .execute()
    })
    await migrate(database)
    const news = await database.read
      .selectFrom('news')
      .select(['id', 'newsTitle', 'titleKey'])
      .orderBy('seq')
      .execute()
    expect(news).toEqual([
      { id: 'first', newsTitle: 'Straße', titleKey: 'strasse' },
      { id: 'second', newsTitle: 'Strasse-3', titleKey: 'strasse-3' },
      { id: 'third', newsTitle: 'Strasse-2', titleKey: 'strasse-2' },
      { id: 'deleted', newsTitle: 'STRASSE', titleKey: 'strasse' },
    ])
    expect(await database.read.selectFrom('newsTitles').selectAll().execute()).toEqual([
      { titleKey: 'strasse', newsId: 'second' },
    ])
    const names = await sql<{ key: string }>`select "nameKey" as key from "residents" union all
      select "nameKey" as key from "guests"`.execute(database.read)
    expect(names.rows.map(({ key }) => key)).toEqual(['ore', 'dangelo lukasz'])
    const find = async (table: string, q: string) => {
      const condition = matchesSearch(database.dialect, table, q)
      const { rows } = await sql<{
        id: string
      }>`select "id" from ${sql.table(table)} where ${condition} order by "seq"`.execute(database.read)
      return rows.map(({ id }) => id)
    }
    expect(await find('news', 'rodhad dos')).toEqual(['first', 'second', 'third'])
    expect(await find('news', 'uno')).toEqual([])
    expect(await find('events', 'dangelo sala')).toEqual(['night'])
    expect(await find('events', '01')).toEqual([])
    expect(await find('residents', 'ore')).toEqual(['artist'])
    const words = async (table: keyof typeof searchedTables) =>
      (
        await database.read
          .selectFrom(table as 'residents')
          .selectAll()
          .execute()
      ).map((row) => [row.id, getSearchableWords(searchedTables[table], row as never)])
    // The copy of the functions in the migration must give the same words.
    for (const [id, all] of await words('news'))
      for (const word of String(all).split(' ').filter(Boolean))
        if (id !== 'deleted') expect(await find('news', word)).toContain(id)
  })

  test.each(versions)('keep every row of a database at %s, also when a later one fails', async (version) => {
    const database = open(await fresh())
    await database.write(async (tx) => {
      await migrateTo(tx, version)
      await fillEmptyTables(tx, version)
    })
    const state = async () => ({
      rows: await readTables(database, version),
      ran: await ran(database),
      tables: (await database.read.introspection.getTables()).map((table) => [
        table.name,
        table.columns.map(({ name }) => name).sort(),
      ]),
    })
    const before = await state()
    expect(Object.entries(before.rows).filter(([, rows]) => rows.length === 0)).toEqual([])
    const failing: Migration = {
      async up(db) {
        await db.schema.createTable('later').addColumn('id', 'text').execute()
        await db.schema.alterTable('users').addColumn('later', 'text').execute()
        await db.updateTable('users').set({ email: 'spoilt' }).execute()
        await db.deleteFrom('throttles').execute()
        throw new Error('in the middle')
      },
    }
    const getMigrations = async () => ({ ...(await landed()), '9999_failing': failing })
    const { error } = await new Migrator({
      db: database.read,
      provider: { getMigrations },
    }).migrateToLatest()
    expect(error).toMatchObject({ message: 'in the middle' })
    expect(await state()).toEqual(before)
    await migrate(database)
    expect(await ran(database)).toEqual(versions)
    const after = await readTables(database, version)
    // A later migration may insert rows, so only the rows from before are compared.
    for (const [table, rows] of Object.entries(before.rows))
      expect(after[table]?.map(omitDerivedKeys)).toEqual(expect.arrayContaining(rows.map(omitDerivedKeys)))
    await readTables(database)
  })

  test('throw the reason of a failure and keep the schema', async () => {
    const place = await fresh()
    const database = open(place)
    // The last migrations fail, because another object has the name of one of their tables.
    await sql`create table settings (other text)`.execute(database.read)
    await expect(migrate(database)).rejects.toThrow(/settings/)
    const tables = (await database.read.introspection.getTables()).map(({ name }) => name)
    expect(tables.filter((table) => resourceNames.some((resource) => table.startsWith(resource)))).toEqual([])
    await sql`drop table settings`.execute(database.read)
    await migrate(database)
    expect(await ran(database)).toEqual(versions)
  })

  test('create the constraints of the schema', async () => {
    const place = await fresh()
    const database = open(place)
    await migrate(database)
    if (name === 'sqlite') {
      const pragma = async (what: string) =>
        Object.values((await sql.raw(`pragma ${what}`).execute(database.read)).rows[0] as object)[0]
      expect(await pragma('journal_mode')).toBe('wal')
      expect(await pragma('synchronous')).toBe(2)
      expect(await pragma('foreign_keys')).toBe(1)
    }
    const orphan = database.write((tx) =>
      tx
        .insertInto('sessions')
        .values({ tokenHash: 'x', userId: 'nobody', createdAt: 0, seenAt: 0 })
        .execute(),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
    // Times in milliseconds need more than 32 bits.
    await database.write((tx) =>
      tx
        .insertInto('links')
        .values({ tokenHash: 'x', kind: 'claim', userId: null, createdAt: 8.64e15, expiresAt: 8.64e15 })
        .execute(),
    )
    expect(await database.read.selectFrom('links').select('expiresAt').execute()).toEqual([
      { expiresAt: 8.64e15 },
    ])
  })
})
