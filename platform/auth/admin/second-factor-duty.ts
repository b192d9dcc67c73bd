/** REQUIRE_2FA=1: whoever has no second factor sets one up before anything else. The API enforces it, call by call. */

import { adminApi } from '../../admin-layout/admin-api.ts'
import type { User } from '../shared/accounts.ts'

export const secondFactorState = () => adminApi.get('/auth/totp')

/** The club asks nobody: does not change while a page is open, so that most clubs are asked once. */
let isFree = false

export async function owesSecondFactor({ secondFactor }: User): Promise<boolean> {
  if (secondFactor || isFree) return false
  const answer = await secondFactorState()
  isFree = answer.ok && !answer.value.required
  return answer.ok && answer.value.required
}
