/**
 * Limits of connections and queries on PostgreSQL, by kind of work. Each kind has connections of its own, so waiting writes
 * cannot take those of reads.
 *
 * A silent peer (power loss, a moved address) sends no error. The kernel repeats unanswered data for about 15 minutes
 * (tcp_retries2), and Node cannot set TCP_USER_TIMEOUT. `answerMs` therefore ends a query on a silent connection. Keep-alive
 * ends a connection that waits without unanswered data. docs/decisions/0073
 */

export interface WorkLimits {
  /** Largest number of connections of this process. */
  connections: number
  /** Limit of the wait for a free connection, and of opening a new one. ms */
  connectMs: number
  /** PostgreSQL cancels a query after this time (57014). The connection stays usable. ms, 0: never */
  statementMs: number
  /** PostgreSQL cancels a query that waits this long for a lock (55P03). ms, 0: never */
  lockMs: number
  /** PostgreSQL rolls back a transaction that gets no query for this long, and frees its locks. ms, 0: never */
  idleTransactionMs: number
  /**
   * The caller gets an error after this time, and the connection is closed. It is longer than `statementMs`, so only a silent
   * server reaches it. ms
   */
  answerMs: number
}

/** `watch`: queries of the revisions, which must not wait for other work */
export type Work = 'read' | 'write' | 'watch'

export type Limits = Record<Work, WorkLimits>

const MINUTE_MS = 60_000

/** Limits of a running club. */
export const SERVER_LIMITS: Limits = {
  read: {
    connections: 6,
    connectMs: 5_000,
    statementMs: 5_000,
    lockMs: 3_000,
    idleTransactionMs: 30_000,
    answerMs: 6_000,
  },
  write: {
    connections: 4,
    connectMs: 5_000,
    statementMs: 10_000,
    lockMs: 3_000,
    idleTransactionMs: 30_000,
    answerMs: 12_000,
  },
  watch: {
    connections: 1,
    connectMs: 3_000,
    statementMs: 2_000,
    lockMs: 1_000,
    idleTransactionMs: 10_000,
    answerMs: 3_000,
  },
}

/** Migrations, snapshots and restores. They wait for locks and for other work within a transaction. */
const LONG: WorkLimits = {
  connections: 4,
  connectMs: 5_000,
  statementMs: 60 * MINUTE_MS,
  lockMs: 0,
  idleTransactionMs: 0,
  answerMs: 61 * MINUTE_MS,
}
export const LONG_LIMITS: Limits = { read: LONG, write: LONG, watch: LONG }

/** Limit of opening a connection that is outside the pools, and of each of its queries. ms */
export const SESSION_ANSWER_MS = 5_000

/**
 * Time without traffic until the first keep-alive probe. Node then sends ten probes, one each second, so a silent connection
 * ends after 20 s. ms
 */
export const KEEP_ALIVE_MS = 10_000

/** A closed connection whose server does not confirm the end is destroyed after this time. ms */
export const CLOSE_MS = 1_000
