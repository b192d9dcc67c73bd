/** Which of several processes on one PostgreSQL leads: the one that holds an advisory lock of a session of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** How often the one that leads shows that it is there, and the others look whether it is. */
const LOOK_MS = 2_000
/** A database that is silent for longer has lost us, for all we know: we lead no more. */
const ANSWER_MS = 5_000
/**
 * And PostgreSQL gives up one that has been silent for so long, which nobody else would notice for two hours when its
 * machine lost its power. Longer than the other two together: the old one steps down before the new one begins.
 */
const SILENCE_MS = 15_000

/** @returns ends it; whoever led must have stopped by then */
export function leadOn(
  connectionString: string,
  matter: string,
  change: (leads: boolean) => void,
): () => Promise<void> {
  const ended = new AbortController()
  const pause = () => sleep(LOOK_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})

  async function hold() {
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client.on('error', () => {})
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
      await hold().catch(() => {})
      await pause()
    }
  })()
  return async () => {
    ended.abort()
    await leading
  }
}

/** Whether any process holds the lock of `leadOn`. pg_locks shows its 64-bit key as two halves (objsubid 1). */
export async function hasLeader(read: Kysely<Tables>, matter: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) | objid::bigint = hashtextextended(${matter}, 0)`.execute(read)
  return rows.length > 0
}
