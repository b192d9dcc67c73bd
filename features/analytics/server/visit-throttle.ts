/**
 * Limits how many visits of each network are counted. Networks are kept in memory only, as hashes. The key of the hash
 * changes every day.
 */
import { hash, randomBytes } from 'node:crypto'
import { addressScopes } from '../../../platform/http/rate-limit.ts'

const DAY_MS = 86_400_000
const WINDOW_MS = 10 * 60_000
/**
 * Maximum number of counted requests per address in one time window. It is high, because hundreds of phones of one provider
 * share an address.
 */
const LIMIT = 1000
/**
 * Maximum number of networks with their own count in a time window, about 100 bytes each. Further networks share one count.
 */
const NETWORKS_MAX = 20_000
const OTHERS = 'others'
const OTHERS_TIMES = 20

interface Bounds {
  limit?: number
  networks?: number
}

/** @returns a function that counts a request of an address, and returns false when the limit is exceeded */
export function createThrottle(
  now: () => number,
  { limit = LIMIT, networks = NETWORKS_MAX }: Bounds = {},
): (address: string) => boolean {
  let key: Buffer = randomBytes(32)
  let day = -1
  let window = -1
  let counts = new Map<string, number>()

  function renew(at: number) {
    if (Math.floor(at / DAY_MS) !== day) {
      day = Math.floor(at / DAY_MS)
      key = randomBytes(32)
      counts = new Map()
    }
    if (Math.floor(at / WINDOW_MS) === window) return
    window = Math.floor(at / WINDOW_MS)
    counts = new Map()
  }

  return (address) => {
    renew(now())
    const scopes = addressScopes(address).map((scope) => {
      const print = hash('sha256', Buffer.concat([key, Buffer.from(scope.key)]), 'base64')
      return counts.has(print) || counts.size < networks
        ? { print, most: limit * scope.times }
        : { print: OTHERS, most: limit * OTHERS_TIMES }
    })
    if (scopes.some(({ print, most }) => (counts.get(print) ?? 0) >= most)) return false
    for (const { print } of scopes) counts.set(print, (counts.get(print) ?? 0) + 1)
    return true
  }
}
