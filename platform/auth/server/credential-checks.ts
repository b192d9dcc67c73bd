/** Checks passwords and secrets: rules for new passwords, and limits for tries to guess a secret. */
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, type ProblemOutcome, problem, success } from '../../api/shared/outcome.ts'
import type { Row, SessionUser } from '../../db/tables.ts'
import { type RateLimit, type RateLimitRule, rules } from '../../http/rate-limit.ts'
import { hashToken } from '../../process/tokens.ts'
import { isCommonPassword, verifyPassword } from './passwords.ts'

export interface Attempt {
  address: string
  /** Key of the browser if the account knows it (`devices.known`). null for an unknown browser. */
  device: string | null
}

export interface CredentialChecks {
  /**
   * Limits tries of secrets. Tries count per network address, or per browser if the account knows the browser. Each counts
   * before `work`, and only a success takes its own try back: a refusal can cost a password hash.
   */
  guess<T>(attempt: Attempt, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>
  /**
   * Limits tries of a password per account, also of an unknown one. Tries of all unknown browsers count together until one
   * succeeds. Must run within `guess`, which counts known browsers.
   */
  guessPassword<T>(attempt: Attempt, emailKey: string, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>
  /** Checks the password of a signed-in user. Tries count per session. The refusal names the field of the password. */
  checkOwnPassword(owner: Owner, passwordHash: string, password: string): Promise<Outcome<null>>
  /** Checks the password of a registration. Tries count per link, so many network addresses get no more tries than one. */
  checkRegisteredPassword(
    link: Pick<Row<'links'>, 'tokenHash'>,
    passwordHash: string,
    password: string,
  ): Promise<Outcome<null>>
}

/** The signed-in sender of a change to the own account. */
export type Owner = Pick<Caller, 'token'> & { user: SessionUser }

/** Refuses a password that is among the most common ones. null for any other password */
export const commonPasswordProblem = (password: string): ProblemOutcome | null =>
  isCommonPassword(password)
    ? problem('invalid-fields', {
        errors: [
          { field: 'password', message: 'Esa contraseña es de las más usadas del mundo. Elegí otra.' },
        ],
      })
    : null

/** Counts a try. @returns the refusal after too many tries, otherwise null */
export async function countTry(
  rateLimit: RateLimit,
  rule: RateLimitRule,
  key: string,
): Promise<ProblemOutcome | null> {
  const seconds = await rateLimit.hit(rule, key)
  return seconds === null ? null : problem('too-many-attempts', { retryAfter: seconds })
}

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
  /** Checks the password of a sender whom a session or a link identifies. @param key the key under which tries count */
  async function checkKnown(
    key: string,
    passwordHash: string,
    password: string,
    wrong: ProblemOutcome,
  ): Promise<Outcome<null>> {
    const tooMany = await countTry(rateLimit, rules['own-password'], key)
    if (tooMany) return tooMany
    if (!(await verifyPassword(password, passwordHash))) return wrong
    await rateLimit.clear(rules['own-password'], key)
    return success(null)
  }

  return {
    async guess({ device, address }, work) {
      const [rule, key] =
        device === null
          ? ([rules['sign-in-address'], address] as const)
          : ([rules['sign-in-device'], device] as const)
      const tooMany = await countTry(rateLimit, rule, key)
      if (tooMany) return tooMany
      const outcome = await work()
      if (!outcome.ok) return outcome
      if (device !== null) await rateLimit.clear(rules['sign-in-device'], device)
      else await rateLimit.refund(rule, key)
      return outcome
    },

    async guessPassword({ device }, emailKey, work) {
      if (device !== null) return work()
      const tooMany = await countTry(rateLimit, rules['sign-in-account'], emailKey)
      if (tooMany) return tooMany
      const outcome = await work()
      if (outcome.ok) await rateLimit.clear(rules['sign-in-account'], emailKey)
      return outcome
    },

    checkOwnPassword: ({ user, token }, passwordHash, password) =>
      checkKnown(token === null ? user.id : hashToken(token), passwordHash, password, notTheCurrentPassword),

    checkRegisteredPassword: ({ tokenHash }, passwordHash, password) =>
      checkKnown(tokenHash, passwordHash, password, notTheRegisteredPassword),
  }
}
