/**
 * Decides how long something that was made from content is valid: until a write to a resource that it read, or until an item
 * of such a resource appears, changes or ends.
 */
import { getDependencies, isResource } from '../content/shared/resources.ts'
import type { RevisionKey } from '../content/shared/revision-keys.ts'

/** Records what is read while something is made. */
export interface Dependencies {
  /**
   * Registers a resource. Must be called before the resource is read. The response then depends on this resource and on
   * those that its items refer to, and expires when one of their items appears or ends. A write between this call and the
   * read makes the response stale.
   */
  reads(resource: RevisionKey): void
  expiresIn(milliseconds: number): void
  /** Keeps the cache from storing the response. */
  doNotStore(): void
}

/** Ignores all dependencies. For responses that are not cached. */
export const UNTRACKED: Dependencies = { reads: () => {}, expiresIn: () => {}, doNotStore: () => {} }

export interface FreshnessOptions {
  revisionOf(resource: RevisionKey): number
  /** False while the revisions may be old. Responses that depend on them are then created for each request. */
  areRevisionsCurrent(): boolean
  /** Returns when the next item of a resource appears or ends without a write. ms since 1970, or Infinity */
  nextBoundaryOf(resource: RevisionKey): Promise<number>
  now: () => number
}

/** The conditions under which something is valid. Times are ms since 1970. */
export interface Validity {
  revisions: [RevisionKey, number][]
  expiresAt: number
  createdAt: number
}

/** When the clock is set back by less than this, entries stay: it was a small correction. ms */
const CLOCK_SLACK_MS = 60_000

export function createFreshness({ revisionOf, areRevisionsCurrent, nextBoundaryOf, now }: FreshnessOptions) {
  /**
   * False for expired entries. Also false for entries with a time in the future, which were created while the clock was
   * wrong.
   */
  const isUnexpired = ({ createdAt, expiresAt }: Validity) =>
    expiresAt > now() && createdAt <= now() + CLOCK_SLACK_MS

  const isFresh = (entry: Validity): boolean =>
    isUnexpired(entry) && entry.revisions.every(([resource, revision]) => revisionOf(resource) === revision)

  return {
    /** False for something that a write or the time has made stale. It never becomes fresh again. */
    isFresh,

    /** True when something may be used now. It may be false for a while, although `isFresh` is true. */
    isUsable: (entry: Validity): boolean =>
      isFresh(entry) && (entry.revisions.length === 0 || areRevisionsCurrent()),

    /** Collects dependencies. `end` has to be called after the last read. */
    track() {
      const read = new Map<RevisionKey, number>()
      const boundaries: Promise<number>[] = []
      let expiresAt = Number.POSITIVE_INFINITY
      let isStored = true
      const dependencies: Dependencies = {
        reads(resource) {
          for (const each of isResource(resource) ? getDependencies(resource) : [resource]) {
            if (read.has(each)) continue
            read.set(each, revisionOf(each))
            // The boundary is queried before the resource is read. An item that appears in between then makes the response
            // expire at once.
            const boundary = nextBoundaryOf(each)
            // `end` awaits this promise. Until then a rejection must not count as unhandled.
            boundary.catch(() => {})
            boundaries.push(boundary)
          }
        },
        expiresIn(milliseconds) {
          expiresAt = Math.min(expiresAt, now() + milliseconds)
        },
        doNotStore() {
          isStored = false
        },
      }
      return {
        dependencies,
        async end(status = 200): Promise<Validity & { isStored: boolean }> {
          // Server errors are not stored, so they need no expiry. Awaiting the boundaries could also fail, because the database
          // may be unreachable.
          if (status < 500) expiresAt = Math.min(expiresAt, ...(await Promise.all(boundaries)))
          return { revisions: [...read], expiresAt, createdAt: now(), isStored }
        },
      }
    },
  }
}
