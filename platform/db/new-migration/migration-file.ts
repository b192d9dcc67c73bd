/** Generates the source text of a migration file. A committed migration never changes and imports no project file. */
import type { Statements } from './difference.ts'

/** Quotes a statement as a template literal. */
const quoteStatement = (statement: string): string => `\`${statement.replace(/[\\`$]/g, '\\$&')}\``

/** Maximum length of a line, as in biome.json. */
const LINE_MAX = 110

/** Returns the declaration of a list, on one line when it fits. */
function formatList(name: string, statements: string[]): string {
  const quoted = statements.map(quoteStatement)
  const line = `const ${name} = [${quoted.join(', ')}]`
  if (line.length <= LINE_MAX && !line.includes('\n')) return line
  return `const ${name} = [\n${quoted.map((statement) => `  ${statement},\n`).join('')}]`
}

const ALONGSIDE = `
/** The previous release can write beside optional columns. */
export const alongside = true
`

/** Generated columns are optional, so writes of the previous release do not need them. */
const addsOnlyColumns = ({ sqlite, postgres }: Statements): boolean =>
  [...sqlite, ...postgres].every((statement) => statement.startsWith('alter table '))

export const generateMigration = (name: string, statements: Statements): string => `\
/** ${name}. A committed migration never changes and imports no project file. */
import { type Kysely, SqliteAdapter, sql } from 'kysely'

${formatList('sqlite', statements.sqlite)}

${formatList('postgres', statements.postgres)}
${addsOnlyColumns(statements) ? ALONGSIDE : ''}
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
