/**
 * Limits the rendering of pages with an unlimited number of URLs: pages with a parameter or a query, previews and forms.
 * Pages at a fixed path and cached responses are not limited. One limit is the rate of renderings per network address. The
 * other one is the number of parallel renderings.
 */
import { performance } from 'node:perf_hooks'
import { addressScopes } from '../auth/server/rate-limit.ts'
import { isLoopback } from '../http/address-limit.ts'
import { createSemaphore } from '../http/semaphore.ts'

/**
 * Limit of parallel renderings. More would not be faster, because they share one thread and only their queries run in
 * parallel.
 */
const PARALLEL_MAX = 2
/** Limit of waiting renderings. They are about half a second of work. */
const QUEUE_MAX = 64
/**
 * Number of renderings that an address may request at once. Visitors in the club share one address, and reload pages after
 * an edit.
 */
const BURST = 40
/** Number of renderings per second and address after the burst. They use a tenth of a processor. */
const PER_SECOND = 10
/** Limit of networks with a counter of their own. Further networks share the counter OTHERS. */
const NETWORKS_MAX = 10_000
const OTHERS = 'others'
/** Value of the Retry-After header. s */
const RETRY_SECONDS = 2

/** Thrown when a limit was reached. The rendering was not started. */
export class RenderingRefused extends Error {
  readonly status: 429 | 503
  readonly retryAfter = RETRY_SECONDS

  constructor(status: 429 | 503) {
    super(status === 429 ? 'too many renderings for this address' : 'too many renderings')
    this.status = status
  }
}

export interface RenderingLimit {
  /**
   * Calls `render`, after waiting for other renderings.
   * @throws RenderingRefused
   */
  run<T>(address: string, render: () => Promise<T>): Promise<T>
}

interface RenderingLimits {
  atOnce?: number
  waitingMax?: number
  burst?: number
  perSecond?: number
  networksMax?: number
  /** A monotonic clock. Replaced in tests. ms */
  now?: () => number
}

export function createRenderingLimit({
  atOnce = PARALLEL_MAX,
  waitingMax = QUEUE_MAX,
  ...rate
}: RenderingLimits = {}): RenderingLimit {
  const semaphore = createSemaphore(atOnce, waitingMax)
  const takeOne = createAddressRate(rate)
  return {
    async run(address, render) {
      if (!takeOne(address)) throw new RenderingRefused(429)
      if (!semaphore.hasRoom(1)) throw new RenderingRefused(503)
      return semaphore.run(1, render)
    },
  }
}

/**
 * Creates the limit per address.
 * @returns a function that counts a rendering. It returns false when the address has reached its limit
 */
function createAddressRate({
  burst = BURST,
  perSecond = PER_SECOND,
  networksMax = NETWORKS_MAX,
  now = () => performance.now(),
}: Omit<RenderingLimits, 'atOnce' | 'waitingMax'>): (address: string) => boolean {
  const intervalMs = 1000 / perSecond
  const windowMs = burst * intervalMs
  /** Time at which each network may request a full burst again (generic cell rate algorithm). */
  const fullAt = new Map<string, number>()
  let sweptAt = now()

  return (address) => {
    const at = now()
    const scopes = addressScopes(address)
    // Loopback addresses have no limit. They are requests of this machine, or of all visitors behind a proxy that TRUST_PROXY does
    // not name.
    if (isLoopback(scopes[0].key)) return true
    if (at - sweptAt > windowMs) {
      sweptAt = at
      for (const [key, each] of fullAt) if (each <= at) fullAt.delete(key)
    }
    const taken = scopes.map(({ key, times }) => {
      const known = fullAt.has(key) || fullAt.size < networksMax ? key : OTHERS
      return { key: known, next: Math.max(fullAt.get(known) ?? at, at) + intervalMs / times }
    })
    if (taken.some(({ next }) => next > at + windowMs)) return false
    for (const { key, next } of taken) fullAt.set(key, next)
    return true
  }
}
