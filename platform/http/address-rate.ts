/** Limits the rate of requests in the memory of this process and without a write, for example per network address. */
import { performance } from 'node:perf_hooks'
import { isLoopback } from './address-limit.ts'
import { type AddressScope, addressScopes } from './rate-limit.ts'

/** Limit of keys with a counter of their own. Further keys share the counter OTHERS. */
const KEYS_MAX = 10_000
const OTHERS = 'others'
/** Interval at which expired counters are deleted while there is no room for another one. ms */
const FULL_SWEEP_MS = 100

export interface Rate {
  /** Requests that may be sent at once, or the sum of their costs. */
  burst: number
  /** Requests per second after the burst, or their costs. */
  perSecond: number
  keysMax?: number
  /** A monotonic clock. Replaced in tests. ms */
  now?: () => number
}

/**
 * Creates a limit (generic cell rate algorithm).
 * @returns a function that counts a request in all of its scopes. When one of them has reached its limit, it counts nothing
 *   and returns the key of that scope
 */
export function createRate({
  burst,
  perSecond,
  keysMax = KEYS_MAX,
  now = () => performance.now(),
}: Rate): (scopes: readonly AddressScope[], cost?: number) => string | null {
  const intervalMs = 1000 / perSecond
  const windowMs = burst * intervalMs
  /** Time at which a full burst of each key is allowed again. */
  const fullAt = new Map<string, number>()
  let sweptAt = now()

  return (scopes, cost = 1) => {
    const at = now()
    // Cheap requests expire after about a millisecond. Without the short interval, one IPv6 /48 fills the table with them.
    if (at - sweptAt > (fullAt.size < keysMax ? windowMs : FULL_SWEEP_MS)) {
      sweptAt = at
      for (const [key, each] of fullAt) if (each <= at) fullAt.delete(key)
    }
    const taken = scopes.map(({ key, times }) => {
      const known = fullAt.has(key) || fullAt.size < keysMax ? key : OTHERS
      return { key, known, next: Math.max(fullAt.get(known) ?? at, at) + (cost * intervalMs) / times }
    })
    const exceeded = taken.find(({ next }) => next > at + windowMs)
    if (exceeded) return exceeded.key
    for (const { known, next } of taken) fullAt.set(known, next)
    return null
  }
}

/** Creates a limit per network address. */
export function createAddressRate(rate: Rate): (address: string) => boolean {
  const take = createRate(rate)
  return (address) => {
    const scopes = addressScopes(address)
    // Loopback addresses have no limit. They are requests of this machine, or of all visitors behind a proxy that TRUST_PROXY does
    // not name.
    return isLoopback(scopes[0].key) || take(scopes) === null
  }
}
