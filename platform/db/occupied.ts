/** Whether another program works on a database right now. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sqliteFile } from './sqlite.ts'

/** @throws when the database does not answer */
export async function isOccupied({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): Promise<boolean> {
  return databaseUrl === null ? isSqliteOccupied(sqliteFile(dataDir)) : isPostgresOccupied(databaseUrl)
}

/** Whoever has it open, even idle, keeps others from leaving the WAL mode. */
function isSqliteOccupied(file: string): boolean {
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return false
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return true
    throw error
  } finally {
    database.close()
  }
}

/** PostgreSQL ends a connection a moment after its client has gone: a club that was just stopped is not there any more. ms */
const LEAVING_MS = 2_000

async function isPostgresOccupied(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  await client.connect()
  const someone = async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
    )
    return rows.length > 0
  }
  try {
    const giveUpAt = performance.now() + LEAVING_MS
    while (await someone()) {
      if (performance.now() > giveUpAt) return true
      await sleep(50)
    }
    return false
  } finally {
    await client.end()
  }
}
