/** With REQUIRE_2FA=1 administrators must set up a second factor first. The API enforces it, call by call. */

import { adminApi } from '../../admin-layout/admin-api.ts'
import type { User } from '../shared/accounts.ts'

export const secondFactorState = () => adminApi.get('/auth/totp')

/** True when the club requires none. Cached, because it does not change while a page is open. */
let isFree = false

export async function owesSecondFactor({ secondFactor }: User): Promise<boolean> {
  if (secondFactor || isFree) return false
  const answer = await secondFactorState()
  isFree = answer.ok && !answer.value.required
  return answer.ok && answer.value.required
}
