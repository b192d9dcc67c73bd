/** The revision of each resource, in memory: what tells a cached page whether it is still true. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/connect.ts'
import { type Revised, type Revisions, readRevisions } from '../db/content.ts'
import type { Log } from './log.ts'

/** Another process's write is seen within this. */
const POLL_MS = 500

export interface RevisionWatch {
  of(resource: Revised): number
  /** A write of this process: seen at once, before its answer leaves. */
  raised(resource: Revised, revision: number): void
  stop(): Promise<void>
}

export async function watchRevisions(database: Database, log: Log): Promise<RevisionWatch> {
  let known: Revisions = await readRevisions(database.read)
  const ended = new AbortController()

  const polling = (async () => {
    while (!ended.signal.aborted) {
      await sleep(POLL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      if (ended.signal.aborted) return
      try {
        const read = await readRevisions(database.read)
        // A write of this process may have been raised while the query was under way.
        for (const name of Object.keys(read) as Revised[]) known[name] = Math.max(known[name], read[name])
      } catch (error) {
        log.warn({ error }, 'revisions could not be read')
      }
    }
  })()

  return {
    of: (resource) => known[resource],
    raised(resource, revision) {
      known = { ...known, [resource]: Math.max(known[resource], revision) }
    },
    async stop() {
      ended.abort()
      await polling
    },
  }
}
