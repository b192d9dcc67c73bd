import { z } from 'zod'
import * as responses from '../../api/server/responses.ts'
import {
  answerOutcome,
  bodyProblems,
  json,
  noContent,
  type Route,
  withValidBody,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import {
  secondFactorBeginSchema,
  secondFactorChangeSchema,
  secondFactorConfirmSchema,
} from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BODY_MAX_BYTES } from '../../shared/limits.ts'
import { clearedCookie } from './sessions.ts'

/** One's own sessions and second factor: open also to who still owes one. */
export function accountRoutes({ sessions, devices, secondFactor }: ApiServices): Route[] {
  const tag = 'Mi cuenta'
  const codes = {
    description: 'Los códigos de recuperación, que no se vuelven a mostrar.',
    schema: responses.recoveryCodes,
  }
  const changing = [
    ...bodyProblems,
    ...writeProblems,
    'wrong-password',
    'wrong-code',
    'second-factor-off',
  ] as const
  return [
    {
      id: 'listSessions',
      method: 'GET',
      path: '/auth/sessions',
      access: 'account.manage',
      tag,
      summary: 'Mis sesiones abiertas',
      responses: { 200: { description: 'La última usada primero.', schema: z.array(responses.session) } },
      problems: ['sign-in-needed'],
      handle: async ({ caller }) => json(await sessions.list(caller.user.id, caller.token)),
    },
    {
      id: 'endOtherSessions',
      method: 'DELETE',
      path: '/auth/sessions',
      access: 'account.manage',
      tag,
      summary: 'Cerrar todas mis sesiones menos la que lo pide',
      responses: { 204: { description: 'Cerradas.' } },
      problems: ['sign-in-needed', 'foreign-origin'],
      async handle({ caller }) {
        await sessions.endAllOf(caller.user.id, { ...(caller.token && { except: caller.token }) })
        await devices.forgetAllOf(caller.user.id, { except: caller })
        return noContent()
      },
    },
    {
      id: 'endSession',
      method: 'DELETE',
      path: '/auth/sessions/:id',
      access: 'account.manage',
      tag,
      summary: 'Cerrar una de mis sesiones',
      responses: { 204: { description: 'Cerrada.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        if (!(await sessions.endOne(caller.user.id, params.id as string))) return problemResponse('not-found')
        const isOver = caller.token !== null && (await sessions.find(caller.token)) === null
        return noContent(isOver ? { 'Set-Cookie': clearedCookie({ secure: caller.https }) } : {})
      },
    },
    {
      id: 'getSecondFactor',
      method: 'GET',
      path: '/auth/totp',
      access: 'account.manage',
      tag,
      summary: 'Mi segundo factor',
      responses: {
        200: { description: 'Si está activo, y si el club lo exige.', schema: responses.secondFactor },
      },
      problems: ['sign-in-needed'],
      handle: async ({ caller }) => json(await secondFactor.state(caller.user.id)),
    },
    {
      id: 'beginSecondFactor',
      method: 'POST',
      path: '/auth/totp',
      access: 'account.manage',
      tag,
      summary: 'Empezar a activar el segundo factor; pide la contraseña actual',
      body: { schema: secondFactorBeginSchema, maxBytes: BODY_MAX_BYTES },
      responses: {
        200: {
          description: 'El secreto en Base32 y la URI de su código QR; todavía no se pide nada al entrar.',
          schema: responses.secondFactorOffer,
        },
      },
      problems: [
        ...bodyProblems,
        ...writeProblems,
        'wrong-password',
        'second-factor-on',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        return withValidBody(secondFactorBeginSchema, body, async (sent) =>
          answerOutcome(await secondFactor.begin(caller, sent.currentPassword), (offer) => json(offer)),
        )
      },
    },
    {
      id: 'confirmSecondFactor',
      method: 'PUT',
      path: '/auth/totp',
      access: 'account.manage',
      tag,
      summary: 'Activar el segundo factor con un código de la app; termina mis otras sesiones',
      body: { schema: secondFactorConfirmSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: codes },
      problems: [
        ...bodyProblems,
        ...writeProblems,
        'wrong-code',
        'second-factor-on',
        'second-factor-off',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        return withValidBody(secondFactorConfirmSchema, body, async ({ code }) =>
          answerOutcome(await secondFactor.confirm(caller, code), (made) => json(made)),
        )
      },
    },
    {
      id: 'renewRecoveryCodes',
      method: 'POST',
      path: '/auth/totp/codes',
      access: 'account.manage',
      tag,
      summary: 'Códigos de recuperación nuevos; los de antes dejan de servir',
      body: { schema: secondFactorChangeSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: codes },
      problems: [...changing, 'too-many-attempts'],
      async handle({ body, caller }) {
        return withValidBody(secondFactorChangeSchema, body, async (sent) =>
          answerOutcome(await secondFactor.renewCodes(caller, sent), (made) => json(made)),
        )
      },
    },
    {
      id: 'turnOffSecondFactor',
      method: 'POST',
      // Not a DELETE: it takes a body, which that method gives no meaning to (RFC 9110 §9.3.5).
      path: '/auth/totp/off',
      access: 'account.manage',
      tag,
      summary: 'Desactivar el segundo factor; pide la contraseña y un código',
      body: { schema: secondFactorChangeSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 204: { description: 'Desactivado.' } },
      problems: [...changing, 'too-many-attempts'],
      async handle({ body, caller }) {
        return withValidBody(secondFactorChangeSchema, body, async (sent) =>
          answerOutcome(await secondFactor.turnOff(caller, sent), () => noContent()),
        )
      },
    },
  ]
}
