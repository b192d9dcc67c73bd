/**
 * Limits the rendering of pages whose URLs are unlimited in number: pages with a parameter or a query, previews and forms.
 * Pages at a fixed path and cached responses never wait here. The limits are a rate per visitor, and a number of parallel
 * renderings for all visitors.
 */
import { performance } from 'node:perf_hooks'
import { addressScopes } from '../auth/server/rate-limit.ts'
import { isLoopback } from '../http/address-limit.ts'
import { createSemaphore } from '../http/semaphore.ts'

/** Parallel renderings. More would not be faster: they share one thread, and only their queries run in parallel. */
const PARALLEL_MAX = 2
/** Length of the queue: half a second of work. */
const QUEUE_MAX = 64
/** Burst of renderings per address. A venue's visitors share one address and request several pages after an edit. */
const BURST = 40
/** Renderings per second and address after the burst: a tenth of a processor. */
const PER_SECOND = 10
/** Networks with a counter of their own. All others share one allowance. */
const NETWORKS_MAX = 10_000
const OTHERS = 'others'
/** Seconds after which a refused visitor may try again. */
const RETRY_SECONDS = 2

/** The limit was reached, so the rendering did not start. */
export class RenderingRefused extends Error {
  readonly status: 429 | 503
  readonly retryAfter = RETRY_SECONDS

  /** @param status 429: too many renderings for this address. 503: too many in total */
  constructor(status: 429 | 503) {
    super(status === 429 ? 'too many renderings for this address' : 'too many renderings')
    this.status = status
  }
}

export interface RenderingLimit {
  /**
   * Waits in the queue and then renders.
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
  /** A monotonic clock. ms */
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

/** @returns a function that uses one rendering of an address's allowance. It returns false when none is left */
function createAddressRate({
  burst = BURST,
  perSecond = PER_SECOND,
  networksMax = NETWORKS_MAX,
  now = () => performance.now(),
}: Omit<RenderingLimits, 'atOnce' | 'waitingMax'>): (address: string) => boolean {
  const intervalMs = 1000 / perSecond
  const windowMs = burst * intervalMs
  /** When the allowance of each network is full again (the generic cell rate algorithm). */
  const fullAt = new Map<string, number>()
  let sweptAt = now()

  return (address) => {
    const at = now()
    const scopes = addressScopes(address)
    // Requests of this machine, and all visitors when TRUST_PROXY does not name the proxy.
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
