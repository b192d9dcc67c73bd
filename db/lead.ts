/** Which of several processes on one PostgreSQL leads: the one that holds an advisory lock of a session of its own. */
import { setTimeout as sleep } from 'node:timers/promises'

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
