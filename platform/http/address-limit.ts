/** Limits how many places one address may hold at the same time. A place is a connection, a body or a rendering. */
import { addressScopes } from './rate-limit.ts'

/** True for addresses of this machine, which have no limit: its proxies and monitors. `::1` is in 0:0:0:0::/64. */
export const isLoopback = (key: string): boolean => key.startsWith('127.') || key === '0:0:0:0::/64'

/** Takes a place for an address. @returns a function that releases the place once, or null when all places are taken */
type AcquirePlace = (address: string | null) => (() => void) | null

/**
 * Creates a limit that counts places by the same networks as the rate limits.
 * @param isExempt true for a network without a limit. It receives the key of the narrowest network
 */
export function createAddressLimit(perAddress: number, isExempt = isLoopback): AcquirePlace {
  const held = new Map<string, number>()
  return (address) => {
    const scopes = addressScopes(address)
    if (isExempt(scopes[0].key)) return () => {}
    if (scopes.some(({ key, times }) => (held.get(key) ?? 0) >= perAddress * times)) return null
    for (const { key } of scopes) held.set(key, (held.get(key) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const { key } of scopes) {
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    }
  }
}
