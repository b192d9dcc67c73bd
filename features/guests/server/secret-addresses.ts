/** Secret addresses of promoter links and of visitors' own pages. */

import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { TOKEN } from '../../../platform/process/tokens.ts'
import { guestLimits } from './guest-rate-limits.ts'
import type { GuestsOptions } from './guests-options.ts'

/**
 * Finds the row of a token. Many unknown tokens from one IP address are refused for a time. A known token is always found,
 * because guests share the address of a mobile network or of the club's Wi-Fi.
 * @param address of the sender
 */
export async function findByToken<R>(
  rateLimit: GuestsOptions['rateLimit'],
  token: string,
  address: string,
  find: () => Promise<R | undefined>,
): Promise<Outcome<R>> {
  const row = TOKEN.test(token) ? await find() : undefined
  if (row) return success(row)
  const wait = await rateLimit.hit(guestLimits['guest-token'], address)
  return wait === null ? problem('not-found') : problem('too-many-attempts', { retryAfter: wait })
}
