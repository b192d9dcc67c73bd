/**
 * Differences between the schema of the migrations and the schema that the declarations of resources need, as SQL
 * statements. `npm run migration` writes them to a file. A test fails while there are any.
 */
import { Kysely, sql } from 'kysely'
import { getFieldType, hasNameOrder, hasNights } from '../../content/shared/field-types.ts'
import { type Declaration, type Field, findTitleField } from '../../content/shared/fields.ts'
import type { Dialect } from '../connect.ts'
import { migrateTo, migrationNames } from '../migrate.ts'
import { schemaAt } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import type { Tables } from '../tables.ts'

export type Statements = Record<Dialect, string[]>

/**
 * A difference for which no migration can be generated, such as a changed column type. A developer has to write the
 * migration.
 */
export class NeedsManualMigration extends Error {
  override name = 'NeedsManualMigration'
}

/** Columns of all resources, beside the declared fields. */
const COMMON = [
  'seq',
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
  'alt',
  'draft',
  'publishAt',
  'unpublishAt',
  'listedAt',
  'nameKey',
  'titleKey',
  'night',
  'slug',
  'position',
]

/**
 * @param declarations by name of the resource
 * @throws NeedsManualMigration
 */
export async function differenceFrom(declarations: Record<string, Declaration>): Promise<Statements> {
  const present = await presentSchema()
  const names = Object.keys(declarations)
  const statements: Statements = { sqlite: [], postgres: [] }
  const add = (some: Statements) => {
    statements.sqlite.push(...some.sqlite)
    statements.postgres.push(...some.postgres)
  }
  for (const name of removedResources(names, present)) add(removalStatements(name, present))
  for (const [name, declaration] of Object.entries(declarations)) {
    if (present.resources.includes(name)) {
      add(changesOf(name, declaration, present))
      continue
    }
    for (const table of tablesOf(name))
      if (present.columns.has(table))
        throw new NeedsManualMigration(`${name} cannot have the table ${table}: it is there`)
    add({
      sqlite: resourceStatements('sqlite', name, declaration),
      postgres: resourceStatements('postgres', name, declaration),
    })
  }
  return statements
}

interface PresentSchema {
  resources: string[]
  /** Columns by table name. */
  columns: Map<string, string[]>
  /** SQL statements that create the indexes, by index name. */
  indexes: Map<string, string>
}

