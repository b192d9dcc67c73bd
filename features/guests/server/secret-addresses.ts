/** Secret addresses of promoter links and of visitors' own pages. */
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { TOKEN } from '../../../platform/auth/server/tokens.ts'
import type { GuestsOptions } from './guests-options.ts'

/** Finds the row of a token. Many unknown tokens from one IP address are refused for a time. @param address of the sender */
export async function findByToken<R>(
  rateLimit: GuestsOptions['rateLimit'],
  token: string,
  address: string,
  find: () => Promise<R | undefined>,
): Promise<Outcome<R>> {
  const wait = await rateLimit.check('guest-token', address)
  if (wait !== null) return problem('too-many-attempts', { retryAfter: wait })
  const row = TOKEN.test(token) ? await find() : undefined
  if (row) return success(row)
  await rateLimit.hit('guest-token', address)
  return problem('not-found')
}
