/** Proving who one is: what is asked of a new password, and how many tries there are at guessing a secret. */
import type { Row } from '../../db/tables.ts'
import type { Caller } from '../api/route.ts'
import { done, type Outcome, type Refused, refuse } from '../http/problem-response.ts'
import { isCommonPassword, verifyPassword } from './passwords.ts'
import type { Throttle, ThrottleRule } from './rate-limit.ts'
import type { SessionUser } from './sessions.ts'
import { hashToken } from './tokens.ts'

export interface Attempt {
  address: string
  /** What `devices.known` says of the browser and the account that it tries. */
  device: string | null
}

export interface Proofs {
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
  (['wrong-credentials', 'wrong-password', 'invalid-link'].includes(outcome.problem) ||
    (outcome.problem === 'second-factor' && outcome.extras?.errors !== undefined))

const notTheCurrentPassword = refuse('wrong-password', {
  errors: [{ field: 'currentPassword', message: 'No es tu contraseña actual.' }],
})

const notTheRegisteredPassword = refuse('wrong-password', {
  detail: 'La contraseña no es la de ese registro.',
  errors: [
    {
      field: 'password',
      message:
        'No es la contraseña que elegiste en ese registro. Si te llegaron varios mails, abrí el del registro que hiciste vos.',
    },
  ],
})

export function createProofs(throttle: Throttle): Proofs {
  /** @param key what the tries are counted by */
  async function checkKnown(
    key: string,
    passwordHash: string,
    password: string,
    wrong: Refused,
  ): Promise<Outcome<null>> {
    const tooMany = await limit(throttle, 'own-password', key)
    if (tooMany) return tooMany
    if (!(await verifyPassword(password, passwordHash))) return wrong
    await throttle.clear('own-password', key)
    return done(null)
  }

  return {
    async guess({ device, address }, work) {
      const [rule, key] =
        device === null ? (['sign-in-address', address] as const) : (['sign-in-device', device] as const)
      const tooMany = await limit(throttle, rule, key)
      if (tooMany) return tooMany
      const outcome = await work()
      if (outcome.ok && device !== null) await throttle.clear('sign-in-device', device)
      // What was refused for another reason was no guess.
      else if (!isWrongGuess(outcome)) await throttle.forgive(rule, key)
      return outcome
    },

    async checkPassword({ device }, emailKey, password, hash) {
      if (device !== null) return done(await verifyPassword(password, hash))
      const tooMany = await limit(throttle, 'sign-in-account', emailKey)
      if (tooMany) return tooMany
      const right = await verifyPassword(password, hash)
      if (right) await throttle.clear('sign-in-account', emailKey)
      return done(right)
    },

    checkOwnPassword: ({ user, token }, passwordHash, password) =>
      checkKnown(token === null ? user.id : hashToken(token), passwordHash, password, notTheCurrentPassword),

    checkRegisteredPassword: ({ tokenHash }, passwordHash, password) =>
      checkKnown(tokenHash, passwordHash, password, notTheRegisteredPassword),
  }
}
