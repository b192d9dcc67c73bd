/**
 * Answers that are the same for everyone, made once and then served from memory: pages, the API's lists, built assets,
 * pictures, and what programs ask for. An answer names the revisions that it read and the time until which it holds;
 * when a revision moves on or the time is over it is made again, once however many ask at that moment.
 */
import { readWith } from '../content/shared/resources.ts'
import type { RevisionKey } from '../db/revisions.ts'
import { type Encoded, recompress } from './encoding.ts'
import { createIdleQueue } from './idle-queue.ts'

export interface CachedResponse {
  status: number
  /** All but ETag, Content-Encoding and Content-Length, which come with the body. */
  headers: [string, string][]
  encoded: Encoded
}

/** Not by `instanceof Response`: there are two of these, Node's and the quicker one of @hono/node-server. */
export const isCachedResponse = (made: CachedResponse | Response): made is CachedResponse => 'encoded' in made

/**
 * Browsers keep the answer but ask each time, which costs a 304: what an administrator saves is what the next request
 * shows.
 */
export const REVALIDATED: [string, string][] = [
  ['Cache-Control', 'no-cache'],
  ['Vary', 'Accept-Encoding'],
]

/** For files whose names change with their content: a year, and no question about it. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

/** A larger file is read for each request that asks for it, so that a few of them cannot push all others out. Bytes. */
export const CACHED_FILE_MAX_BYTES = 2 * 1024 * 1024

/** What an answer depends on, said while it is made. */
export interface Dependencies {
  /**
   * It reads this resource, and those that its items refer to, until the next of its items appears or ends. Said before the read: a write in between makes it
   * stale, never wrongly fresh.
   */
  reads(resource: RevisionKey): void
  expiresIn(milliseconds: number): void
  /** It is too large to be held in memory. */
  doNotStore(): void
}

/** For an answer that is not cached. */
export const UNTRACKED: Dependencies = { reads: () => {}, expiresIn: () => {}, doNotStore: () => {} }

export type Fill = (dependencies: Dependencies) => Promise<CachedResponse | Response>

export interface ResponseCache {
  /**
   * @param key what the answer depends on, besides content: the address that it answers, in its one canonical spelling
   * @param fill makes the answer; a Response instead of a CachedResponse is passed on and not cached
   */
  get(key: string, fill: Fill): Promise<CachedResponse | Response>
  /** The answer that is cached under this key and still holds. */
  lookup(key: string): CachedResponse | undefined
  /** What is cached under this key, or being made right now, is not true any more. */
  remove(key: string): void
  /** How much is cached, and how often it was there when it was asked for. */
  size(): { entries: number; bytes: number; maxBytes: number; hits: number; misses: number }
}

interface CacheOptions {
  revisionOf(resource: RevisionKey): number
  /** When the next item of a resource appears or ends by itself, ms since 1970; Infinity: none does. */
  nextBoundaryOf(resource: RevisionKey): Promise<number>
  now: () => number
  maxBytes: number
  /** After so long without a new answer, those that can shrink are compressed again. */
  idleMs?: number
}

interface Entry extends CachedResponse {
  /** Memory that it takes, bytes. */
  weight: number
  revisions: [RevisionKey, number][]
  expiresAt: number
  madeAt: number
}

/** A clock that is set back by less than this was not set back: it was corrected. ms */
const CLOCK_SLACK_MS = 60_000

const IDLE_MS = 1_000

/**
 * What an entry takes beside its body, key and headers. Without it a crowd of small answers, such as searches that find
 * nothing, would be held without bound. Bytes.
 */
const ENTRY_BYTES = 1_000

/**
 * How often what holds no more goes, with the next new answer: searches, and pictures that were asked for once, are not asked
 * for again, and would stay until the memory is full. ms
 */
const SWEEP_MS = 60_000

/** Under a storm of writes an answer may be outdated whenever it is done; the last one is then as new as can be. */
const FILL_ATTEMPTS = 3

