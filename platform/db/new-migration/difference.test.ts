/**
 * Compares the schema of the migrations with the declarations. It also tests the file that `npm run migration` writes for a
 * difference.
 */
import { readdir, readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { databases } from '../../../test/support/databases.ts'
import { records } from '../../../test/support/extra-resource/records.ts'
import { createMigratedDatabase, type MigratedDatabase } from '../../../test/support/migrated-database.ts'
import { type Declaration, line, text, title } from '../../content/shared/fields.ts'
import { resourceNames, resources } from '../../content/shared/resources.ts'
import { otherRevisionKeys } from '../../content/shared/revision-keys.ts'
import { connect, type Database } from '../connect.ts'
import { listItems } from '../item-queries.ts'
import { insertItem, updateItem } from '../item-writes.ts'
import { migrationNames } from '../migrate.ts'
import { createResourceStatements, findSchemaDifference, type Statements } from './difference.ts'
import { generateIndex, generateMigration, getNextName } from './migration-file.ts'

const none: Statements = { sqlite: [], postgres: [] }
const changed = (change: Partial<Declaration>) =>
  findSchemaDifference({ ...resources, residents: { ...resources.residents, ...change } as Declaration })
const withField = (fields: Declaration['fields']) =>
  changed({ fields: { ...resources.residents.fields, ...fields } })

test('the migrations match the declarations (otherwise run npm run migration)', async () => {
  expect(await findSchemaDifference(resources)).toEqual(none)
})

test('the list contains every migration', async () => {
  const folder = new URL('../migrations/', import.meta.url)
  const names = (await readdir(folder))
    .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
    .map((file) => file.slice(0, -3))
  expect(migrationNames).toEqual(names.toSorted())
  expect(await readFile(new URL('index.ts', folder), 'utf8')).toBe(generateIndex(names))
})

describe('a difference without a generated migration', () => {
  test.each([
    ['a required field for existing items', () => withField({ newLine: line('Nuevo') }), 'residents.newLine'],
    ['a title for existing items', () => withField({ newTitle: title('Nuevo') }), 'residents.newTitle'],
    [
      'a removed field',
      () => changed({ fields: { name: resources.residents.fields.name } }),
      'residents no longer declares pressKit',
    ],
    ['another kind of name', () => changed({ nameField: 'nobody' }), 'residents: nameField'],
    ['an existing table', () => findSchemaDifference({ ...resources, users: records }), 'the table users'],
    [
      'an invalid resource name',
      () => findSchemaDifference({ ...resources, '"; drop table news; --': records }),
      'is no name for a table',
    ],
    [
      'an invalid field name',
      () => withField({ '"x': line('X', { optional: true }) }),
      'is no name for a table or a column',
    ],
  ])('rejects %s', async (_what, difference, words) => {
    await expect(difference()).rejects.toThrow(words)
  })
})

test('writes a file with all statements and a numbered name', async () => {
  const source = generateMigration('9000_records', await findSchemaDifference({ ...resources, records }))
  expect(source).toBe(
    await readFile(new URL('../../../test/support/extra-resource/9000_records.ts', import.meta.url), 'utf8'),
  )
  const optional = await withField({ newLine: line('Nuevo', { optional: true }) })
  const added = generateMigration('9001_x', optional)
  expect(added).toContain('const sqlite = [`alter table "residents" add column "newLine" text`]\n')
  expect(added).toContain('\nexport const alongside = true\n')
  expect(source).not.toContain('alongside')
  const quoting = ['`', '$', '{1}', '\\']
  expect(generateMigration('9001_x', { ...none, sqlite: [quoting.join('')] })).toContain(
    `\`\\${quoting.join('').replace('$', '\\$')}\\\``,
  )
  expect(getNextName(['0001_a', '0009_b'], 'records')).toBe('0010_records')
  expect(getNextName([], 'records')).toBe('0001_records')
})

describe.each(databases)('on $name', ({ name, create, createEmpty }) => {
  const places: { dispose(): Promise<void> }[] = []
  afterEach(async () => {
    for (const place of places.splice(0)) await place.dispose()
  })
  const fresh = async (): Promise<MigratedDatabase> => {
    const place = await createMigratedDatabase({ create })
    places.push(place)
    return place
  }
  const run = (database: Database, statements: string[]) =>
    database.write(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })

  /** Reads the columns and indexes of the content tables from the database. */
  async function getSchema(db: Kysely<never>): Promise<unknown> {
    const tables = Object.keys(resources).flatMap((resource) => [resource, `${resource}Titles`])
    const list = sql.join(tables)
    const { rows } =
      name === 'sqlite'
        ? await sql<{ line: string }>`
            select m.name || ' ' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' || ifnull(c.dflt_value, '') || ' ' || c.pk as line
            from sqlite_master m join pragma_table_info(m.name) c where m.name in (${list})
            union all select tbl_name || ': ' || replace(lower(sql), ' unique', '') from sqlite_master where type = 'index' and sql is not null and tbl_name in (${list})
            union all select f.name || ' ' || k."from" || ' ' || k."table" || ' ' || k."to" || ' ' || k.on_delete
              from sqlite_master f join pragma_foreign_key_list(f.name) k where f.name in (${list})
            order by 1`.execute(db)
        : await sql<{ line: string }>`
            select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') as line
            from information_schema.columns where table_schema = current_schema() and table_name in (${list})
            union all select indexdef from pg_indexes where schemaname = current_schema() and tablename in (${list})
            union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
              where contype <> 'n' and conrelid::regclass::text in (${sql.join(tables.map((table) => (/[A-Z]/.test(table) ? `"${table}"` : table)))})
            order by 1`.execute(db)
    return rows.map(({ line }) => line)
  }

  test('generates for the six resources the schema of their migrations', async () => {
    const { database } = await fresh()
    const place = await createEmpty()
    const empty = connect(place)
    places.push({ dispose: () => empty.close().then(place.dispose) })
    await run(empty, ['create table "revisions" ("resource" text, "revision" bigint, "live" integer)'])
    for (const [resource, declaration] of Object.entries(resources))
      await run(empty, createResourceStatements(name, resource, declaration))
    const made = (await getSchema(empty.read as never)) as string[]
    expect(made.length).toBeGreaterThan(90)
    expect(made).toEqual(await getSchema(database.read as never))
  })

  test('adds an optional field to existing items without a value', async () => {
    const { database } = await fresh()
    const values = { name: 'Uno', pressKit: 'https://club.example', alt: '{}' }
    const before = await database.write((tx) =>
      insertItem(tx, name, 'residents', { id: 'a', at: 1, by: null, values }),
    )
    const statements = (
      await withField({
        newLine: line('Nuevo', { optional: true }),
        newText: text('Nuevo', { optional: true }),
      })
    )[name]
    expect(statements).toHaveLength(2)
    await run(database, statements)
    const list = {
      state: 'published',
      isForVisitors: true,
      now: 1,
      q: '',
      limit: 10,
      page: 1,
      order: 'newest',
    } as const
    expect((await listItems(database, 'residents', list)).rows).toMatchObject([
      { id: 'a', name: 'Uno', newLine: null, newText: null },
    ])
    const row = await database.write((tx) =>
      updateItem(tx, name, 'residents', before, { newLine: 'Rosario', version: 2 }),
    )
    expect(row).toMatchObject({ newLine: 'Rosario', newText: null, version: 2 })
  })

  test('deletes a resource without a declaration, with its items, versions and addresses', async () => {
    const { database } = await fresh()
    const { news: _, ...others } = resources
    const values = {
      newsTitle: 'Uno',
      titleKey: 'uno',
      photo: 'p',
      date: '2026-01-01',
      newsDescription: 'x',
      newsBody: 'x',
      alt: '{}',
    }
    await database.write((tx) => insertItem(tx, name, 'news', { id: 'a', at: 1, by: null, values }))
    await run(database, (await findSchemaDifference(others))[name])
    const revised = await database.read.selectFrom('revisions').select('resource').execute()
    expect(revised.map(({ resource }) => resource).sort()).toEqual(
      [...Object.keys(others), ...otherRevisionKeys].sort(),
    )
    const rows = database.read.selectFrom('history').where('resource', '=', 'news').selectAll()
    expect(await rows.execute()).toEqual([])
    for (const table of ['news', 'newsTitles'])
      await expect(sql`select 1 from ${sql.table(table)}`.execute(database.read)).rejects.toThrow(table)
  })

  test('creates another index for a list with another order', async () => {
    const { database } = await fresh()
    const difference = await findSchemaDifference({
      ...resources,
      news: { ...resources.news, orderBy: undefined as never },
    })
    expect(difference[name]).toEqual([
      'drop index "news_live"',
      'create index "news_live" on "news" ("listedAt" desc, "seq" desc) where "deletedAt" is null',
    ])
    await run(database, difference[name])
  })
})

test.each(resourceNames)('SQLite counts the drafts of a new %s by the index of drafts', (resource) => {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table "revisions" ("resource" text, "revision" integer, "live" integer)`)
  for (const statement of createResourceStatements('sqlite', resource, resources[resource]))
    database.exec(statement)
  const plan = database
    .prepare(
      `explain query plan select count(*) from "${resource}" where "deletedAt" is null and "draft" = 1`,
    )
    .all()
  database.close()
  expect(JSON.stringify(plan)).toContain(`${resource}_drafts`)
})
