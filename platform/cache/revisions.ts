/** Keeps the revision of each resource in memory. Cached responses compare it with the revisions that they read. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/connect.ts'
import { REVISIONS_CHANNEL, type RevisionKey, type Revisions, readRevisions } from '../db/revisions.ts'
import type { Log } from '../process/log.ts'

/**
 * Interval of the queries for writes of other processes. PostgreSQL also notifies at once, but a notification can be lost.
 * ms
 */
const POLL_MS = 500

export interface RevisionWatch {
  get(resource: RevisionKey): number
  /** Records a write of this process, before the response to that write is sent. */
  update(resource: RevisionKey, revision: number): void
  stop(): Promise<void>
}

export async function watchRevisions(
  database: Database,
  log: Pick<Log, 'warn'>,
  pollMs = POLL_MS,
): Promise<RevisionWatch> {
  const known: Revisions = await readRevisions(database.read)
  const ended = new AbortController()

  const polling = (async () => {
    while (!ended.signal.aborted) {
      await sleep(pollMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      if (ended.signal.aborted) return
      try {
        const read = await readRevisions(database.read)
        // During the query, `update` may have recorded a newer write of this process. The larger number counts.
        for (const name of Object.keys(read) as RevisionKey[]) known[name] = Math.max(known[name], read[name])
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

  return {
    get: (resource) => known[resource],
    update,
    async stop() {
      ended.abort()
      await endListening?.()
      await polling
    },
  }
}
