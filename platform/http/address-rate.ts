/** Limits the rate of requests per network address, in the memory of this process and without a write. */
import { performance } from 'node:perf_hooks'
import { addressScopes } from '../auth/server/rate-limit.ts'
import { isLoopback } from './address-limit.ts'

/** Limit of networks with a counter of their own. Further networks share the counter OTHERS. */
const NETWORKS_MAX = 10_000
const OTHERS = 'others'

export interface AddressRate {
  /** Requests that an address may send at once. */
  burst: number
  /** Requests per second after the burst. */
  perSecond: number
  networksMax?: number
  /** A monotonic clock. Replaced in tests. ms */
  now?: () => number
}

/** @returns a function that counts a request. It returns false when the address has reached its limit */
export function createAddressRate({
  burst,
  perSecond,
  networksMax = NETWORKS_MAX,
  now = () => performance.now(),
}: AddressRate): (address: string) => boolean {
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
