import { z } from 'zod'
import {
  secondFactorBeginSchema,
  secondFactorChangeSchema,
  secondFactorConfirmSchema,
} from '../../../contract/content/schemas.ts'
import { BODY_MAX_BYTES } from '../../../contract/limits.ts'
import { clearedCookie } from '../../identity/sessions.ts'
import * as responses from '../responses.ts'
import { answer, type Call, invalid, json, noContent, refused, valid, writing } from '../route.ts'
import type { ApiServices } from '../table.ts'

/** One's own sessions and second factor: open also to who still owes one. */
export function accountCalls({ sessions, devices, secondFactor }: ApiServices): Call[] {
  const tag = 'Mi cuenta'
  const codes = {
    description: 'Los códigos de recuperación, que no se vuelven a mostrar.',
    schema: responses.recoveryCodes,
  }
  const changing = [...invalid, ...writing, 'wrong-password', 'wrong-code', 'second-factor-off'] as const
  return [
    {
      id: 'listSessions',
      method: 'GET',
      path: '/auth/sessions',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Mis sesiones abiertas',
      answers: { 200: { description: 'La última usada primero.', schema: z.array(responses.session) } },
      refusals: ['sign-in-needed'],
      handle: async ({ caller }) => json(await sessions.list(caller.user.id, caller.token)),
    },
    {
      id: 'endOtherSessions',
      method: 'DELETE',
      path: '/auth/sessions',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Cerrar todas mis sesiones menos la que lo pide',
      answers: { 204: { description: 'Cerradas.' } },
      refusals: ['sign-in-needed', 'foreign-origin'],
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
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Cerrar una de mis sesiones',
      answers: { 204: { description: 'Cerrada.' } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        if (!(await sessions.endOne(caller.user.id, params.id as string))) return refused('not-found')
        const isOver = caller.token !== null && (await sessions.find(caller.token)) === null
        return noContent(isOver ? { 'Set-Cookie': clearedCookie({ secure: caller.https }) } : {})
      },
    },
    {
      id: 'getSecondFactor',
      method: 'GET',
      path: '/auth/totp',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Mi segundo factor',
      answers: {
        200: { description: 'Si está activo, y si el club lo exige.', schema: responses.secondFactor },
      },
      refusals: ['sign-in-needed'],
      handle: async ({ caller }) => json(await secondFactor.state(caller.user.id)),
    },
    {
      id: 'beginSecondFactor',
      method: 'POST',
      path: '/auth/totp',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Empezar a activar el segundo factor; pide la contraseña actual',
      body: { schema: secondFactorBeginSchema, maxBytes: BODY_MAX_BYTES },
      answers: {
        200: {
          description: 'El secreto en Base32 y la URI de su código QR; todavía no se pide nada al entrar.',
          schema: responses.secondFactorOffer,
        },
      },
      refusals: [...invalid, ...writing, 'wrong-password', 'second-factor-on', 'too-many-attempts'],
      async handle({ body, caller }) {
        return valid(secondFactorBeginSchema, body, async (sent) =>
          answer(await secondFactor.begin(caller, sent.currentPassword), (offer) => json(offer)),
        )
      },
    },
    {
      id: 'confirmSecondFactor',
      method: 'PUT',
      path: '/auth/totp',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Activar el segundo factor con un código de la app; termina mis otras sesiones',
      body: { schema: secondFactorConfirmSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: codes },
      refusals: [
        ...invalid,
        ...writing,
        'wrong-code',
        'second-factor-on',
        'second-factor-off',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        return valid(secondFactorConfirmSchema, body, async ({ code }) =>
          answer(await secondFactor.confirm(caller, code), (made) => json(made)),
        )
      },
    },
    {
      id: 'renewRecoveryCodes',
      method: 'POST',
      path: '/auth/totp/codes',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Códigos de recuperación nuevos; los de antes dejan de servir',
      body: { schema: secondFactorChangeSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: codes },
      refusals: [...changing, 'too-many-attempts'],
      async handle({ body, caller }) {
        return valid(secondFactorChangeSchema, body, async (sent) =>
          answer(await secondFactor.renewCodes(caller, sent), (made) => json(made)),
        )
      },
    },
    {
      id: 'turnOffSecondFactor',
      method: 'POST',
      // Not a DELETE: it takes a body, which that method gives no meaning to (RFC 9110 §9.3.5).
      path: '/auth/totp/off',
      who: 'administrator',
      beforeSecondFactor: true,
      tag,
      summary: 'Desactivar el segundo factor; pide la contraseña y un código',
      body: { schema: secondFactorChangeSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 204: { description: 'Desactivado.' } },
      refusals: [...changing, 'too-many-attempts'],
      async handle({ body, caller }) {
        return valid(secondFactorChangeSchema, body, async (sent) =>
          answer(await secondFactor.turnOff(caller, sent), () => noContent()),
        )
      },
    },
  ]
}
