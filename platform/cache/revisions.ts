/** Keeps the revision of each resource in memory. Cached responses compare it with the revisions that they read. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RevisionKey } from '../content/shared/revision-keys.ts'
import type { Database } from '../db/connect.ts'
import { REVISIONS_CHANNEL, type Revisions, readRevisions } from '../db/revisions.ts'
import type { Log } from '../process/log.ts'

/**
 * Interval of the queries for writes of other processes. PostgreSQL also notifies at once, but a notification can be lost.
 * ms
 */
const POLL_MS = 500

/**
 * Without a successful query for this long, the revisions in memory may be old. Cached pages are then not served, because a
 * cancelled night would keep its ticket link. ms
 */
const CURRENT_MS = 30_000

export interface RevisionWatch {
  get(resource: RevisionKey): number
  /** True while the revisions in memory are at most CURRENT_MS old. */
  isCurrent(): boolean
  /** Returns the age of the revisions in memory. ms */
  age(): number
  /** Records a write of this process, before the response to that write is sent. */
  update(resource: RevisionKey, revision: number): void
  stop(): Promise<void>
}

interface RevisionWatchOptions {
  pollMs?: number
  currentMs?: number
}

export async function watchRevisions(
  database: Pick<Database, 'watch' | 'listen'>,
  log: Pick<Log, 'warn'>,
  { pollMs = POLL_MS, currentMs = CURRENT_MS }: RevisionWatchOptions = {},
): Promise<RevisionWatch> {
  /** Start of the last query that succeeded. The clock of the machine can jump, so this is the time of `performance`. ms */
  let readAt = performance.now()
  const known: Revisions = await readRevisions(database.watch)
  const ended = new AbortController()

  const polling = (async () => {
    while (!ended.signal.aborted) {
      await sleep(pollMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      if (ended.signal.aborted) return
      const startedAt = performance.now()
      try {
        // The limits of `watch` (limits.ts) end a query that gets no answer.
        const read = await readRevisions(database.watch)
        // During the query, `update` may have recorded a newer write of this process. The larger number counts.
        for (const name of Object.keys(read) as RevisionKey[]) known[name] = Math.max(known[name], read[name])
        readAt = startedAt
      } catch (error) {
        log.warn({ error }, 'reading the revisions failed')
      }
    }
  })()

  function update(resource: RevisionKey, revision: number) {
    known[resource] = Math.max(known[resource], revision)
  }

  const endListening = database.listen?.(REVISIONS_CHANNEL, (payload) => {
    const [resource = '', revision] = payload.split(' ')
    if (Object.hasOwn(known, resource)) update(resource as RevisionKey, Number(revision))
  })

  const age = () => performance.now() - readAt

  return {
    get: (resource) => known[resource],
    isCurrent: () => age() <= currentMs,
    age,
    update,
    async stop() {
      ended.abort()
      await endListening?.()
      await polling
    },
  }
}
