/** The two kinds of database that the club runs on: what touches one is tested on both. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  /** As `Env.databaseUrl`: null is SQLite in `dataDir`. */
  databaseUrl: string | null
  /** An empty folder, as `Env.dataDir`. */
  dataDir: string
  /** Removes database and folder; connections that are still open are cut. */
  dispose(): Promise<void>
}

async function emptyFolder(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-data-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

async function onServer(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** `describe.each(databases)('$name', ({ create }) => …)`: every `create()` is a new and empty database. */
export const databases: Array<{ name: 'sqlite' | 'postgres'; create(): Promise<TestDatabase> }> = [
  {
    name: 'sqlite',
    async create() {
      const { dataDir, remove } = await emptyFolder()
      return { databaseUrl: null, dataDir, dispose: remove }
    },
  },
  {
    name: 'postgres',
    async create() {
      const { dataDir, remove } = await emptyFolder()
      const name = `test_${randomBytes(8).toString('hex')}`
      await onServer(`CREATE DATABASE ${name}`)
      const url = new URL(inject('postgresUrl'))
      url.pathname = name
      return {
        databaseUrl: url.href,
        dataDir,
        async dispose() {
          await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
          await remove()
        },
      }
    },
  },
]