export function createCache({
  revisionOf,
  nextBoundaryOf,
  now,
  maxBytes,
  idleMs = IDLE_MS,
}: CacheOptions): ResponseCache {
  // A Map keeps the order of insertion: the first entry is the one that was looked up longest ago.
  const entries = new Map<string, Entry>()
  const pendingFills = new Map<string, Promise<Entry | Response>>()
  const shrinking = createIdleQueue(shrink, idleMs)
  let bytes = 0
  let hits = 0
  let misses = 0
  let sweptAt = now()

  /** What was made under a clock that was ahead would otherwise hold until the day that it told. */
  const isInTime = ({ madeAt, expiresAt }: Entry) => expiresAt > now() && madeAt <= now() + CLOCK_SLACK_MS

  const holds = (entry: Entry) =>
    isInTime(entry) && entry.revisions.every(([resource, revision]) => revisionOf(resource) === revision)

  function drop(key: string) {
    shrinking.remove(key)
    bytes -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function store(key: string, entry: Entry) {
    drop(key)
    if (entry.status >= 500 || entry.weight > maxBytes) return
    entries.set(key, entry)
    bytes += entry.weight
    if (entry.encoded.canShrink) shrinking.add(key)
    sweep()
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function sweep() {
    // A clock may be put back.
    if (Math.abs(now() - sweptAt) < SWEEP_MS) return
    sweptAt = now()
    for (const [key, entry] of entries) if (!holds(entry)) drop(key)
  }

  /** @param isWanted returns false once the key was removed */
  async function make(key: string, fill: Fill, isWanted: () => boolean): Promise<Entry | Response> {
    misses++
    const tracking = trackDependencies({ revisionOf, nextBoundaryOf, now })
    const made = await fill(tracking.dependencies)
    if (!isCachedResponse(made)) return made
    const { revisions, expiresAt, isStored } = await tracking.end(made.status)
    const weight = made.encoded.size + 2 * (key.length + JSON.stringify(made.headers).length) + ENTRY_BYTES
    const entry = { ...made, weight, revisions, expiresAt, madeAt: now() }
    if (isStored && isWanted()) store(key, entry)
    return entry
  }

  function makeOnce(key: string, fill: Fill): Promise<Entry | Response> {
    const isCurrent = () => pendingFills.get(key) === making
    const making = make(key, fill, isCurrent).finally(() => {
      if (isCurrent()) pendingFills.delete(key)
    })
    pendingFills.set(key, making)
    return making
  }

  async function shrink(key: string): Promise<void> {
    const entry = entries.get(key)
    if (!entry || !holds(entry)) return
    const encoded = await recompress(entry.encoded)
    if (entries.get(key) !== entry) return
    const weight = entry.weight + encoded.size - entry.encoded.size
    bytes += weight - entry.weight
    entries.set(key, { ...entry, encoded, weight })
  }

  function lookup(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry || !holds(entry)) return undefined
    entries.delete(key)
    entries.set(key, entry)
    hits++
    return entry
  }

  return {
    lookup,
    async get(key, fill) {
      const cached = lookup(key)
      if (cached) return cached
      for (let attempt = 1; ; attempt++) {
        const made = await (pendingFills.get(key) ?? makeOnce(key, fill))
        if (!isCachedResponse(made)) return made.clone()
        // A fill begun before a write may be joined after it: what it read is then old already.
        if (holds(made) || attempt === FILL_ATTEMPTS) return made
      }
    },
    remove(key) {
      drop(key)
      pendingFills.delete(key)
    },
    size: () => ({ entries: entries.size, bytes, maxBytes, hits, misses }),
  }
}

/** Records what an answer reads while it is made. `end` is called once it is made. */
function trackDependencies({
  revisionOf,
  nextBoundaryOf,
  now,
}: Pick<CacheOptions, 'revisionOf' | 'nextBoundaryOf' | 'now'>) {
  const read = new Map<RevisionKey, number>()
  const boundaries: Promise<number>[] = []
  let expiresAt = Number.POSITIVE_INFINITY
  let isStored = true
  const dependencies: Dependencies = {
    reads(resource) {
      for (const each of resource === 'settings' ? [resource] : readWith(resource)) {
        if (read.has(each)) continue
        read.set(each, revisionOf(each))
        // From before the read: an item that appears in between makes the answer expire at once.
        const boundary = nextBoundaryOf(each)
        // `end` awaits it. Until then a rejection must not count as unhandled.
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
    async end(status: number) {
      // A server error is not stored, so it does not expire: its database may not answer for the boundaries either.
      if (status < 500) expiresAt = Math.min(expiresAt, ...(await Promise.all(boundaries)))
      return { revisions: [...read], expiresAt, isStored }
    },
  }
}
