/** Finds the times at which a resource changes for visitors without a write. One query per revision and boundary. */

import type { TimedRulesByResource } from '../content/server/timed-presentation.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import type { Database } from '../db/connect.ts'
import { nextBoundary } from '../db/publication.ts'
import type { RevisionKey } from '../db/revisions.ts'

interface BoundariesOptions {
  database: Pick<Database, 'read'>
  revisionOf(resource: RevisionKey): number
  timedRules: TimedRulesByResource
  /** The club's IANA time zone. */
  timeZone(): Promise<string>
  now: () => number
}

interface KnownBoundary {
  revision: string
  at: Promise<number>
  /** Once `at` is settled. */
  value?: number
}

/** @returns finds the next time at which an item appears, ends or changes for visitors. ms since 1970, or Infinity */
export function createBoundaries({ database, revisionOf, timedRules, timeZone, now }: BoundariesOptions) {
  const known = new Map<ResourceName, KnownBoundary>()

  async function nextChange(resource: ResourceName): Promise<number> {
    const at = now()
    const rules = timedRules[resource]
    const changes = await Promise.all([
      nextBoundary(database.read, resource, at),
      rules && timeZone().then((zone) => rules.nextChange(database.read, at, zone)),
    ])
    return Math.min(...changes.filter((change) => change !== undefined))
  }

  return async (resource: RevisionKey): Promise<number> => {
    // Settings have no items.
    if (resource === 'settings') return Number.POSITIVE_INFINITY
    // Timed rules also depend on the club's time zone, a setting.
    const revision = (timedRules[resource] ? [resource, 'settings' as const] : [resource])
      .map(revisionOf)
      .join()
    const before = known.get(resource)
    if (before?.revision === revision && !(before.value !== undefined && before.value <= now()))
      return before.at
    const asked: KnownBoundary = { revision, at: nextChange(resource) }
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
