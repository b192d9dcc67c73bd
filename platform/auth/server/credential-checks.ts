/** Proving who one is: what is asked of a new password, and how many tries there are at guessing a secret. */

import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import type { Row } from '../../db/tables.ts'
import { isCommonPassword, verifyPassword } from './passwords.ts'
import type { RateLimit, RateLimitRule } from './rate-limit.ts'
import type { SessionUser } from './sessions.ts'
import { hashToken } from './tokens.ts'

export interface Attempt {
  address: string
  /** What `devices.known` says of the browser and the account that it tries. */
  device: string | null
}

export interface CredentialChecks {
  /**
   * A try at guessing a secret: refused when there were too many, from one address, or from a browser that the account is
   * known by, wherever it is. Only failures count.
   */
  guess<T>(attempt: Attempt, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>
  /**
   * A try at one account's password, by strangers together; within `guess`, which counts known browsers.
   * @param hash null: there is no such account, which takes as long and counts alike
   */
  checkPassword(
    attempt: Attempt,
    emailKey: string,
    password: string,
    hash: string | null,
  ): Promise<Outcome<boolean>>
  /** Of who is signed in, counted by their session: a wrong one is refused beside its field. */
  checkOwnPassword(owner: Owner, passwordHash: string, password: string): Promise<Outcome<null>>
  /** Of a registration, by whoever opens its link: counted by the link, so that many addresses guess no more often than one. */
  checkRegisteredPassword(
    link: Pick<Row<'links'>, 'tokenHash'>,
    passwordHash: string,
    password: string,
  ): Promise<Outcome<null>>
}

/** Who changes what is their own. */
export type Owner = Pick<Caller, 'token'> & { user: SessionUser }

/** The refusal of one of the most common passwords; null when it is none. */
export const commonPasswordProblem = (password: string): ProblemOutcome | null =>
  isCommonPassword(password)
    ? problem('invalid-fields', {
        errors: [
          { field: 'password', message: 'Esa contraseña es de las más usadas del mundo. Elegí otra.' },
        ],
      })
    : null

/** Counts a try. @returns the refusal when there were too many, else null */
export async function limit(
  rateLimit: RateLimit,
  rule: RateLimitRule,
  key: string,
): Promise<ProblemOutcome | null> {
  const seconds = await rateLimit.hit(rule, key)
  return seconds === null ? null : problem('too-many-attempts', { retryAfter: seconds })
}

/** A missing code is no guess, a wrong one is: it has something to say about the field. */
const isWrongGuess = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok &&
  (['wrong-credentials', 'wrong-password', 'invalid-link'].includes(outcome.problem) ||
    (outcome.problem === 'second-factor' && outcome.extras?.errors !== undefined))

const notTheCurrentPassword = problem('wrong-password', {
  errors: [{ field: 'currentPassword', message: 'No es tu contraseña actual.' }],
})

const notTheRegisteredPassword = problem('wrong-password', {
  detail: 'La contraseña no es la de ese registro.',
  errors: [
    {
      field: 'password',
      message:
        'No es la contraseña que elegiste en ese registro. Si te llegaron varios mails, abrí el del registro que hiciste vos.',
    },
  ],
})

export function createCredentialChecks(rateLimit: RateLimit): CredentialChecks {
  /** @param key what the tries are counted by */
  async function checkKnown(
    key: string,
    passwordHash: string,
    password: string,
    wrong: ProblemOutcome,
  ): Promise<Outcome<null>> {
    const tooMany = await limit(rateLimit, 'own-password', key)
    if (tooMany) return tooMany
    if (!(await verifyPassword(password, passwordHash))) return wrong
    await rateLimit.clear('own-password', key)
    return success(null)
  }

  return {
    async guess({ device, address }, work) {
      const [rule, key] =
        device === null ? (['sign-in-address', address] as const) : (['sign-in-device', device] as const)
      const tooMany = await limit(rateLimit, rule, key)
      if (tooMany) return tooMany
      const outcome = await work()
      if (outcome.ok && device !== null) await rateLimit.clear('sign-in-device', device)
      // What was refused for another reason was no guess.
      else if (!isWrongGuess(outcome)) await rateLimit.refund(rule, key)
      return outcome
    },

    async checkPassword({ device }, emailKey, password, hash) {
      if (device !== null) return success(await verifyPassword(password, hash))
      const tooMany = await limit(rateLimit, 'sign-in-account', emailKey)
      if (tooMany) return tooMany
      const right = await verifyPassword(password, hash)
      if (right) await rateLimit.clear('sign-in-account', emailKey)
      return success(right)
    },

    checkOwnPassword: ({ user, token }, passwordHash, password) =>
      checkKnown(token === null ? user.id : hashToken(token), passwordHash, password, notTheCurrentPassword),

    checkRegisteredPassword: ({ tokenHash }, passwordHash, password) =>
      checkKnown(tokenHash, passwordHash, password, notTheRegisteredPassword),
  }
}
