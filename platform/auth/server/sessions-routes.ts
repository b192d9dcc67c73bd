import {
  bodyProblems,
  type Caller,
  defineRoute,
  json,
  noContent,
  readProblems,
  respondWithOutcome,
} from '../../api/server/route.ts'
import {
  claimSchema,
  forgotSchema,
  linkSchema,
  loginSchema,
  resetSchema,
} from '../../content/shared/content-schemas.ts'
import * as answers from '../shared/accounts.ts'
import { deviceCookie } from './devices.ts'
import type { PasswordReset } from './password-reset.ts'
import type { Sessions } from './sessions.ts'
import { clearSessionCookie, sessionCookie } from './sessions.ts'
import type { OpenedSession, SignIn } from './sign-in.ts'

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

interface Services {
  signIn: SignIn
  sessions: Sessions
  passwordReset: PasswordReset
}

const tag = 'Sesión'

export const sessionRoutes = (services: Services) =>
  [...signInRoutes(services), ...passwordResetRoutes(services)] as const

/**
 * A pasted text is a wrong password up to TYPED_PASSWORD_MAX characters. Each character can be an escape of six bytes, and
 * e-mail and code may have white space around them. Bytes
 */
const SIGN_IN_MAX_BYTES = 24_000

function signInRoutes({ signIn, sessions }: Services) {
  return [
    defineRoute({
      id: 'signIn',
      method: 'POST',
      path: '/auth/login',
      access: 'account.sign-in',
      bound: 'write',
      isKnown: (caller, body) => signIn.isKnownBrowser(loginSchema.parse(body).email, caller),
      tag,
      summary: 'Iniciar sesión, con el código del segundo factor si hay uno',
      body: loginSchema,
      maxBytes: SIGN_IN_MAX_BYTES,
      responses: { 200: { description: 'El usuario, y la cookie de su sesión.', schema: answers.user } },
      problems: [
        'wrong-credentials',
        'second-factor',
        'awaiting-approval',
        'too-many-attempts',
        ...readProblems,
      ],
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
      access: 'account.sign-out',
      bound: 'lookup',
      tag,
      summary: 'Cerrar sesión; el cuerpo se ignora',
      responses: { 204: { description: 'La sesión terminó y la cookie se borró.' } },
      problems: ['foreign-origin'],
      async handle({ caller }) {
        if (caller.token) await sessions.end(caller.token)
        return noContent({ 'Set-Cookie': clearSessionCookie({ secure: caller.https }) })
      },
    }),
    defineRoute({
      id: 'useLink',
      method: 'POST',
      path: '/auth/link',
      access: 'account.sign-in',
      bound: 'write',
      tag,
      summary:
        'Usar un enlace de un solo uso: abre una sesión, o confirma un e-mail con la contraseña de ese registro',
      body: linkSchema,
      maxBytes: SIGN_IN_MAX_BYTES,
      responses: {
        200: {
          description: 'Enlace de ingreso: el usuario, y la cookie de su sesión.',
          schema: answers.user,
        },
        204: { description: 'Enlace de confirmación: el e-mail quedó confirmado.' },
      },
      problems: [
        ...bodyProblems,
        'invalid-link',
        'wrong-password',
        'second-factor',
        'too-many-attempts',
        ...readProblems,
      ],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await signIn.withLink(body, caller), (used) =>
          used ? respondWithSession(used, caller) : noContent(),
        ),
    }),
    defineRoute({
      id: 'claimClub',
      method: 'POST',
      path: '/auth/claim',
      access: 'account.sign-in',
      bound: 'write',
      tag,
      summary:
        'Crear el primer usuario de un club que no tiene administrador, con el enlace que imprime el arranque',
      body: claimSchema,
      responses: {
        201: { description: 'El primer administrador, y la cookie de su sesión.', schema: answers.user },
      },
      problems: [...bodyProblems, 'invalid-link', 'already-claimed', 'too-many-attempts', ...readProblems],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await signIn.claim(body, caller), (opened) =>
          respondWithSession(opened, caller, 201),
        ),
    }),
  ] as const
}

function passwordResetRoutes({ passwordReset }: Services) {
  return [
    defineRoute({
      id: 'requestPasswordReset',
      method: 'POST',
      path: '/auth/forgot',
      access: 'account.sign-in',
      bound: 'write',
      tag,
      summary:
        'Pedir por mail un enlace para elegir otra contraseña; la respuesta no dice si la cuenta existe',
      body: forgotSchema,
      responses: { 204: { description: 'Si la cuenta existe, el enlace va en camino.' } },
      problems: [...bodyProblems, 'reset-needs-mail', 'too-many-attempts', ...readProblems],
      handle: async ({ body: { email }, caller }) =>
        respondWithOutcome(await passwordReset.forgot(email, caller), () => noContent()),
    }),
    defineRoute({
      id: 'resetPassword',
      method: 'POST',
      path: '/auth/reset',
      access: 'account.sign-in',
      bound: 'write',
      tag,
      summary: 'Elegir otra contraseña con un enlace; termina todas las sesiones y no abre ninguna',
      body: resetSchema,
      responses: { 204: { description: 'La contraseña cambió.' } },
      problems: [...bodyProblems, 'invalid-link', 'too-many-attempts', ...readProblems],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await passwordReset.reset(body, caller), (device) =>
          noContent({ 'Set-Cookie': deviceCookie(device, { secure: caller.https }) }),
        ),
    }),
  ] as const
}
