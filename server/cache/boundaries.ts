/** When visitors see something else of a resource though nobody wrote it: asked of the database once for each revision and boundary. */
import type { ResourceName } from '../../contract/content/resources.ts'
import type { Database } from '../../db/connect.ts'
import type { Revised } from '../../db/content.ts'
import { nextBoundary } from '../../db/publication.ts'

interface BoundariesOptions {
  database: Pick<Database, 'read'>
  revisionOf(resource: Revised): number
  now: () => number
}

interface Known {
  revision: number
  at: Promise<number>
  /** Once `at` is settled. */
  value?: number
}

/** @returns the next moment at which an item of a resource appears or ends, ms since 1970; Infinity: there is none */
export function createBoundaries({ database, revisionOf, now }: BoundariesOptions) {
  const known = new Map<ResourceName, Known>()

  return async (resource: Revised): Promise<number> => {
    // Settings hold no items.
    if (resource === 'settings') return Number.POSITIVE_INFINITY
    const revision = revisionOf(resource)
    const before = known.get(resource)
    if (before?.revision === revision && !(before.value !== undefined && before.value <= now()))
      return before.at
    const asked: Known = { revision, at: nextBoundary(database.read, resource, now()) }
    known.set(resource, asked)
    try {
      asked.value = await asked.at
    } catch (error) {
      if (known.get(resource) === asked) known.delete(resource)
      throw error
    }
    return asked.value
  }
}
