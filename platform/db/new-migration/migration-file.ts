/** Generates the source text of a migration file. A committed migration never changes and imports no project file. */
import type { Statements } from './difference.ts'

/** Quotes a statement as a template literal. */
const quoteStatement = (statement: string): string => `\`${statement.replace(/[\\`$]/g, '\\$&')}\``

const formatList = (statements: string[]): string =>
  `[\n${statements.map((statement) => `  ${quoteStatement(statement)},\n`).join('')}]`

export const generateMigration = (name: string, { sqlite, postgres }: Statements): string => `\
/** ${name}. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

const sqlite = ${formatList(sqlite)}

const postgres = ${formatList(postgres)}

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema as it was, which no type describes
export async function up(db: Kysely<any>): Promise<void> {
  const statements = db.getExecutor().adapter instanceof SqliteAdapter ? sqlite : postgres
  for (const statement of statements) await sql.raw(statement).execute(db)
}
`

/** Generates the source text of the list of all migrations. @param names of their files, without extension, in any order */
export function generateIndex(names: string[]): string {
  const all = names.toSorted().map((name) => ({ name, module: `m${name.slice(0, 4)}` }))
  return `\
/** All migrations, oldest first. \`npm run migration\` writes this file. */
import type { Migration } from 'kysely/migration'
${all.map(({ name, module }) => `import * as ${module} from './${name}.ts'\n`).join('')}
export const migrations: Record<string, Migration> = {
${all.map(({ name, module }) => `  '${name}': ${module},\n`).join('')}}
`
}

/** Returns the file name of the next migration: its number and the given words, such as '0007_flyers'. */
export function getNextName(names: string[], words: string): string {
  const last = Math.max(0, ...names.map((name) => Number(name.slice(0, 4))))
  return `${String(last + 1).padStart(4, '0')}_${words}`
}
