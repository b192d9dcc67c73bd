/**
 * Choosing another password without knowing the old one: by a mailed link, or by one that another administrator hands
 * over. It opens no session: whoever comes signs in, and is asked for their second factor as ever.
 */

import type { Caller } from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { type Actor, record } from '../../content/server/audit-log.ts'
import type { Database } from '../../db/connect.ts'
import { transact } from '../../db/transact.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { passwordResetMail, resetMail } from '../../mail/templates.ts'
import type { Env } from '../../process/env.ts'
import type { SiteWords } from '../../settings/server/site.ts'
import { linkFragment } from '../shared/accounts.ts'
import { type CredentialChecks, commonPasswordProblem, limit } from './credential-checks.ts'
import type { Device, Devices } from './devices.ts'
import { endGrantsBy } from './grants.ts'
import type { Links } from './links.ts'
import { hashPassword } from './passwords.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Sessions } from './sessions.ts'
import { emailKeyOf, labelOf, type Users } from './users.ts'

export interface PasswordReset {
  /** Mails a link. Whether there is such an account shows neither in the answer nor in the work that it takes. */
  forgot(email: string, caller: Pick<Caller, 'address'>): Promise<Outcome<null>>
  /** A link for a colleague, to be shown once: absolute, or without SITE_URL from its path on. */
  linkFor(userId: string, by: Actor): Promise<Outcome<string>>
  /** @returns the browser, which the account is known by from now on: strangers' tries do not keep it out */
  reset(
    chosen: { token: string; password: string },
    caller: Pick<Caller, 'address' | 'cookie'>,
  ): Promise<Outcome<Device>>
}

interface PasswordResetOptions {
  database: Database
  users: Users
  links: Links
  sessions: Sessions
  devices: Devices
  credentialChecks: CredentialChecks
  rateLimit: RateLimit
  outbox: Outbox
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'siteUrl'>
  now: () => number
}

export function createPasswordReset({
  database,
  users,
  links,
  sessions,
  devices,
  credentialChecks,
  rateLimit,
  outbox,
  site,
  env,
  now,
}: PasswordResetOptions): PasswordReset {
  const entry = (user: Actor, by: Actor) =>
    ({ at: now(), by, resource: 'users', itemId: user.id, label: labelOf(user) }) as const

  return {
    async forgot(email, caller) {
      const { siteUrl } = env
      if (siteUrl === null || !outbox.delivers) return problem('reset-needs-mail')
      const tooMany =
        (await limit(rateLimit, 'reset-address', caller.address)) ??
        (await limit(rateLimit, 'reset-account', emailKeyOf(email)))
      if (tooMany) return tooMany
      const { identity } = await site.all()
      await database.write(async (tx) => {
        const user = await users.byEmail(email, tx)
        const isKnown = user?.status === 'active'
        // The same writes for somebody and for nobody: a link that leads nowhere, and a mail that is taken back.
        const token = await links.make(tx, 'reset', isKnown ? user.id : null)
        const mailId = await outbox.enqueue(
          tx,
          resetMail(identity, isKnown ? user.email : email, token, siteUrl),
        )
        await tx
          .deleteFrom('outbox')
          .where('id', '=', isKnown ? '' : mailId)
          .execute()
      })
      outbox.wake()
      return success(null)
    },

    linkFor: (userId, by) =>
      transact(database, async (tx): Promise<Outcome<string>> => {
        const user = await users.byId(userId, tx)
        if (!user) return problem('not-found')
        // One's own password is changed with the one before, also by who found an open browser.
        if (user.id === by.id)
          return problem('not-yours', { detail: 'Tu propia contraseña la cambiás en tu cuenta.' })
        if (user.status !== 'active') return problem('awaiting-approval')
        await record(tx, {
          ...entry(user, by),
          action: 'reset',
          changes: { password: [null, 'enlace para elegir otra'] },
        })
        const token = await links.make(tx, 'reset', user.id)
        return success(`${env.siteUrl ?? ''}/login${linkFragment('reset', token)}`)
      }),

    reset({ token, password }, caller) {
      const common = commonPasswordProblem(password)
      if (common) return Promise.resolve(common)
      return credentialChecks.guess({ address: caller.address, device: null }, async () => {
        // Told before the work of a hash, which anybody could ask for.
        const found = await links.find(token, ['reset'])
        if (!found?.userId || (await users.byId(found.userId))?.status !== 'active')
          return problem('invalid-link')
        const passwordHash = await hashPassword(password)
        const { identity } = await site.all()
        const outcome = await transact(
          database,
          async (tx): Promise<Outcome<{ emailKey: string; device: Device }>> => {
            const link = await links.take(tx, token, ['reset'])
            const user = link?.userId ? await users.byId(link.userId, tx) : null
            if (user?.status !== 'active') return problem('invalid-link')
            await tx
              .updateTable('users')
              .set({ passwordHash, updatedAt: now() })
              .where('id', '=', user.id)
              .execute()
            await sessions.endAllOf(user.id, { tx })
            await devices.forgetAllOf(user.id, { tx })
            // Others that were asked for are in somebody's mailbox.
            await links.end(tx, user.id, ['reset', 'sign-in'])
            await endGrantsBy(tx, user.id, now())
            if (outbox.delivers) await outbox.enqueue(tx, passwordResetMail(identity, user.email))
            await record(tx, {
              ...entry(user, user),
              action: 'update',
              changes: { password: [null, 'otra'] },
            })
            return success({ emailKey: user.emailKey, device: await devices.remember(tx, user.id, caller) })
          },
        )
        if (!outcome.ok) return outcome
        // Whoever tried to guess the old one does not keep its owner out.
        await rateLimit.clear('sign-in-account', outcome.value.emailKey)
        outbox.wake()
        return success(outcome.value.device)
      })
    },
  }
}
