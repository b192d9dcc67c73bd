/** Creates databases and folders for test clubs, on SQLite and on a running PostgreSQL: empty ones, and copies of a template. */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { getSqlitePath } from '../../platform/db/sqlite.ts'

/** True with QUICK_TESTS, which `npm test` sets: tests then use only SQLite and start no PostgreSQL. */
export const isSqliteOnly = process.env.QUICK_TESTS === '1'

export interface TestDatabase {
  /** The value of `Env.databaseUrl`. Null means SQLite in `dataDir`. */
  databaseUrl: string | null
  /** A folder for `Env.dataDir`. It is empty, or has only the copy of a SQLite template. */
  dataDir: string
  /** Closes open connections, and removes the database and the folder. */
  dispose(): Promise<void>
}

async function createEmptyFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-data-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

async function executeOnServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** @param template a closed SQLite file to copy. Without it the folder is empty */
export async function createSqliteDatabase(template?: string): Promise<TestDatabase> {
  const { dataDir, remove } = await createEmptyFolder()
  if (template !== undefined) await copyFile(template, getSqlitePath(dataDir))
  return { databaseUrl: null, dataDir, dispose: remove }
}

/**
 * @param serverUrl address of a PostgreSQL server. Its user needs the right to create databases
 * @param template name of a database to copy. It must have no connections. Without it the database is empty
 */
export async function createPostgresDatabase(serverUrl: string, template?: string): Promise<TestDatabase> {
  const { dataDir, remove } = await createEmptyFolder()
  const name = `test_${randomBytes(8).toString('hex')}`
  // The default strategy WAL_LOG takes a third more processor time.
  const copy = template === undefined ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`
  await executeOnServer(serverUrl, `CREATE DATABASE ${name}${copy}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    databaseUrl: url.href,
    dataDir,
    async dispose() {
      await executeOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
      await remove()
    },
  }
}