/** Runs the migrations on an empty SQLite database and reads its schema. */
async function presentSchema(): Promise<PresentSchema> {
  const last = migrationNames.at(-1) as string
  const db = new Kysely<Tables>({ dialect: sqliteDialect(':memory:') })
  try {
    await migrateTo(db, last)
    const revised = await db.selectFrom('revisions').select('resource').execute()
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'index' and sql is not null`.execute(db)
    return {
      resources: revised.map(({ resource }) => resource).filter((resource) => resource !== 'settings'),
      columns: new Map((await schemaAt(last)).map(({ name, columns }) => [name, columns])),
      // SQLite stores the text of the statement unchanged, apart from its first words.
      indexes: new Map(rows.map((row) => [row.name, row.sql.replace(/^create (unique )?index/i, lowerCase)])),
    }
  } finally {
    await db.destroy()
  }
}

const lowerCase = (words: string): string => words.toLowerCase()

/** Names of the tables of a resource. */
const tablesOf = (name: string): string[] => [name, `${name}Titles`, `${name}Words`]

/** Statements that extend the table of an existing resource: optional fields, and indexes of its orders. */
function changesOf(name: string, declaration: Declaration, present: PresentSchema): Statements {
  const columns = present.columns.get(name) ?? []
  const fields = Object.entries(declaration.fields)
  const removedColumns = columns.filter(
    (column) => !COMMON.includes(column) && !(column in declaration.fields),
  )
  if (removedColumns.length > 0)
    throw new NeedsManualMigration(
      `${name} declares no ${removedColumns.join(', ')}, which it has a column of`,
    )
  const added = fields.filter(([field]) => !columns.includes(field))
  const needy = added.filter(([, field]) => !field.optional).map(([field]) => field)
  if (needy.length > 0)
    throw new NeedsManualMigration(
      `${name}.${needy.join(', ')}: what is added to a resource that has items is optional`,
    )
  if (hasNameOrder(declaration) !== columns.includes('nameKey'))
    throw new NeedsManualMigration(`${name} is called by a field of another kind than before`)
  if (
    hasNights(declaration) !== columns.includes('night') ||
    !declaration.page === columns.includes('slug') ||
    !declaration.ordered === columns.includes('position')
  )
    throw new NeedsManualMigration(`${name}: nights, pages and an order come to items that are there by hand`)
  const inDialect = (dialect: Dialect) => [
    ...added.map(([field, kind]) => `alter table ${id(name)} add column ${column(dialect, field, kind)}`),
    ...Object.entries(indexesOf(name, declaration)).flatMap(([index, statement]) => {
      const before = present.indexes.get(index)
      if (before === statement) return []
      return [...(before === undefined ? [] : [`drop index ${id(index)}`]), statement]
    }),
  ]
  return { sqlite: inDialect('sqlite'), postgres: inDialect('postgres') }
}

const removedResources = (names: string[], present: PresentSchema): string[] =>
  present.resources.filter((name) => !names.includes(name)).sort()

/** Statements that delete a resource with its items, their versions and their addresses. */
function removalStatements(name: string, { columns }: PresentSchema): Statements {
  const rows = [...columns]
    .filter(([, names]) => names.includes('resource'))
    .map(([table]) => `delete from ${id(table)} where "resource" = '${name}'`)
    .sort()
  const drop = (table: string) => `drop table ${id(table)}`
  const titles = columns.has(`${name}Titles`) ? [drop(`${name}Titles`)] : []
  return {
    sqlite: [...rows, ...titles, drop(`${name}Words`), drop(name)],
    // PostgreSQL stores the search words in a column of the table.
    postgres: [...rows, ...titles, drop(name)],
  }
}

/** Statements for a new resource: its table, indexes, search index, former titles and revision. */
export function resourceStatements(dialect: Dialect, name: string, declaration: Declaration): string[] {
  const isTitled = findTitleField(declaration) !== null
  const columns = [
    // VACUUM may renumber the implicit rowid of SQLite, so the search index refers to this column.
    dialect === 'sqlite' ? '"seq" integer primary key autoincrement' : '"seq" bigserial primary key',
    '"id" text not null unique',
    '"version" integer not null',
    '"createdAt" bigint not null',
    '"updatedAt" bigint not null',
    '"updatedBy" text',
    '"deletedAt" bigint',
    '"deletedBy" text',
    `"alt" text not null default '{}'`,
    '"draft" integer not null default 0',
    '"publishAt" bigint',
    '"unpublishAt" bigint',
    '"listedAt" bigint not null default 0',
    ...Object.entries(declaration.fields).map(([field, kind]) => column(dialect, field, kind)),
    ...(isTitled ? ['"titleKey" text not null'] : []),
    ...(hasNights(declaration) ? [`"night" ${textType(dialect, 'bytes')} not null default ''`] : []),
    ...(declaration.page ? [`"slug" ${textType(dialect, 'bytes')}`] : []),
    ...(declaration.ordered ? ['"position" integer not null default 0'] : []),
    ...(hasNameOrder(declaration) ? [`"nameKey" ${textType(dialect, 'bytes')} not null default ''`] : []),
    ...(dialect === 'postgres' ? ['"words" tsvector'] : []),
  ]
  return [
    `create table ${id(name)} (\n  ${columns.join(',\n  ')}\n)`,
    ...Object.values(indexesOf(name, declaration)),
    dialect === 'sqlite'
      ? // A contentless table indexes the words and does not store them again. The caller removes accents and case first.
        `create virtual table ${id(`${name}Words`)} using fts5(words, content='', contentless_delete=1, prefix='2 3 4 5 6 7 8 9 10 11 12', tokenize="unicode61 remove_diacritics 0")`
      : `create index ${id(`${name}_words`)} on ${id(name)} using gin ("words")`,
    ...(isTitled
      ? [
          `create table ${id(`${name}Titles`)} (\n  "titleKey" text primary key,\n  ${id(`${name}Id`)} text not null references ${id(name)} ("id") on delete cascade\n)`,
        ]
      : []),
    `insert into "revisions" ("resource", "revision", "live") values ('${name}', 1, 0)`,
  ]
}

/**
 * Statements for the indexes of a resource, by index name: for each order of a list, the trash, each state and time that
 * hides items, and titles.
 */
function indexesOf(name: string, declaration: Declaration): Record<string, string> {
  const { orderBy } = declaration
  const live = (suffix: string, columns: string, { unique = '', where = '' } = {}) => [
    `${name}_${suffix}`,
    `create ${unique}index ${id(`${name}_${suffix}`)} on ${id(name)} (${columns}) where "deletedAt" is null${where}`,
  ]
  const timed = (suffix: string, column: string) =>
    live(suffix, id(column), { where: ` and "draft" = 0 and ${id(column)} is not null` })
  const newest = [...(hasNights(declaration) ? ['night'] : []), orderBy ?? 'listedAt', 'seq']
    .map((column) => `${id(column)} desc`)
    .join(', ')
  return Object.fromEntries([
    live('live', newest),
    ...(declaration.ordered ? [live('manual', `"position", ${newest}`)] : []),
    [
      `${name}_bin`,
      `create index ${id(`${name}_bin`)} on ${id(name)} ("deletedAt") where "deletedAt" is not null`,
    ],
    live('changed', '"updatedAt" desc, "seq" desc'),
    ...(hasNameOrder(declaration) ? [live('name', '"nameKey", "seq"')] : []),
    ...(findTitleField(declaration) === null ? [] : [live('title', '"titleKey"', { unique: 'unique ' })]),
    // These indexes come last. SQLite prefers the newest of equally good indexes, and these have few rows.
    live('drafts', '"seq"', { where: ' and "draft" = 1' }),
    timed('appears', 'publishAt'),
    timed('ends', 'unpublishAt'),
  ])
}

const column = (dialect: Dialect, name: string, field: Field): string =>
  `${id(name)} ${textType(dialect, getFieldType(field).column)}${field.optional ? '' : ' not null'}`

/**
 * The column type for texts that are compared byte by byte, as SQLite does. PostgreSQL would otherwise order dates by the
 * rules of a language, which ignore punctuation.
 */
const textType = (dialect: Dialect, kind: 'text' | 'bytes'): string =>
  dialect === 'postgres' && kind === 'bytes' ? 'text collate "C"' : 'text'

/** Quotes a name that needs no escaping. @throws NeedsManualMigration for another name */
function id(name: string): string {
  if (!/^[a-z]\w*(?:\.[a-z]\w*)*$/i.test(name))
    throw new NeedsManualMigration(`${name} is no name for a table or a column`)
  return `"${name}"`
}
