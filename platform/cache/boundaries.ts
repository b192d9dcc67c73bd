/**
 * Finds the times at which a resource changes for visitors without a write. The result is stored until the next write or
 * boundary, so the database is queried only then.
 */

import { isResource, type ResourceName } from '../content/shared/resources.ts'
import type { RevisionKey } from '../content/shared/revision-keys.ts'
import type { Database } from '../db/connect.ts'
import { findNextBoundary } from '../db/publication.ts'
import type { TimedRulesByResource } from '../db/timed-presentation.ts'

interface BoundariesOptions {
  database: Pick<Database, 'read'>
  revisionOf(resource: RevisionKey): number
  timedRules: TimedRulesByResource
  /** Returns the club's IANA time zone. */
  timeZone(): Promise<string>
  now: () => number
}

interface KnownBoundary {
  revision: string
  at: Promise<number>
  /** The value of `at`, when the promise has resolved. */
  value?: number
}

/**
 * Creates the search.
 * @returns a function that returns the next time at which an item of a resource appears, ends or changes for visitors. ms
 * since 1970, or Infinity
 */
export function createBoundaries({ database, revisionOf, timedRules, timeZone, now }: BoundariesOptions) {
  const known = new Map<ResourceName, KnownBoundary>()

  async function nextChange(resource: ResourceName): Promise<number> {
    const at = now()
    const rules = timedRules[resource]
    const changes = await Promise.all([
      findNextBoundary(database.read, resource, at),
      rules && timeZone().then((zone) => rules.nextChange(database.read, at, zone)),
    ])
    return Math.min(...changes.filter((change) => change !== undefined))
  }

  return async (resource: RevisionKey): Promise<number> => {
    // Only resources have items, and therefore boundaries.
    if (!isResource(resource)) return Number.POSITIVE_INFINITY
    // The rules of some resources depend on the club's time zone, which is a setting.
    const revision = (timedRules[resource] ? [resource, 'settings' as const] : [resource])
      .map(revisionOf)
      .join()
    const before = known.get(resource)
    if (before?.revision === revision && !(before.value !== undefined && before.value <= now()))
      return before.at
    const pendingBoundary: KnownBoundary = { revision, at: nextChange(resource) }
    known.set(resource, pendingBoundary)
    try {
      pendingBoundary.value = await pendingBoundary.at
    } catch (error) {
      if (known.get(resource) === pendingBoundary) known.delete(resource)
      throw error
    }
    return pendingBoundary.value
  }
}
