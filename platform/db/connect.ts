/** Access to the database: SQLite in the data folder by default, PostgreSQL with DATABASE_URL. */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Dialect as KyselyDialect, PostgresDialect, sql, type Transaction } from 'kysely'
import { isDiskFull } from '../process/unavailable.ts'
import { releaseReserve, releaseReserveToOpen } from './disk-reserve.ts'
import { type Limits, SERVER_LIMITS, type Work } from './limits.ts'
import { createClient, createPool } from './postgres-connection.ts'
import { joinElection } from './postgres-sessions.ts'
import { createSqliteDialect, getSqlitePath } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

export interface Database {
  dialect: Dialect
  /** Runs read queries. Writes go through `write`. */
  read: Kysely<Tables>
  /** Runs the queries of the revisions. On PostgreSQL it has a connection of its own, so they do not wait for other reads. */
  watch: Kysely<Tables>
  /**
   * Runs `work` in one transaction, and again from the start after a conflict with another process. `work` must have no
   * effect outside the transaction and wait only for the database, because all other writers on SQLite wait for it.
   * @throws what `work` throws, after rolling back
   */
  write<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Receives notifications of a channel (NOTIFY), until the returned function is called. The listener must also poll,
   * because a connection can be lost. null on SQLite, which has no notifications.
   */
  listen: ((channel: string, onNotice: (payload: string) => void) => () => Promise<void>) | null
  /**
   * Elects one leader among all processes on one PostgreSQL, also across machines. When the leader ends, a new leader is
   * elected. `change` receives true when this process becomes the leader and false when it steps down, until the returned
   * function is called. null on SQLite, which is on one machine.
   */
  lead: ((matter: string, change: (leads: boolean) => void) => () => Promise<void>) | null
  /**
   * Empties the write-ahead log of SQLite, because it keeps copies of erased values. PostgreSQL manages its own log.
   * @returns false when another connection still uses the log. Call again later
   */
  emptyLog(): Promise<boolean>
  /** @throws when the database does not answer, or when the last write failed and another one fails too */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Limit for repeating a write after conflicts. ms */
const WRITE_PATIENCE_MS = 5_000
const WRITE_PAUSE_MS = 25
const WRITE_PAUSE_MAX_MS = 300

/**
 * Size of the row that `writeTestRow` writes. It is larger than the free space within the database's pages, so the file has to
 * grow. Bytes
 */
const TEST_ROW_BYTES = 65_536
const TEST_ROW_PATIENCE_MS = 500

/** Receives the text of each query, without values, and its duration in milliseconds. */
export type OnQuery = (sql: string, milliseconds: number) => void

/** @param limits limits of PostgreSQL by kind of work. Long work passes LONG_LIMITS */
export function connect(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  onQuery?: OnQuery,
  limits: Limits = SERVER_LIMITS,
): Database {
  const open = (dialect: KyselyDialect) =>
    new Kysely<Tables>({
      dialect,
      ...(onQuery && {
        log: ({ level, query, queryDurationMillis }) => {
          if (level === 'query') onQuery(query.sql, queryDurationMillis)
        },
      }),
    })
  const openAll = (url: string): Record<Work, Kysely<Tables>> => {
    const openPool = (work: Work) => open(new PostgresDialect({ pool: () => createPool(url, limits[work]) }))
    return { read: openPool('read'), write: openPool('write'), watch: openPool('watch') }
  }
  const openFile = (): Record<Work, Kysely<Tables>> => {
    const kysely = open(createDialectInFolder(dataDir))
    return { read: kysely, write: kysely, watch: kysely }
  }
  const pools = databaseUrl ? openAll(databaseUrl) : openFile()
  /** True after a failed write, until a write succeeds. */
  let hasFailedWrite = false

  async function write<T>(
    work: (tx: Transaction<Tables>) => Promise<T>,
    patienceMs = WRITE_PATIENCE_MS,
  ): Promise<T> {
    const giveUpAt = performance.now() + patienceMs
    for (let attempt = 1; ; attempt++) {
      try {
        const done = await pools.write.transaction().execute(work)
        hasFailedWrite = false
        return done
      } catch (error) {
        if (!databaseUrl && isDiskFull(error) && releaseReserve(dataDir)) continue
        if (performance.now() > giveUpAt || !isTemporary(error)) {
          hasFailedWrite = true
          throw error
        }
        await sleep(Math.random() * Math.min(WRITE_PAUSE_MS * attempt, WRITE_PAUSE_MAX_MS))
      }
    }
  }

  return {
    dialect: databaseUrl ? 'postgres' : 'sqlite',
    read: pools.read,
    watch: pools.watch,
    write: (work) => write(work),
    listen: databaseUrl
      ? (channel, onNotice) => listenWithReconnect(databaseUrl, limits.watch.answerMs, channel, onNotice)
      : null,
    lead: databaseUrl ? (matter, change) => joinElection(databaseUrl, matter, change) : null,
    async emptyLog() {
      if (databaseUrl) return true
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(pools.write)
      return rows[0]?.busy === 0
    },
    async ping() {
      await sql`select 1`.execute(pools.read)
      // A full or locked database still answers queries, so only a write shows whether it works again.
      if (hasFailedWrite) await write(writeTestRow, TEST_ROW_PATIENCE_MS)
    },
    async close() {
      await Promise.all([...new Set(Object.values(pools))].map((kysely) => kysely.destroy()))
    },
  }
}

/** Writes and deletes a row in one transaction, to find a full disk. */
async function writeTestRow(tx: Transaction<Tables>): Promise<void> {
  const key = 'try-out'
  await tx
    .insertInto('settings')
    .values({ key, value: 'x'.repeat(TEST_ROW_BYTES) })
    .execute()
  await tx.deleteFrom('settings').where('key', '=', key).execute()
}

class Rollback extends Error {
  result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** Runs `work` in one transaction and returns its result. A result that is not `ok` rolls the transaction back. */
export async function transact<T extends { ok: boolean }>(
  database: Pick<Database, 'write'>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await database.write(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Rollback(result)
      return result
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    throw error
  }
}

/**
 * Blocks other transactions with the same name, in any process, until this transaction ends. On SQLite it does nothing,
 * because SQLite has one writer at a time.
 */
export async function lockUntilCommit(tx: Kysely<Tables>, dialect: Dialect, name: string): Promise<void> {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

function createDialectInFolder(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  releaseReserveToOpen(dataDir)
  return createSqliteDialect(getSqlitePath(dataDir))
}

const LISTEN_AGAIN_MS = 2_000

/**
 * Listens on a separate connection. A lost or silent connection is opened again.
 * @param answerMs limit of each query, and the interval of the queries that find out that the connection is silent
 */
function listenWithReconnect(
  connectionString: string,
  answerMs: number,
  channel: string,
  onNotice: (payload: string) => void,
) {
  const ended = new AbortController()
  const listening = (async () => {
    while (!ended.signal.aborted) {
      const client = await createClient(connectionString, answerMs)
      const lost = new AbortController()
      client.on('end', () => lost.abort()).on('error', () => lost.abort())
      client.on('notification', ({ payload }) => onNotice(payload ?? ''))
      const pause = (milliseconds: number, ...ends: AbortSignal[]) =>
        sleep(milliseconds, undefined, { signal: AbortSignal.any(ends), ref: false }).catch(() => {})
      try {
        await client.connect()
        await client.query(`listen "${channel}"`)
        while (!ended.signal.aborted) {
          await pause(answerMs, ended.signal, lost.signal)
          await client.query('select 1')
        }
      } catch {
        // The connection is lost or silent. The next run of the loop opens another.
      }
      await client.end().catch(() => {})
      await pause(LISTEN_AGAIN_MS, ended.signal)
    }
  })()
  return async () => {
    ended.abort()
    await listening
  }
}

/**
 * True for errors that a repeated write can survive: SQLITE_BUSY, SQLITE_LOCKED, PostgreSQL's serialization failure and
 * deadlock.
 */
function isTemporary(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('errcode' in error && typeof error.errcode === 'number') return [5, 6].includes(error.errcode & 0xff)
  return 'code' in error && (error.code === '40001' || error.code === '40P01')
}

/** True when a write failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  if ('errcode' in error) return error.errcode === 2067 || error.errcode === 1555
  return 'code' in error && error.code === '23505'
}
