/**
 * Differences between the schema of the migrations and the schema that the declarations of resources need, as SQL
 * statements. `npm run migration` writes them to a file. A test fails while there are any.
 */
import { Kysely, sql } from 'kysely'
import { getFieldType, hasNameOrder, hasNights } from '../../content/shared/field-types.ts'
import { type Declaration, type Field, findTitleField } from '../../content/shared/fields.ts'
import { otherRevisionKeys } from '../../content/shared/revision-keys.ts'
import type { Dialect } from '../connect.ts'
import { migrateTo, migrationNames } from '../migrate.ts'
import { readSchemaAt } from '../schema.ts'
import { createSqliteDialect } from '../sqlite.ts'
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
export async function findSchemaDifference(declarations: Record<string, Declaration>): Promise<Statements> {
  const present = await readPresentSchema()
  const names = Object.keys(declarations)
  const statements: Statements = { sqlite: [], postgres: [] }
  const add = (some: Statements) => {
    statements.sqlite.push(...some.sqlite)
    statements.postgres.push(...some.postgres)
  }
  for (const name of listRemovedResources(names, present)) add(createRemovalStatements(name, present))
  for (const [name, declaration] of Object.entries(declarations)) {
    if (present.resources.includes(name)) {
      add(createChangeStatements(name, declaration, present))
      continue
    }
    for (const table of listTables(name))
      if (present.columns.has(table))
        throw new NeedsManualMigration(`${name} needs the table ${table}, which already exists`)
    add({
      sqlite: createResourceStatements('sqlite', name, declaration),
      postgres: createResourceStatements('postgres', name, declaration),
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

const otherKeys: ReadonlySet<string> = new Set(otherRevisionKeys)

/** Runs the migrations on an empty SQLite database and reads its schema. */
async function readPresentSchema(): Promise<PresentSchema> {
  const last = migrationNames.at(-1) as string
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') })
  try {
    await migrateTo(db, last)
    const revised = await db.selectFrom('revisions').select('resource').execute()
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'index' and sql is not null`.execute(db)
    return {
      resources: revised.map(({ resource }) => resource).filter((name) => !otherKeys.has(name)),
      columns: new Map((await readSchemaAt(last)).map(({ name, columns }) => [name, columns])),
      // SQLite stores the text of the statement unchanged, apart from its first words.
      indexes: new Map(
        rows.map((row) => [row.name, row.sql.replace(/^create (unique )?index/i, toLowerCase)]),
      ),
    }
  } finally {
    await db.destroy()
  }
}

const toLowerCase = (words: string): string => words.toLowerCase()

/** Names of the tables of a resource. */
const listTables = (name: string): string[] => [name, `${name}Titles`, `${name}Words`]

/** Statements that extend the table of an existing resource: optional fields, and indexes of its orders. */
function createChangeStatements(name: string, declaration: Declaration, present: PresentSchema): Statements {
  const columns = present.columns.get(name) ?? []
  const fields = Object.entries(declaration.fields)
  const removedColumns = columns.filter(
    (column) => !COMMON.includes(column) && !(column in declaration.fields),
  )
  if (removedColumns.length > 0)
    throw new NeedsManualMigration(
      `${name} no longer declares ${removedColumns.join(', ')}, but its table still has the columns`,
    )
  const added = fields.filter(([field]) => !columns.includes(field))
  const requiredFields = added.filter(([, field]) => !field.optional).map(([field]) => field)
  if (requiredFields.length > 0)
    throw new NeedsManualMigration(
      `${name}.${requiredFields.join(', ')}: a field that is added to an existing resource must be optional. Declare it with \`optional: true\`, or write the migration by hand`,
    )
  if (hasNameOrder(declaration) !== columns.includes('nameKey'))
    throw new NeedsManualMigration(`${name}: nameField has another field type than before`)
  if (
    hasNights(declaration) !== columns.includes('night') ||
    !declaration.page === columns.includes('slug') ||
    !declaration.ordered === columns.includes('position')
  )
    throw new NeedsManualMigration(
      `${name}: adding or removing nights, pages or a manual order needs a migration written by hand`,
    )
  const createStatements = (dialect: Dialect) => [
    ...added.map(
      ([field, kind]) => `alter table ${quoteName(name)} add column ${defineColumn(dialect, field, kind)}`,
    ),
    ...Object.entries(createIndexStatements(name, declaration)).flatMap(([index, statement]) => {
      const before = present.indexes.get(index)
      if (before === statement) return []
      return [...(before === undefined ? [] : [`drop index ${quoteName(index)}`]), statement]
    }),
  ]
  return { sqlite: createStatements('sqlite'), postgres: createStatements('postgres') }
}

const listRemovedResources = (names: string[], present: PresentSchema): string[] =>
  present.resources.filter((name) => !names.includes(name)).sort()

/** Statements that delete a resource with its items, their versions and their addresses. */
function createRemovalStatements(name: string, { columns }: PresentSchema): Statements {
  const rows = [...columns]
    .filter(([, names]) => names.includes('resource'))
    .map(([table]) => `delete from ${quoteName(table)} where "resource" = '${name}'`)
    .sort()
  const drop = (table: string) => `drop table ${quoteName(table)}`
  const titles = columns.has(`${name}Titles`) ? [drop(`${name}Titles`)] : []
  return {
    sqlite: [...rows, ...titles, drop(`${name}Words`), drop(name)],
    // PostgreSQL stores the search words in a column of the table.
    postgres: [...rows, ...titles, drop(name)],
  }
}

/** Statements for a new resource: its table, indexes, search index, former titles and revision. */
export function createResourceStatements(dialect: Dialect, name: string, declaration: Declaration): string[] {
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
    ...Object.entries(declaration.fields).map(([field, kind]) => defineColumn(dialect, field, kind)),
    ...(isTitled ? ['"titleKey" text not null'] : []),
    ...(hasNights(declaration) ? [`"night" ${getTextType(dialect, 'bytes')} not null default ''`] : []),
    ...(declaration.page ? [`"slug" ${getTextType(dialect, 'bytes')}`] : []),
    ...(declaration.ordered ? ['"position" integer not null default 0'] : []),
    ...(hasNameOrder(declaration) ? [`"nameKey" ${getTextType(dialect, 'bytes')} not null default ''`] : []),
    ...(dialect === 'postgres' ? ['"words" tsvector'] : []),
  ]
  return [
    `create table ${quoteName(name)} (\n  ${columns.join(',\n  ')}\n)`,
    ...Object.values(createIndexStatements(name, declaration)),
    dialect === 'sqlite'
      ? // A contentless table indexes the words and does not store them again. The caller removes accents and case first.
        `create virtual table ${quoteName(`${name}Words`)} using fts5(words, content='', contentless_delete=1, prefix='2 3 4 5 6 7 8 9 10 11 12', tokenize="unicode61 remove_diacritics 0")`
      : `create index ${quoteName(`${name}_words`)} on ${quoteName(name)} using gin ("words")`,
    ...(isTitled
      ? [
          `create table ${quoteName(`${name}Titles`)} (\n  "titleKey" text primary key,\n  ${quoteName(`${name}Id`)} text not null references ${quoteName(name)} ("id") on delete cascade\n)`,
        ]
      : []),
    `insert into "revisions" ("resource", "revision", "live") values ('${name}', 1, 0)`,
  ]
}

/**
 * Statements for the indexes of a resource, by index name. There is one for each order of lists, for the trash, for unique
 * titles, and for each state or time that hides items.
 */
function createIndexStatements(name: string, declaration: Declaration): Record<string, string> {
  const { orderBy } = declaration
  const live = (suffix: string, columns: string, { unique = '', where = '' } = {}) => [
    `${name}_${suffix}`,
    `create ${unique}index ${quoteName(`${name}_${suffix}`)} on ${quoteName(name)} (${columns}) where "deletedAt" is null${where}`,
  ]
  const timed = (suffix: string, column: string) =>
    live(suffix, quoteName(column), { where: ` and "draft" = 0 and ${quoteName(column)} is not null` })
  const newest = [...(hasNights(declaration) ? ['night'] : []), orderBy ?? 'listedAt', 'seq']
    .map((column) => `${quoteName(column)} desc`)
    .join(', ')
  return Object.fromEntries([
    live('live', newest),
    ...(declaration.ordered ? [live('manual', `"position", ${newest}`)] : []),
    [
      `${name}_bin`,
      `create index ${quoteName(`${name}_bin`)} on ${quoteName(name)} ("deletedAt") where "deletedAt" is not null`,
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

const defineColumn = (dialect: Dialect, name: string, field: Field): string =>
  `${quoteName(name)} ${getTextType(dialect, getFieldType(field).column)}${field.optional ? '' : ' not null'}`

/**
 * The column type for texts that are compared byte by byte, as SQLite does. PostgreSQL would otherwise order dates by the
 * rules of a language, which ignore punctuation.
 */
const getTextType = (dialect: Dialect, kind: 'text' | 'bytes'): string =>
  dialect === 'postgres' && kind === 'bytes' ? 'text collate "C"' : 'text'

/** Quotes a name that needs no escaping. @throws NeedsManualMigration for another name */
function quoteName(name: string): string {
  if (!/^[a-z]\w*(?:\.[a-z]\w*)*$/i.test(name))
    throw new NeedsManualMigration(`${name} is no name for a table or a column`)
  return `"${name}"`
}
