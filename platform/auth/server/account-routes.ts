import { z } from 'zod'
import { bodyProblems, defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import { problemResponse } from '../../http/problem-response.ts'
import * as messages from '../shared/accounts.ts'
import { permissions } from '../shared/policy.ts'
import type { Devices } from './devices.ts'
import type { SecondFactor } from './second-factor.ts'
import { clearSessionCookie, type Sessions } from './sessions.ts'

interface Services {
  sessions: Sessions
  devices: Devices
  secondFactor: SecondFactor
}

const tag = 'Mi cuenta'

/** Routes for the caller's own sessions and second factor. They work before a required second factor is set up. */
export const accountRoutes = (services: Services) =>
  [...ownSessionRoutes(services), ...secondFactorRoutes(services)] as const

function ownSessionRoutes({ sessions, devices }: Services) {
  return [
    defineRoute({
      id: 'listSessions',
      method: 'GET',
      path: '/auth/sessions',
      access: permissions['account.manage'],
      tag,
      summary: 'Mis sesiones abiertas',
      responses: { 200: { description: 'La última usada primero.', schema: z.array(messages.session) } },
      handle: async ({ caller }) => json(await sessions.list(caller.user.id, caller.token)),
    }),
    defineRoute({
      id: 'endOtherSessions',
      method: 'DELETE',
      path: '/auth/sessions',
      access: permissions['account.manage'],
      tag,
      summary: 'Cerrar todas mis sesiones menos la que lo pide',
      responses: { 204: { description: 'Cerradas.' } },
      async handle({ caller }) {
        await sessions.endAllOf(caller.user.id, { ...(caller.token && { except: caller.token }) })
        await devices.forgetAllOf(caller.user.id, { except: caller })
        return noContent()
      },
    }),
    defineRoute({
      id: 'endSession',
      method: 'DELETE',
      path: '/auth/sessions/:id',
      access: permissions['account.manage'],
      tag,
      summary: 'Cerrar una de mis sesiones',
      responses: { 204: { description: 'Cerrada.' } },
      problems: ['not-found'],
      async handle({ params, caller }) {
        if (!(await sessions.endById(caller.user.id, params.id))) return problemResponse('not-found')
        const isOver = caller.token !== null && (await sessions.find(caller.token)) === null
        return noContent(isOver ? { 'Set-Cookie': clearSessionCookie({ secure: caller.https }) } : {})
      },
    }),
  ] as const
}

function secondFactorRoutes({ secondFactor }: Services) {
  const codes = {
    description: 'Los códigos de recuperación, que no se vuelven a mostrar.',
    schema: messages.recoveryCodes,
  }
  const changing = [...bodyProblems, 'wrong-password', 'wrong-code', 'second-factor-off'] as const
  return [
    defineRoute({
      id: 'getSecondFactor',
      method: 'GET',
      path: '/auth/totp',
      access: permissions['account.manage'],
      tag,
      summary: 'Mi segundo factor',
      responses: {
        200: { description: 'Si está activo, y si el club lo exige.', schema: messages.secondFactor },
      },
      handle: async ({ caller }) => json(await secondFactor.state(caller.user.id)),
    }),
    defineRoute({
      id: 'beginSecondFactor',
      method: 'POST',
      path: '/auth/totp',
      access: permissions['account.manage'],
      tag,
      summary: 'Empezar a activar el segundo factor; pide la contraseña actual',
      body: messages.secondFactorBeginSchema,
      responses: {
        200: {
          description: 'El secreto en Base32 y la URI de su código QR; todavía no se pide nada al entrar.',
          schema: messages.secondFactorOffer,
        },
      },
      problems: [...bodyProblems, 'wrong-password', 'second-factor-on', 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await secondFactor.begin(caller, body.currentPassword), (offer) => json(offer)),
    }),
    defineRoute({
      id: 'confirmSecondFactor',
      method: 'PUT',
      path: '/auth/totp',
      access: permissions['account.manage'],
      tag,
      summary: 'Activar el segundo factor con un código de la app; termina mis otras sesiones',
      body: messages.secondFactorConfirmSchema,
      responses: { 200: codes },
      problems: [...bodyProblems, 'wrong-code', 'second-factor-on', 'second-factor-off', 'too-many-attempts'],
      handle: async ({ body: { code }, caller }) =>
        respondWithOutcome(await secondFactor.confirm(caller, code), (made) => json(made)),
    }),
    defineRoute({
      id: 'renewRecoveryCodes',
      method: 'POST',
      path: '/auth/totp/codes',
      access: permissions['account.manage'],
      tag,
      summary: 'Códigos de recuperación nuevos; los de antes dejan de servir',
      body: messages.secondFactorChangeSchema,
      responses: { 200: codes },
      problems: [...changing, 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await secondFactor.renewCodes(caller, body), (made) => json(made)),
    }),
    defineRoute({
      id: 'turnOffSecondFactor',
      method: 'POST',
      // This is no DELETE, because the request has a body, to which that method gives no meaning (RFC 9110 §9.3.5).
      path: '/auth/totp/off',
      access: permissions['account.manage'],
      tag,
      summary: 'Desactivar el segundo factor; pide la contraseña y un código',
      body: messages.secondFactorChangeSchema,
      responses: { 204: { description: 'Desactivado.' } },
      problems: [...changing, 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await secondFactor.turnOff(caller, body), () => noContent()),
    }),
  ] as const
}
