/**
 * Caches responses that are equal for all visitors: pages, lists of the API, built assets, pictures and documents. A
 * response records the revisions that it read and the time at which it expires. After a change or the expiry, the next
 * request creates it again. Parallel requests share one creation.
 */
import { WorkRefused } from '../process/work-refused.ts'
import { type Encoded, recompress } from './encoding.ts'
import { createFreshness, type Dependencies, type FreshnessOptions, type Validity } from './freshness.ts'
import { createIdleQueue } from './idle-queue.ts'

export interface CachedResponse {
  status: number
  /** Headers without ETag, Content-Encoding and Content-Length, which depend on the encoding. */
  headers: [string, string][]
  encoded: Encoded
}

/**
 * True for a cached response. `instanceof Response` would fail: Node and @hono/node-server have different classes of that
 * name.
 */
export const isCachedResponse = (result: CachedResponse | Response): result is CachedResponse =>
  'encoded' in result

/**
 * Cache-Control with which browsers store the response and revalidate it for each request, usually with a 304. The next
 * request after a save therefore shows the change.
 */
export const REVALIDATE_HEADERS: [string, string][] = [
  ['Cache-Control', 'no-cache'],
  ['Vary', 'Accept-Encoding'],
]

/** Cache-Control for files whose name contains a hash of their content: one year without revalidation. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** Larger files are not cached, because a few of them could evict all other entries. Bytes */
export const CACHED_FILE_MAX_BYTES = 2 * 1024 * 1024

export type ResponseCreator = (dependencies: Dependencies) => Promise<CachedResponse | Response>

export interface ResponseCache {
  /**
   * Returns the cached response of a key, or creates it.
   * @param key the canonical path and query of the request
   * @param fill creates the response. The cache stores a `CachedResponse`, not a `Response`
   */
  get(key: string, fill: ResponseCreator): Promise<CachedResponse | Response>
  /** Returns the cached response of a key, unless it is stale. */
  lookup(key: string): CachedResponse | undefined
  /** Removes the response of a key. A response that is being created at this time will not be stored. */
  remove(key: string): void
  /** Returns size and hit counts for the metrics. */
  size(): { entries: number; bytes: number; maxBytes: number; hits: number; misses: number }
}

interface CacheOptions extends FreshnessOptions {
  maxBytes: number
  /** Time without a new entry before entries are compressed again. ms */
  idleMs?: number
}

interface Entry extends CachedResponse, Validity {
  /** Memory that the entry uses. Bytes */
  weight: number
}

const IDLE_MS = 1_000

/**
 * Memory of an entry apart from its body, key and headers. It also limits the number of small entries, such as searches
 * without results. Bytes
 */
const ENTRY_BYTES = 1_000

/**
 * Minimum time between two removals of stale entries. Without them, searches and pictures that were requested once would
 * stay until the memory is full. ms
 */
const SWEEP_MS = 60_000

/**
 * Number of attempts when writes make each new response stale at once. The result of the last attempt is returned in any
 * case.
 */
const FILL_ATTEMPTS = 3

export function createCache({ maxBytes, idleMs = IDLE_MS, ...options }: CacheOptions): ResponseCache {
  const { now } = options
  const freshness = createFreshness(options)
  // A Map keeps the order of insertion, and a lookup inserts its entry again. The first entry is therefore the least
  // recently used one.
  const entries = new Map<string, Entry>()
  const pendingFills = new Map<string, Promise<Entry | Response>>()
  const shrinkQueue = createIdleQueue(shrink, idleMs)
  let bytes = 0
  let hits = 0
  let misses = 0
  let lastSweepAt = now()

  function drop(key: string) {
    shrinkQueue.remove(key)
    bytes -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }

  function store(key: string, entry: Entry) {
    drop(key)
    if (entry.status >= 500 || entry.weight > maxBytes) return
    entries.set(key, entry)
    bytes += entry.weight
    if (entry.encoded.canShrink) shrinkQueue.add(key)
    sweep()
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }

  function sweep() {
    // Math.abs, because the difference is negative after the clock was set back.
    if (Math.abs(now() - lastSweepAt) < SWEEP_MS) return
    lastSweepAt = now()
    for (const [key, entry] of entries) if (!freshness.isFresh(entry)) drop(key)
  }

  /** Creates a response and stores it. @param isCurrent returns false when the key was removed meanwhile */
  async function create(
    key: string,
    fill: ResponseCreator,
    isCurrent: () => boolean,
  ): Promise<Entry | Response> {
    misses++
    const tracking = freshness.track()
    const result = await fill(tracking.dependencies)
    if (!isCachedResponse(result)) return result
    const { isStored, ...validity } = await tracking.end(result.status)
    const weight =
      result.encoded.size + 2 * (key.length + JSON.stringify(result.headers).length) + ENTRY_BYTES
    const entry = { ...result, ...validity, weight }
    if (isStored && isCurrent()) store(key, entry)
    return entry
  }

  function createOnce(key: string, fill: ResponseCreator): Promise<Entry | Response> {
    const isCurrent = () => pendingFills.get(key) === creation
    const creation = create(key, fill, isCurrent).finally(() => {
      if (isCurrent()) pendingFills.delete(key)
    })
    pendingFills.set(key, creation)
    return creation
  }

  async function shrink(key: string): Promise<void> {
    const entry = entries.get(key)
    if (!entry || !freshness.isFresh(entry)) return
    const encoded = await recompress(entry.encoded)
    if (entries.get(key) !== entry) return
    const weight = entry.weight + encoded.size - entry.encoded.size
    bytes += weight - entry.weight
    entries.set(key, { ...entry, encoded, weight })
  }

  function lookup(key: string): Entry | undefined {
    const entry = entries.get(key)
    // An entry whose revisions may be old stays: it is served again if the next revisions are the same.
    if (!entry || !freshness.isUsable(entry)) return undefined
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
        // The last attempt is a creation of its own, because others may be refused again.
        const shared = attempt < FILL_ATTEMPTS ? pendingFills.get(key) : undefined
        let result: Entry | Response
        try {
          result = await (shared ?? createOnce(key, fill))
        } catch (error) {
          // The refusal of another sender's request, or its closed connection, does not concern this request.
          if (shared && error instanceof WorkRefused) continue
          throw error
        }
        if (!isCachedResponse(result)) return result.clone()
        // A shared creation may have started before the last write. Its result is then stale, and the loop tries again.
        if (freshness.isFresh(result) || attempt === FILL_ATTEMPTS) return result
      }
    },
    remove(key) {
      drop(key)
      pendingFills.delete(key)
    },
    size: () => ({ entries: entries.size, bytes, maxBytes, hits, misses }),
  }
}
