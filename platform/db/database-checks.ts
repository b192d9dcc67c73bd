/** Checks whether a database is damaged, and whether another program uses it. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from './postgres-connection.ts'
import { getSqlitePath } from './sqlite.ts'

/** Primary result codes of a damaged file (sqlite.org/rescode.html): SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGE_CODES = [11, 26]
/**
 * Extended result codes of a file that the disk cannot read: SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ,
 * SQLITE_IOERR_CORRUPTFS.
 */
const READ_ERROR_CODES = [266, 522, 8458]
/** PostgreSQL's error codes for damage: data_corrupted, index_corrupted. */
const POSTGRES_DAMAGE_CODES = ['XX001', 'XX002']

/** True when the error of a query shows that stored data can no longer be read. */
export function isDamageError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error)
    return (
      DAMAGE_CODES.includes(Number(error.errcode) & 0xff) || READ_ERROR_CODES.includes(Number(error.errcode))
    )
  return 'code' in error && POSTGRES_DAMAGE_CODES.includes(String(error.code))
}

/** Reads a whole SQLite file. @returns false when the file is missing */
export function isDamaged(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    const database = new DatabaseSync(file)
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok'
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff))
      return true
    throw error
  }
}

/** Time limit of the check, enough for 6 GB at 100 MB/s. ms */
const CHECK_MS = 60_000

/** Program of the separate process. It prints "ok", the first problem, or the code of the error that ended the check. */
const CHECK_PROGRAM = `
try {
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { readOnly: true })
  process.stdout.write(database.prepare('PRAGMA quick_check(1)').get().quick_check)
} catch (error) {
  process.stdout.write('error ' + error.errcode)
}`

/**
 * Reads a whole SQLite file in a separate process with low priority, because a large file keeps a processor busy for
 * seconds. Other processes can read and write the file meanwhile.
 * @throws when the check does not end within CHECK_MS
 */
export function checkDamageInSeparateProcess(file: string, timeout = CHECK_MS): Promise<boolean> {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const env = { PATH, LD_LIBRARY_PATH }
  return new Promise((resolve, reject) => {
    const options = { env, timeout, killSignal: 'SIGKILL' as const }
    const child = execFile(process.execPath, ['-e', CHECK_PROGRAM, file], options, (error, found) => {
      const errcode = Number(/^error (\d+)$/.exec(found)?.[1] ?? 0)
      if (found === 'ok') resolve(false)
      else if (errcode === 0 && found !== '') resolve(true)
      else if (isDamageError(Object.assign(new Error(found), { errcode }))) resolve(true)
      else reject(error ?? new Error(`SQLite could not be checked: ${found}`))
    })
    try {
      setPriority(child.pid as number, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // The process has already ended, or did not start.
    }
  })
}

/** True when another program uses the database. @throws when the database does not answer */
export async function isOccupied({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): Promise<boolean> {
  return databaseUrl === null ? isSqliteOccupied(getSqlitePath(dataDir)) : isPostgresOccupied(databaseUrl)
}

/** True when another connection to the file is open: SQLite then refuses to leave the WAL mode. */
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

/** PostgreSQL ends a connection a moment after its client, so the check waits this long before it counts connections. ms */
const DISCONNECT_WAIT_MS = 2_000

async function isPostgresOccupied(connectionString: string): Promise<boolean> {
  const client = await createClient(connectionString)
  await client.connect()
  const hasOtherClients = async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
    )
    return rows.length > 0
  }
  try {
    const giveUpAt = performance.now() + DISCONNECT_WAIT_MS
    while (await hasOtherClients()) {
      if (performance.now() > giveUpAt) return true
      await sleep(50)
    }
    return false
  } finally {
    await client.end()
  }
}
