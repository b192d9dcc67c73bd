/** The revision of each resource, in memory: what tells a cached page whether it is still true. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/connect.ts'
import { REVISIONS_CHANNEL, type RevisionKey, type Revisions, readRevisions } from '../db/revisions.ts'
import type { Log } from '../process/log.ts'

/** Another process's write is seen within this; on PostgreSQL at once, unless its notice was lost. */
const POLL_MS = 500

export interface RevisionWatch {
  of(resource: RevisionKey): number
  /** A write of this process: seen at once, before its answer leaves. */
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
        // A write of this process may have been raised while the query was under way.
        for (const name of Object.keys(read) as RevisionKey[]) known[name] = Math.max(known[name], read[name])
      } catch (error) {
        log.warn({ error }, 'revisions could not be read')
      }
    }
  })()

  function update(resource: RevisionKey, revision: number) {
    known[resource] = Math.max(known[resource], revision)
  }

  const endListening = database.listen?.(REVISIONS_CHANNEL, (words) => {
    const [resource = '', revision] = words.split(' ')
    if (Object.hasOwn(known, resource)) update(resource as RevisionKey, Number(revision))
  })

  return {
    of: (resource) => known[resource],
    update,
    async stop() {
      ended.abort()
      await endListening?.()
      await polling
    },
  }
}
