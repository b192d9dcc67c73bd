/**
 * Sets a new password without the old one, with a mailed link or a link from another administrator. It opens no session:
 * the user signs in afterwards, with the second factor as usual.
 */

import { z } from 'zod'
import {
  bodyProblems,
  type Caller,
  defineRoute,
  json,
  noContent,
  respondWithOutcome,
} from '../../api/server/route.ts'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import { transact } from '../../db/connect.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import { rules } from '../../http/rate-limit.ts'
import { composePasswordResetMail, composeResetMail } from '../../mail/templates.ts'
import { emailSchema } from '../../shared/person-schemas.ts'
import { oneTimeLink } from '../shared/accounts.ts'
import { newPassword, tokenField } from '../shared/credentials.ts'
import { linkFragment } from '../shared/one-time-links.ts'
import { permissions } from '../shared/policy.ts'
import type { AccountServices } from './account-changes.ts'
import { commonPasswordProblem, countTry } from './credential-checks.ts'
import { type Device, deviceCookie } from './devices.ts'
import { enqueueOrDiscard, revokeGrantsBy } from './links.ts'
import { hashPassword } from './passwords.ts'
import { getEmailKey, userEntry } from './users.ts'

const forgotSchema = z.object({ email: emailSchema() })
const resetSchema = z.object({ ...tokenField, password: newPassword() })

export interface PasswordReset {
  /** Mails a link. Answer and work are the same whether the account exists or not. */
  forgot(email: string, caller: Pick<Caller, 'address'>): Promise<Outcome<null>>
  /** Creates a link for a colleague, which is shown once. It is a path when SITE_URL is not set. */
  linkFor(userId: string, by: Actor): Promise<Outcome<string>>
  /** Sets the password. @returns the browser as a known browser, so that tries of strangers do not lock it out */
  reset(
    chosen: z.infer<typeof resetSchema>,
    caller: Pick<Caller, 'address' | 'cookie'>,
  ): Promise<Outcome<Device>>
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
  settings,
  env,
  now,
}: AccountServices): PasswordReset {
  return {
    async forgot(email, caller) {
      const { siteUrl } = env
      if (siteUrl === null || !outbox.delivers) return problem('reset-needs-mail')
      const tooMany =
        (await countTry(rateLimit, rules['reset-address'], caller.address)) ??
        (await countTry(rateLimit, rules['reset-account'], getEmailKey(email)))
      if (tooMany) return tooMany
      const { identity } = await settings.all()
      await database.write(async (tx) => {
        const user = await users.byEmail(email, tx)
        const isKnown = user?.status === 'active'
        // An unknown address costs the same writes as a known one: a link without an account, and a mail that is deleted
        // again.
        const token = await links.create(tx, 'reset', isKnown ? user.id : null)
        const mail = composeResetMail(identity, isKnown ? user.email : email, token, siteUrl)
        await enqueueOrDiscard(tx, outbox, mail, isKnown)
      })
      outbox.wake()
      return success(null)
    },

    linkFor: (userId, by) =>
      transact(database, async (tx): Promise<Outcome<string>> => {
        const user = await users.byId(userId, tx)
        if (!user) return problem('not-found')
        // Changing the own password needs the current one. Otherwise a browser that was left open would be enough.
        if (user.id === by.id)
          return problem('not-yours', { detail: 'Tu propia contraseña la cambiás en tu cuenta.' })
        if (user.status !== 'active') return problem('awaiting-approval')
        await recordEntry(tx, {
          ...userEntry(user, by, now()),
          action: 'reset',
          changes: { password: [null, 'enlace para elegir otra'] },
        })
        const token = await links.create(tx, 'reset', user.id)
        return success(`${env.siteUrl ?? ''}/login${linkFragment('reset', token)}`)
      }),

    reset({ token, password }, caller) {
      const common = commonPasswordProblem(password)
      if (common) return Promise.resolve(common)
      return credentialChecks.guess({ address: caller.address, device: null }, async () => {
        // This check comes before the hash, because hashing is expensive and any visitor can send this request.
        const found = await links.find(token, ['reset'])
        if (!found?.userId || (await users.byId(found.userId))?.status !== 'active')
          return problem('invalid-link')
        const passwordHash = await hashPassword(password)
        const { identity } = await settings.all()
        const outcome = await transact(
          database,
          async (tx): Promise<Outcome<{ emailKey: string; device: Device }>> => {
            const link = await links.consume(tx, token, ['reset'])
            const user = link?.userId ? await users.byId(link.userId, tx) : null
            if (user?.status !== 'active') return problem('invalid-link')
            await users.update(tx, user.id, { passwordHash, updatedAt: now() })
            await sessions.endAllOf(user.id, { tx })
            await devices.forgetAllOf(user.id, { tx })
            // Older links are still in a mailbox, so they end here.
            await links.end(tx, user.id, ['reset', 'sign-in'])
            await revokeGrantsBy(tx, user.id, now())
            if (outbox.delivers) await outbox.enqueue(tx, composePasswordResetMail(identity, user.email))
            await recordEntry(tx, {
              ...userEntry(user, user, now()),
              action: 'update',
              changes: { password: [null, 'otra'] },
            })
            return success({ emailKey: user.emailKey, device: await devices.remember(tx, user.id, caller) })
          },
        )
        if (!outcome.ok) return outcome
        // Failed tries with the old password must not lock the owner out.
        await rateLimit.clear(rules['sign-in-account'], outcome.value.emailKey)
        outbox.wake()
        return success(outcome.value.device)
      })
    },
  }
}

const tag = 'Sesión'

export function passwordResetRoutes({ passwordReset }: { passwordReset: PasswordReset }) {
  return [
    defineRoute({
      id: 'requestPasswordReset',
      method: 'POST',
      path: '/auth/forgot',
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary:
        'Pedir por mail un enlace para elegir otra contraseña; la respuesta no dice si la cuenta existe',
      body: forgotSchema,
      responses: { 204: { description: 'Si la cuenta existe, el enlace va en camino.' } },
      problems: [...bodyProblems, 'reset-needs-mail', 'too-many-attempts'],
      handle: async ({ body: { email }, caller }) =>
        respondWithOutcome(await passwordReset.forgot(email, caller), () => noContent()),
    }),
    defineRoute({
      id: 'resetPassword',
      method: 'POST',
      path: '/auth/reset',
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary: 'Elegir otra contraseña con un enlace; termina todas las sesiones y no abre ninguna',
      body: resetSchema,
      responses: { 204: { description: 'La contraseña cambió.' } },
      problems: [...bodyProblems, 'invalid-link', 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await passwordReset.reset(body, caller), (device) =>
          noContent({ 'Set-Cookie': deviceCookie(device, { secure: caller.https }) }),
        ),
    }),
    defineRoute({
      id: 'makeResetLink',
      method: 'POST',
      path: '/admin/:id/reset-link',
      access: permissions['users.recover'],
      tag: 'Usuarios',
      summary: 'Un enlace para que otra persona elija otra contraseña: sirve una vez, por media hora',
      responses: {
        201: {
          description: 'El enlace, que no se vuelve a mostrar; sin SITE_URL, desde el camino.',
          schema: oneTimeLink,
        },
      },
      problems: ['not-yours', 'awaiting-approval', 'not-found'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await passwordReset.linkFor(params.id, caller.user), (link) =>
          json({ link }, { status: 201 }),
        ),
    }),
  ] as const
}
