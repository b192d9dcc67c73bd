/**
 * Checks that every PostgreSQL connection is a session of its own, and elects the leader. The election holds a lock of its
 * session, and LISTEN delivers writes of other processes. Behind a pooler that changes sessions between transactions, both
 * fail without an error. On CockroachDB, advisory locks do not exclude other sessions.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import { SESSION_ANSWER_MS } from './limits.ts'
import { createClient } from './postgres-connection.ts'
import type { Tables } from './tables.ts'

/** Thrown when the database server cannot be used. The message is one line of Spanish that follows «DATABASE_URL: ». */
export class UnsuitableDatabase extends Error {
  override name = 'UnsuitableDatabase'
}

const POOLER =
  'delante de PostgreSQL hay un pooler que da otra sesión a cada transacción (PgBouncer con pool_mode = transaction o statement): conectate directo a PostgreSQL, o usá pool_mode = session.'

const COCKROACH = 'es CockroachDB, donde los advisory locks no excluyen a nadie: hace falta PostgreSQL.'

/**
 * Checks a server. It uses random names for its lock and channel, so that it disturbs neither a running leader nor another
 * start.
 * @throws UnsuitableDatabase, or the error of a server that does not answer
 */
export async function requireSessions(connectionString: string): Promise<void> {
  const clients = [await createClient(connectionString), await createClient(connectionString)] as const
  try {
    await Promise.all(clients.map((client) => client.connect()))
    const { rows } = await clients[0].query<{ version: string }>('select version()')
    if (/cockroach/i.test(rows[0]?.version ?? '')) throw new UnsuitableDatabase(COCKROACH)
    if (!(await keepsSessions(...clients))) throw new UnsuitableDatabase(POOLER)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

async function keepsSessions(holder: Client, other: Client): Promise<boolean> {
  const name = `pulso-${randomUUID()}`
  const lock = async (client: Client, what: 'pg_try_advisory_lock' | 'pg_advisory_unlock') => {
    const { rows } = await client.query<{ done: boolean }>({
      text: `select ${what}(hashtextextended($1, 0)) as done`,
      values: [name],
    })
    return rows[0]?.done === true
  }
  await lock(holder, 'pg_try_advisory_lock')
  const isExclusive = !(await lock(other, 'pg_try_advisory_lock'))
  // False when the connection now has another session. The pooler then keeps the lock until it closes the first session.
  const isKept = await lock(holder, 'pg_advisory_unlock')
  return isExclusive && isKept && (await receivesNotification(holder, other, name))
}

/**
 * True when a notification reaches the receiver while it sends no query. Behind some poolers it arrives only with the next
 * query.
 */
async function receivesNotification(listener: Client, sender: Client, channel: string): Promise<boolean> {
  const notice = once(listener, 'notification', { signal: AbortSignal.timeout(SESSION_ANSWER_MS) }).then(
    () => true,
    () => false,
  )
  await listener.query(`listen "${channel}"`)
  await sender.query({ text: `select pg_notify($1, '')`, values: [channel] })
  return notice
}

/** Interval of the leader's queries, and of the other processes' attempts to lead. ms */
const ELECTION_INTERVAL_MS = 2_000
/**
 * PostgreSQL ends a session after this time without a packet. Otherwise a leader whose machine lost power would keep the
 * lock for two hours. It is longer than ELECTION_INTERVAL_MS and SESSION_ANSWER_MS together, so the old leader steps down
 * before a new one begins. ms
 */
const SILENCE_MS = 15_000

/**
 * Takes part in a leader election.
 * @returns a function that ends the participation. The leader's work must have stopped before its call
 */
export function joinElection(
  connectionString: string,
  matter: string,
  change: (isLeader: boolean) => void,
): () => Promise<void> {
  const ended = new AbortController()
  const pause = () =>
    sleep(ELECTION_INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})

  async function holdLock() {
    const client = await createClient(connectionString)
    let leads = false
    try {
      await client.connect()
      await client.query(`set idle_session_timeout = ${SILENCE_MS}`)
      while (!ended.signal.aborted) {
        const { rows } = await client.query<{ leads: boolean }>(
          leads
            ? 'select true as leads'
            : { text: 'select pg_try_advisory_lock(hashtextextended($1, 0)) as leads', values: [matter] },
        )
        if (!leads && rows[0]?.leads) {
          leads = true
          change(true)
        }
        await pause()
      }
    } finally {
      if (leads && !ended.signal.aborted) change(false)
      await client.end().catch(() => {})
    }
  }

  const leading = (async () => {
    while (!ended.signal.aborted) {
      await holdLock().catch(() => {})
      await pause()
    }
  })()
  return async () => {
    ended.abort()
    await leading
  }
}

/** True when a process holds the lock of `joinElection`. pg_locks shows its 64-bit key as two halves (objsubid 1). */
export async function hasLeader(read: Kysely<Tables>, matter: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended(${matter}, 0)`.execute(read)
  return rows.length > 0
}
