/** Empty databases and folders for test clubs, on SQLite and on a running PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** `npm test` sets `QUICK_TESTS`: the tests start no PostgreSQL and use SQLite only. */
export const isSqliteOnly = process.env.QUICK_TESTS === '1'

export interface TestDatabase {
  /** As `Env.databaseUrl`: null means SQLite in `dataDir`. */
  databaseUrl: string | null
  /** An empty folder, as `Env.dataDir`. */
  dataDir: string
  /** Removes database and folder, and closes open connections. */
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

/** @param serverUrl the address of a user with the right to create databases */
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
