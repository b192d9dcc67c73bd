/** Opens sessions: with the password, with a one-time link, or by claiming a club without administrators. */
import type { Transaction } from 'kysely'
import type { Caller } from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { transact } from '../../db/connect.ts'
import { recordEntry } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { createAddressRate } from '../../http/address-rate.ts'
import type { Credentials, User } from '../shared/accounts.ts'
import type { AccountServices } from './account-changes.ts'
import { commonPasswordProblem } from './credential-checks.ts'
import type { Device } from './devices.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import { getEmailKey, toUser, userEntry } from './users.ts'

export interface OpenedSession {
  user: User
  /** Value of the session cookie. The server stores only its hash. */
  token: string
  /** The browser, which becomes known to the account. */
  device: Device
}

export interface SignIn {
  /**
   * Opens a session with the password.
   * @param code of the second factor, or empty. It is required only after the right password
   */
  withPassword(credentials: Credentials & { code: string }, caller: Caller): Promise<Outcome<OpenedSession>>
  /** True for a browser that has signed in to the account before. Strangers cannot keep it out by tries of their own. */
  isKnownBrowser(email: string, caller: Caller): Promise<boolean>
  /**
   * Opens a session with a link. A sign-in link replaces the password, but not the second factor. A confirmation link needs
   * the password of its registration, because any visitor can register any address: the password proves that the mailbox's
   * owner registered. A link stays valid until code and password are right.
   * @returns the new session; null when the link confirmed an address
   */
  withLink(
    link: { token: string; code: string; password: string },
    caller: Caller,
  ): Promise<Outcome<OpenedSession | null>>
  /** Opens a session for a user with proven identity, and ends the caller's old session. */
  open(tx: Transaction<Tables>, user: Row<'users'>, caller: Caller): Promise<OpenedSession>
  claim(claim: Credentials & { token: string }, caller: Caller): Promise<Outcome<OpenedSession>>
}

/** Claims of one address. Only mistyped tokens need more than one. */
const CLAIM_RATE = { burst: 10, perSecond: 0.1 }
/** Value of Retry-After above that rate. s */
const CLAIM_RETRY_S = 1 / CLAIM_RATE.perSecond

export function createSignIn({
  database,
  users,
  links,
  sessions,
  devices,
  credentialChecks,
  secondFactor,
  now,
}: AccountServices & { secondFactor: SecondFactor }): SignIn {
  async function openSession(
    tx: Transaction<Tables>,
    user: Row<'users'>,
    caller: Caller,
  ): Promise<OpenedSession> {
    // An attacker may have planted the old token, so its session ends.
    if (caller.token) await sessions.end(caller.token, tx)
    const lastSignInAt = now()
    await tx.updateTable('users').set({ lastSignInAt }).where('id', '=', user.id).execute()
    const token = await sessions.open(user.id, { userAgent: caller.userAgent, tx })
    const device = await devices.remember(tx, user.id, caller)
    return { user: toUser({ ...user, lastSignInAt }), token, device }
  }

  const mayClaim = createAddressRate(CLAIM_RATE)

  return {
    open: openSession,

    async isKnownBrowser(email, caller) {
      const user = await users.byEmail(email)
      return user !== null && (await devices.known(user.id, caller)) !== null
    },

    async withPassword({ email, password, code }, caller) {
      if (email.trim() === '' || password === '') return problem('wrong-credentials')
      const user = await users.byEmail(email)
      const attempt = { address: caller.address, device: user && (await devices.known(user.id, caller)) }
      return credentialChecks.guess(attempt, async () => {
        const checked = await credentialChecks.guessPassword(attempt, getEmailKey(email), async () => {
          if (!(await verifyPassword(password, user?.passwordHash ?? null)) || !user)
            return problem('wrong-credentials')
          return user.status === 'active' ? success(user) : problem('awaiting-approval')
        })
        if (!checked.ok) return checked
        return secondFactor.pass(checked.value, code, attempt, async (tx) =>
          success(await openSession(tx, checked.value, caller)),
        )
      })
    },

    withLink({ token, code, password }, caller) {
      const attempt = { address: caller.address, device: null }
      return credentialChecks.guess(attempt, async (): Promise<Outcome<OpenedSession | null>> => {
        const link = await links.find(token, ['sign-in', 'confirm'])
        const user = link?.userId ? await users.byId(link.userId) : null
        if (!link || !user) return problem('invalid-link')
        if (link.kind === 'confirm') {
          // Links from before migration 0005 have no hash. They belong to the first registration, whose hash the user has.
          const passwordHash = link.passwordHash ?? user.passwordHash
          const known = await credentialChecks.checkRegisteredPassword(link, passwordHash, password)
          if (!known.ok) return known
          return transact(database, async (tx) => {
            // The first confirmed registration of an address becomes the account.
            const confirmed = await tx
              .updateTable('users')
              .set({
                confirmedAt: now(),
                passwordHash,
                ...(link.email !== null && { email: link.email }),
              })
              .where('id', '=', user.id)
              .where('status', '=', 'pending')
              .where('confirmedAt', 'is', null)
              .executeTakeFirstOrThrow()
            if (confirmed.numUpdatedRows === 0n || !(await links.consume(tx, token, ['confirm'])))
              return problem('invalid-link')
            await links.end(tx, user.id, ['confirm'])
            return success(null)
          })
        }
        if (user.status !== 'active') return problem('invalid-link')
        return secondFactor.pass(user, code, attempt, async (tx) =>
          (await links.consume(tx, token, ['sign-in']))
            ? success(await openSession(tx, user, caller))
            : problem('invalid-link'),
        )
      })
    },

    async claim({ token, email, password }, caller) {
      if (!mayClaim(caller.address)) return problem('too-many-attempts', { retryAfter: CLAIM_RETRY_S })
      const common = commonPasswordProblem(password)
      if (common) return common
      // Any visitor can send this request in any number, so a claimed club refuses it without a write.
      if (await users.hasAdministrator()) return problem('already-claimed')
      return credentialChecks.guess({ address: caller.address, device: null }, async () => {
        // Hashing is expensive, so the link is checked first.
        if (!(await links.find(token, ['claim']))) return problem('invalid-link')
        const passwordHash = await hashPassword(password)
        return transact(database, async (tx): Promise<Outcome<OpenedSession>> => {
          if ((await users.activeIds(tx)).length > 0) return problem('already-claimed')
          if (!(await links.consume(tx, token, ['claim']))) return problem('invalid-link')
          const first = await users.insertFirst(tx, { email, passwordHash })
          await recordEntry(tx, { ...userEntry(first, first, now()), action: 'create', label: first.email })
          return success(await openSession(tx, first, caller))
        })
      })
    },
  }
}
