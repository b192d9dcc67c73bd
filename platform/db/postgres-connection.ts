/** Opens connections to PostgreSQL with the limits of limits.ts. The driver `pg` is loaded with the first connection. */
import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Client, ClientConfig, PoolClient } from 'pg'
import { CLOSE_MS, KEEP_ALIVE_MS, SESSION_ANSWER_MS, type WorkLimits } from './limits.ts'

/** Creates a connection outside the pools. Its errors reject its queries. */
export async function createClient(connectionString: string, answerMs = SESSION_ANSWER_MS): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    ...createConfig(connectionString),
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  // Without a listener the 'error' event of a lost connection would end this process.
  return client.on('error', () => {})
}

/** Creates the pool of one kind of work, for Kysely. */
export async function createPool(connectionString: string, limits: WorkLimits): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...createConfig(connectionString),
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.answerMs,
    // Sent as queries, because PgBouncer refuses these settings in the startup message.
    onConnect: (client) => client.query(createSettings(limits)),
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  })
  // A restarted server ends connections, and the pool opens new ones. Without a listener the 'error' event would end
  // this process. The pool has a listener for idle connections, but not for a connection between two queries of a
  // transaction.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: pool.options,
    connect: async () => closeWhenSilent(await pool.connect()),
    end: () => pool.end(),
  }
}

const createConfig = (connectionString: string): ClientConfig => ({
  connectionString,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  stream: createSocket,
})

/** Creates a socket that is destroyed when its peer does not confirm the end. `client.end` would wait for a silent peer. */
function createSocket(): Socket {
  const socket = new Socket()
  return socket.once('finish', () => setTimeout(() => socket.destroy(), CLOSE_MS).unref())
}

const createSettings = ({ statementMs, lockMs, idleTransactionMs }: WorkLimits): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs}; set idle_in_transaction_session_timeout = ${idleTransactionMs}`

/** True for the error of a query that got no answer within `query_timeout`. `pg` gives it no code. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/**
 * Closes the connection when a query gets no answer. `pg` would return it to the pool, where the next query waits behind the
 * unanswered one. The rollback of its transaction then fails at once.
 */
function closeWhenSilent(client: PoolClient & Pick<Client, 'end'>): PostgresPoolClient {
  let isSilent = false
  const pooled: PostgresPoolClient = client
  return {
    // Kysely passes a cursor only for streams, which the club does not use.
    async query<R>(text: string, values: readonly unknown[]) {
      try {
        return await pooled.query<R>(text, values)
      } catch (error) {
        if (isUnanswered(error) && !isSilent) {
          isSilent = true
          // `end` destroys the socket, because a query is unanswered.
          await client.end()
        }
        throw error
      }
    },
    release: (isDiscarded) => client.release(isSilent || isDiscarded),
  } as PostgresPoolClient
}
