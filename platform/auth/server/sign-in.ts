/** Opens sessions: with the password, with a one-time link, or by claiming a club without administrators. Ends them too. */

import type { Transaction } from 'kysely'
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
import { recordEntry } from '../../db/record-entry.ts'
import type { Row, Tables } from '../../db/tables.ts'
import { createAddressRate } from '../../http/address-rate.ts'
import { EMAIL_MAX, TYPED_PASSWORD_MAX } from '../../shared/limits.ts'
import { boundedText, cleanText } from '../../shared/text-schemas.ts'
import { type User, user as userSchema } from '../shared/accounts.ts'
import { codeIfAny, credentialsSchema, tokenField } from '../shared/credentials.ts'
import { permissions } from '../shared/policy.ts'
import type { AccountServices } from './account-changes.ts'
import { commonPasswordProblem } from './credential-checks.ts'
import { type Device, deviceCookie } from './devices.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { confirmRegistration } from './registrations.ts'
import type { SecondFactor } from './second-factor.ts'
import { clearSessionCookie, type Sessions, sessionCookie } from './sessions.ts'
import { getEmailKey, toUser, userEntry } from './users.ts'

/**
 * Schema of a sign-in. It accepts any value: an empty e-mail or password is a failed sign-in and not a missing field.
 * Values that are no text become empty.
 */
export const loginSchema = z.object({
  email: boundedText(EMAIL_MAX).transform(cleanText).catch(''),
  password: z.string().max(TYPED_PASSWORD_MAX).catch(''),
  code: codeIfAny(),
})

const linkSchema = z.object({
  ...tokenField,
  code: codeIfAny(),
  password: z.string().max(TYPED_PASSWORD_MAX).prefault('').catch('').meta({
    format: 'password',
    description: 'De un enlace de confirmación: la que se eligió en ese registro. Con los otros se ignora.',
  }),
})

const claimSchema = credentialsSchema.extend(tokenField)

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
  withPassword(sent: z.infer<typeof loginSchema>, caller: Caller): Promise<Outcome<OpenedSession>>
  /** True for a browser that has signed in to the account before. Strangers cannot keep it out by tries of their own. */
  isKnownBrowser(email: string, caller: Caller): Promise<boolean>
  /**
   * Opens a session with a link. A sign-in link replaces the password, but not the second factor. A confirmation link needs
   * the password of its registration. A link stays valid until code and password are right.
   * @returns the new session; null when the link confirmed an address
   */
  withLink(sent: z.infer<typeof linkSchema>, caller: Caller): Promise<Outcome<OpenedSession | null>>
  /** Opens a session for a user with proven identity, and ends the caller's old session. */
  open(tx: Transaction<Tables>, user: Row<'users'>, caller: Caller): Promise<OpenedSession>
  claim(sent: z.infer<typeof claimSchema>, caller: Caller): Promise<Outcome<OpenedSession>>
}

/** Claims of one address. Only mistyped tokens need more than one. */
const CLAIM_RATE = { burst: 10, perSecond: 0.1 }
/** Value of Retry-After above that rate. s */
const CLAIM_RETRY_S = 1 / CLAIM_RATE.perSecond

export function createSignIn(services: AccountServices & { secondFactor: SecondFactor }): SignIn {
  const { database, users, links, sessions, devices, credentialChecks, secondFactor, now } = services

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
        if (link.kind === 'confirm') return confirmRegistration(services, { token, link, user, password })
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

/** Answers with the signed-in user, and sets the cookies of the session and of the known browser. */
export function respondWithSession(
  { user, token, device }: OpenedSession,
  { https }: Caller,
  status = 200,
): Response {
  const response = json(user, {
    status,
    headers: { 'Set-Cookie': sessionCookie(token, { secure: https }) },
  })
  response.headers.append('Set-Cookie', deviceCookie(device, { secure: https }))
  return response
}

/**
 * A pasted text is a wrong password up to TYPED_PASSWORD_MAX characters. Each character can be an escape of six bytes, and
 * e-mail and code may have white space around them. Bytes
 */
const SIGN_IN_MAX_BYTES = 24_000

const tag = 'Sesión'

export function signInRoutes({ signIn, sessions }: { signIn: SignIn; sessions: Sessions }) {
  return [
    defineRoute({
      id: 'signIn',
      method: 'POST',
      path: '/auth/login',
      access: permissions['account.sign-in'],
      bound: 'write',
      isKnown: (caller, body) => signIn.isKnownBrowser(loginSchema.parse(body).email, caller),
      tag,
      summary: 'Iniciar sesión, con el código del segundo factor si hay uno',
      body: loginSchema,
      maxBytes: SIGN_IN_MAX_BYTES,
      responses: { 200: { description: 'El usuario, y la cookie de su sesión.', schema: userSchema } },
      problems: ['wrong-credentials', 'second-factor', 'awaiting-approval', 'too-many-attempts'],
      async handle({ body, caller }) {
        return respondWithOutcome(await signIn.withPassword(body, caller), (opened) =>
          respondWithSession(opened, caller),
        )
      },
    }),
    defineRoute({
      id: 'signOut',
      method: 'POST',
      path: '/auth/logout',
      access: permissions['account.sign-out'],
      bound: 'lookup',
      tag,
      summary: 'Cerrar sesión; el cuerpo se ignora',
      responses: { 204: { description: 'La sesión terminó y la cookie se borró.' } },
      async handle({ caller }) {
        if (caller.token) await sessions.end(caller.token)
        return noContent({ 'Set-Cookie': clearSessionCookie({ secure: caller.https }) })
      },
    }),
    defineRoute({
      id: 'useLink',
      method: 'POST',
      path: '/auth/link',
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary:
        'Usar un enlace de un solo uso: abre una sesión, o confirma un e-mail con la contraseña de ese registro',
      body: linkSchema,
      maxBytes: SIGN_IN_MAX_BYTES,
      responses: {
        200: {
          description: 'Enlace de ingreso: el usuario, y la cookie de su sesión.',
          schema: userSchema,
        },
        204: { description: 'Enlace de confirmación: el e-mail quedó confirmado.' },
      },
      problems: [...bodyProblems, 'invalid-link', 'wrong-password', 'second-factor', 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await signIn.withLink(body, caller), (used) =>
          used ? respondWithSession(used, caller) : noContent(),
        ),
    }),
    defineRoute({
      id: 'claimClub',
      method: 'POST',
      path: '/auth/claim',
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary:
        'Crear el primer usuario de un club que no tiene administrador, con el enlace que imprime el arranque',
      body: claimSchema,
      responses: {
        201: { description: 'El primer administrador, y la cookie de su sesión.', schema: userSchema },
      },
      problems: [...bodyProblems, 'invalid-link', 'already-claimed', 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await signIn.claim(body, caller), (opened) =>
          respondWithSession(opened, caller, 201),
        ),
    }),
  ] as const
}
