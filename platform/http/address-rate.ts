/** Limits the rate of requests in the memory of this process and without a write, for example per network address. */
import { performance } from 'node:perf_hooks'
import { type AddressScope, addressScopes } from '../auth/server/rate-limit.ts'
import { isLoopback } from './address-limit.ts'

/** Limit of keys with a counter of their own. Further keys share the counter OTHERS. */
const KEYS_MAX = 10_000
const OTHERS = 'others'

export interface Rate {
  /** Requests that may be sent at once. */
  burst: number
  /** Requests per second after the burst. */
  perSecond: number
  keysMax?: number
  /** A monotonic clock. Replaced in tests. ms */
  now?: () => number
}

/**
 * Creates a limit (generic cell rate algorithm).
 * @returns a function that counts a request in all of its scopes. It returns false when one has reached its limit
 */
export function createRate({
  burst,
  perSecond,
  keysMax = KEYS_MAX,
  now = () => performance.now(),
}: Rate): (scopes: readonly AddressScope[]) => boolean {
  const intervalMs = 1000 / perSecond
  const windowMs = burst * intervalMs
  /** Time at which a full burst of each key is allowed again. */
  const fullAt = new Map<string, number>()
  let sweptAt = now()

  return (scopes) => {
    const at = now()
    if (at - sweptAt > windowMs) {
      sweptAt = at
      for (const [key, each] of fullAt) if (each <= at) fullAt.delete(key)
    }
    const taken = scopes.map(({ key, times }) => {
      const known = fullAt.has(key) || fullAt.size < keysMax ? key : OTHERS
      return { key: known, next: Math.max(fullAt.get(known) ?? at, at) + intervalMs / times }
    })
    if (taken.some(({ next }) => next > at + windowMs)) return false
    for (const { key, next } of taken) fullAt.set(key, next)
    return true
  }
}

/** Creates a limit per network address. */
export function createAddressRate(rate: Rate): (address: string) => boolean {
  const take = createRate(rate)
  return (address) => {
    const scopes = addressScopes(address)
    // Loopback addresses have no limit. They are requests of this machine, or of all visitors behind a proxy that TRUST_PROXY does
    // not name.
    return isLoopback(scopes[0].key) || take(scopes)
  }
}
