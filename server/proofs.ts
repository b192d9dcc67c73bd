/** Proving who one is: what is asked of a new password, and how many tries there are at guessing a secret (decisions §4). */
import type { Caller } from './calls.ts'
import { isCommonPassword, verifyPassword } from './passwords.ts'
import { done, type Outcome, type Refused, refuse } from './problems.ts'
import { addressKey, type Throttle, type ThrottleRule } from './throttle.ts'

export interface Proofs {
  /** A try at guessing a secret from one address: refused when there were too many. Only failures count. */
  guess<T>(caller: Pick<Caller, 'address'>, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>
  /**
   * A try at one account's password, wherever it comes from.
   * @param hash null: there is no such account, which takes as long and counts alike
   */
  checkPassword(emailKey: string, password: string, hash: string | null): Promise<Outcome<boolean>>
  /** As `checkPassword`, of who is signed in: a wrong one is refused beside its field. */
  checkOwnPassword(user: { emailKey: string; passwordHash: string }, password: string): Promise<Outcome<null>>
}

/** The refusal of one of the most common passwords; null when it is none. */
export const refuseCommon = (password: string): Refused | null =>
  isCommonPassword(password)
    ? refuse('invalid-fields', {
        errors: [
          { field: 'password', message: 'Esa contraseña es de las más usadas del mundo. Elegí otra.' },
        ],
      })
    : null

/** Counts a try. @returns the refusal when there were too many, else null */
export async function limit(throttle: Throttle, rule: ThrottleRule, key: string): Promise<Refused | null> {
  const seconds = await throttle.hit(rule, key)
  return seconds === null ? null : refuse('too-many-attempts', { retryAfter: seconds })
}

/** A missing code is no guess, a wrong one is: it has something to say about the field. */
const isWrongGuess = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok &&
  (['wrong-credentials', 'invalid-link'].includes(outcome.problem) ||
    (outcome.problem === 'second-factor' && outcome.extras?.errors !== undefined))

export function createProofs(throttle: Throttle): Proofs {
  const checkPassword: Proofs['checkPassword'] = async (emailKey, password, hash) => {
    const tooMany = await limit(throttle, 'sign-in-account', emailKey)
    if (tooMany) return tooMany
    const right = await verifyPassword(password, hash)
    if (right) await throttle.clear('sign-in-account', emailKey)
    return done(right)
  }

  return {
    async guess(caller, work) {
      const address = addressKey(caller.address)
      const tooMany = await limit(throttle, 'sign-in-address', address)
      if (tooMany) return tooMany
      const outcome = await work()
      // What was refused for another reason was no guess.
      if (!isWrongGuess(outcome)) await throttle.forgive('sign-in-address', address)
      return outcome
    },

    checkPassword,

    async checkOwnPassword({ emailKey, passwordHash }, password) {
      const checked = await checkPassword(emailKey, password, passwordHash)
      if (!checked.ok) return checked
      if (checked.value) return done(null)
      return refuse('wrong-password', {
        errors: [{ field: 'currentPassword', message: 'No es tu contraseña actual.' }],
      })
    },
  }
}
