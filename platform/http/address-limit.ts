/** How much of something one address may have at the same time. */
import { addressScopes } from '../auth/server/rate-limit.ts'

/** This machine: programs that stand in front of the club, or look after it. `::1` is in 0:0:0:0::/64. */
export const isLoopback = (key: string): boolean => key.startsWith('127.') || key === '0:0:0:0::/64'

/** Takes a place for an address. @returns what gives it back, however often it is called; null: none is left */
type Enter = (address: string | null) => (() => void) | null

/**
 * Places that addresses hold, counted by the networks by which the throttles count.
 * @param isExempt whose places are not counted, by the key of the narrowest network
 */
export function createAddressLimit(perAddress: number, isExempt = isLoopback): Enter {
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
