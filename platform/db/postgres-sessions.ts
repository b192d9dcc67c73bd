/**
 * Checks at each start that every connection to PostgreSQL is a session of its own. The leader election (lead.ts) holds a
 * lock of its session, and LISTEN delivers other processes' writes. Both fail without an error behind a pooler that gives
 * each transaction another session. On CockroachDB, advisory locks do not exclude other sessions.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Client } from 'pg'

/** Time limit of each step, including the notification. ms */
const ANSWER_MS = 5_000

/** The database server cannot be used. The message is one line of Spanish that follows «DATABASE_URL: ». */
export class UnsuitableDatabase extends Error {
  override name = 'UnsuitableDatabase'
}

const POOLER =
  'delante de PostgreSQL hay un pooler que da otra sesión a cada transacción (PgBouncer con pool_mode = transaction o statement): conectate directo a PostgreSQL, o usá pool_mode = session.'

const COCKROACH = 'es CockroachDB, donde los advisory locks no excluyen a nadie: hace falta PostgreSQL.'

/**
 * Uses random names for its lock and channel, so that it disturbs neither a running leader nor another start.
 * @throws UnsuitableDatabase, or the error of a server that does not answer
 */
export async function requireSessions(connectionString: string): Promise<void> {
  const { default: pg } = await import('pg')
  const open = () => {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    return client.on('error', () => {})
  }
  const clients = [open(), open()] as const
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
  // False when this connection now has another session. The pooler then keeps the lock until it closes the old session.
  const isKept = await lock(holder, 'pg_advisory_unlock')
  return isExclusive && isKept && (await hears(holder, other, name))
}

/** True when a notification from one connection reaches the other without a query of the receiver. */
async function hears(listener: Client, sender: Client, channel: string): Promise<boolean> {
  const notice = once(listener, 'notification', { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  )
  await listener.query(`listen "${channel}"`)
  await sender.query({ text: `select pg_notify($1, '')`, values: [channel] })
  return notice
}
