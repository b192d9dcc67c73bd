/** Creates empty databases and folders for test clubs, on SQLite and on a running PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** True with QUICK_TESTS, which `npm test` sets: tests then use only SQLite and start no PostgreSQL. */
export const isSqliteOnly = process.env.QUICK_TESTS === '1'

export interface TestDatabase {
  /** The value of `Env.databaseUrl`. Null means SQLite in `dataDir`. */
  databaseUrl: string | null
  /** An empty folder, for `Env.dataDir`. */
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

export async function createSqliteDatabase(): Promise<TestDatabase> {
  const { dataDir, remove } = await createEmptyFolder()
  return { databaseUrl: null, dataDir, dispose: remove }
}

/** @param serverUrl address of a PostgreSQL server, with a user who may create databases */
export async function createPostgresDatabase(serverUrl: string): Promise<TestDatabase> {
  const { dataDir, remove } = await createEmptyFolder()
  const name = `test_${randomBytes(8).toString('hex')}`
  await executeOnServer(serverUrl, `CREATE DATABASE ${name}`)
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
