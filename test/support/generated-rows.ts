/**
 * Generates rows for every table of a schema version. It reads the columns from the schema itself, so new tables get rows
 * without a change here.
 */
import { Kysely, sql } from 'kysely'
import { migrateTo } from '../../platform/db/migrate.ts'
import { readSchemaAt } from '../../platform/db/schema.ts'
import { createSqliteDialect } from '../../platform/db/sqlite.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Row = Record<string, unknown>

const ROWS = 3
/** The largest valid time (ECMAScript). It needs more than 32 bits. ms since 1970 */
const LATEST = 8.64e15
/** Contains characters that break stored text when an escape is missing. */
const TEXT = `ñandú "uno" 'dos' \\n {"a": [1]}\ttres\r\n\u2028 <b>&amp;</b> 😀 `

interface Column {
  name: string
  type: string
  nullable: boolean
  /** Table and column that the foreign key references. Null without a foreign key. */
  parent: { table: string; column: string } | null
}

/** Columns by migration, because running the migrations takes longer than filling the tables. */
const knownColumns = new Map<string, Promise<Map<string, Column[]>>>()

function readColumns(migration: string): Promise<Map<string, Column[]>> {
  const known = knownColumns.get(migration) ?? runMigrationsInMemory(migration)
  knownColumns.set(migration, known)
  return known
}

async function runMigrationsInMemory(migration: string): Promise<Map<string, Column[]>> {
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(':memory:') })
  try {
    await migrateTo(db, migration)
    const columns = new Map<string, Column[]>()
    for (const { name } of await readSchemaAt(migration)) {
      const { rows: parents } = await sql<Row>`select * from pragma_foreign_key_list(${name})`.execute(db)
      const { rows } = await sql<Row>`select * from pragma_table_info(${name})`.execute(db)
      columns.set(
        name,
        rows.map((row) => {
          const parent = parents.find(({ from }) => from === row.name)
          return {
            name: String(row.name),
            type: String(row.type).toLowerCase(),
            nullable: row.notnull === 0 && row.pk === 0,
            parent: parent ? { table: String(parent.table), column: String(parent.to) } : null,
          }
        }),
      )
    }
    return columns
  } finally {
    await db.destroy()
  }
}

/** Fills each empty table. The last row of each table has null in every nullable column. */
export async function fillEmptyTables(db: Kysely<Tables>, migration: string): Promise<void> {
  const columns = await readColumns(migration)
  for (const { name } of await readSchemaAt(migration)) {
    const { rows: existing } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (existing.length > 0) continue
    const own = columns.get(name) ?? []
    for (let index = 0; index < ROWS; index++) {
      const row: Row = {}
      for (const column of own) {
        // The database generates the values of `seq`.
        if (column.name === 'seq') continue
        row[column.name] = await createCell(db, column, index)
      }
      await db
        .insertInto(name as 'settings')
        .values(row as never)
        .execute()
    }
  }
}

async function createCell(db: Kysely<Tables>, { name, type, nullable, parent }: Column, index: number) {
  if (nullable && index === ROWS - 1) return null
  if (parent) {
    const { rows } = await sql<{ value: string }>`select ${sql.ref(parent.column)} as value
      from ${sql.table(parent.table)} order by 1`.execute(db)
    return rows[index % rows.length]?.value ?? null
  }
  if (type === 'bigint') return LATEST - index
  return type === 'integer' ? index + 1 : `${name} ${index} ${TEXT}`
}
