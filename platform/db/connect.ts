/** The one door to the data: SQLite in the data folder by default, PostgreSQL by DATABASE_URL. */
import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { leadOn } from './lead.ts'
import { sqliteDialect, sqliteFile } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

export interface Database {
  dialect: Dialect
  /** For reading. Writes go through `write`. */
  read: Kysely<Tables>
  /**
   * Runs `work` in one transaction, from the start again when another process was in the way. `work` must have no
   * effect outside the transaction and wait for nothing but the database: on SQLite everybody else waits for it.
   * @throws what `work` throws, after rolling back
   */
  write<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /**
   * Receives what others send to a channel by NOTIFY, until the returned function is called. Whoever listens must look
   * now and then all the same: nothing is received while the connection is down. null: this database sends no notices.
   */
  listen: ((channel: string, onNotice: (payload: string) => void) => () => Promise<void>) | null
  /**
   * Of all processes that ask this of one PostgreSQL, on however many machines, one leads in a matter, and another once
   * it is gone. `change` is told whether it is this one, until the returned function is called. null: SQLite, which
   * lives on one machine.
   */
  lead: ((matter: string, change: (leads: boolean) => void) => () => Promise<void>) | null
  /** @throws when the database does not answer, or took no write lately and still takes none */
  ping(): Promise<void>
  close(): Promise<void>
}

/** For so long a write that is in another's way tries again. */
const WRITE_PATIENCE_MS = 5_000
const WRITE_PAUSE_MS = 25
const WRITE_PAUSE_MAX_MS = 300

/** More than fits into what pages of the database may have left. */
const TRY_OUT_BYTES = 65_536
const TRY_OUT_PATIENCE_MS = 500

/** Hears of every question that was answered: its text, in which no value stands, and how long it took. ms */
export type OnQuery = (sql: string, milliseconds: number) => void

export function connect(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  onQuery?: OnQuery,
): Database {
  const kysely = new Kysely<Tables>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteIn(dataDir),
    ...(onQuery && {
      log: ({ level, query, queryDurationMillis }) => {
        if (level === 'query') onQuery(query.sql, queryDurationMillis)
      },
    }),
  })
  /** A write failed, for whatever reason, and none went through since. */
  let inDoubt = false

  async function write<T>(
    work: (tx: Transaction<Tables>) => Promise<T>,
    patienceMs = WRITE_PATIENCE_MS,
  ): Promise<T> {
    const giveUpAt = performance.now() + patienceMs
    for (let attempt = 1; ; attempt++) {
      try {
        const done = await kysely.transaction().execute(work)
        inDoubt = false
        return done
      } catch (error) {
        if (performance.now() > giveUpAt || !isPassing(error)) {
          inDoubt = true
          throw error
        }
        await sleep(Math.random() * Math.min(WRITE_PAUSE_MS * attempt, WRITE_PAUSE_MAX_MS))
      }
    }
  }

  return {
    dialect: databaseUrl ? 'postgres' : 'sqlite',
    read: kysely,
    write: (work) => write(work),
    listen: databaseUrl ? (channel, onNotice) => listenOn(databaseUrl, channel, onNotice) : null,
    lead: databaseUrl ? (matter, change) => leadOn(databaseUrl, matter, change) : null,
    async ping() {
      await sql`select 1`.execute(kysely)
      // A full or locked database still answers questions.
      if (inDoubt) await write(tryOut, TRY_OUT_PATIENCE_MS)
    },
    close: () => kysely.destroy(),
  }
}

/** Takes room and gives it back: nobody ever sees the row. */
async function tryOut(tx: Transaction<Tables>): Promise<void> {
  const key = 'try-out'
  await tx
    .insertInto('settings')
    .values({ key, value: 'x'.repeat(TRY_OUT_BYTES) })
    .execute()
  await tx.deleteFrom('settings').where('key', '=', key).execute()
}

/**
 * Until the transaction ends, no other that asks this by the same name goes on, in whatever process. SQLite has one
 * writer at a time anyway.
 */
export async function inTurn(tx: Kysely<Tables>, dialect: Dialect, name: string): Promise<void> {
  if (dialect === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

function sqliteIn(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  return sqliteDialect(sqliteFile(dataDir))
}

/** Its driver is loaded with the first question, by those who use it. */
const postgresDialect = (connectionString: string) =>
  new PostgresDialect({
    async pool() {
      const { default: pg } = await import('pg')
      const pool = new pg.Pool({
        connectionString,
        max: 10,
        connectionTimeoutMillis: 5_000,
        types: {
          getTypeParser: (oid, format) =>
            oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
        },
      })
      // A server that restarts ends connections; the pool opens new ones. Without listeners this would end us: the pool's
      // own hears of idle connections only, not of one that a transaction holds between two questions.
      pool.on('error', () => {})
      pool.on('connect', (client) => client.on('error', () => {}))
      return pool
    },
  })

const LISTEN_AGAIN_MS = 2_000

/** A connection of its own, made anew for as long as it is wanted. */
function listenOn(connectionString: string, channel: string, onNotice: (payload: string) => void) {
  const ended = new AbortController()
  const listening = (async () => {
    const { default: pg } = await import('pg')
    while (!ended.signal.aborted) {
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true })
      const down = new Promise<void>((resolve) => {
        client.once('end', resolve).on('error', () => resolve())
        ended.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', ({ payload }) => onNotice(payload ?? ''))
      await client
        .connect()
        .then(() => client.query(`listen ${pg.escapeIdentifier(channel)}`))
        .then(
          () => down,
          () => {},
        )
      await client.end().catch(() => {})
      await sleep(LISTEN_AGAIN_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    }
  })()
  return async () => {
    ended.abort()
    await listening
  }
}

/** SQLITE_BUSY and SQLITE_LOCKED; PostgreSQL's serialization failure and deadlock. */
function isPassing(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('errcode' in error && typeof error.errcode === 'number') return [5, 6].includes(error.errcode & 0xff)
  return 'code' in error && (error.code === '40001' || error.code === '40P01')
}

/** Whether a write was refused because the value is taken already. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY
  if ('errcode' in error) return error.errcode === 2067 || error.errcode === 1555
  return 'code' in error && error.code === '23505'
}
