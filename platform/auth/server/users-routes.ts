import { z } from 'zod'
import { defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import { problemResponse } from '../../http/problem-response.ts'
import * as messages from '../shared/accounts.ts'
import { permissions } from '../shared/policy.ts'
import type { Accounts } from './accounts.ts'
import type { SecondFactor } from './second-factor.ts'

const tag = 'Usuarios'

export function userRoutes({ accounts, secondFactor }: { accounts: Accounts; secondFactor: SecondFactor }) {
  return [
    defineRoute({
      id: 'listUsers',
      method: 'GET',
      path: '/admin',
      access: permissions['users.list'],
      tag,
      summary: 'Todos los usuarios',
      responses: { 200: { description: 'Los usuarios.', schema: z.array(messages.user) } },
      handle: async () => json(await accounts.list()),
    }),
    defineRoute({
      id: 'getUser',
      method: 'GET',
      path: '/admin/:id',
      access: permissions['users.read'],
      tag,
      summary: 'Un usuario',
      responses: { 200: { description: 'El usuario.', schema: messages.user } },
      problems: ['not-found'],
      async handle({ params }) {
        const user = await accounts.one(params.id)
        return user ? json(user) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'updateUser',
      method: 'PUT',
      path: '/admin/:id',
      access: permissions['users.update'],
      tag,
      summary: 'Cambiar el e-mail o la contraseña propios (piden la actual), o aprobar a otra persona',
      body: messages.userUpdateSchema,
      responses: { 200: { description: 'El usuario.', schema: messages.user } },
      problems: [
        'invalid-fields',
        'wrong-password',
        'not-yours',
        'not-found',
        'email-taken',
        'email-unconfirmed',
        'last-administrator',
        'too-many-attempts',
      ],
      handle: async ({ params, body, caller }) =>
        respondWithOutcome(await accounts.update(params.id, body, caller), (user) => json(user)),
    }),
    defineRoute({
      id: 'deleteUser',
      method: 'DELETE',
      path: '/admin/:id',
      access: permissions['users.delete'],
      tag,
      summary: 'Borrar un usuario, o rechazar un registro; sus sesiones terminan en el acto',
      query: messages.userRemovalSchema,
      responses: { 204: { description: 'Borrado.' } },
      problems: ['not-found', 'last-administrator', 'edited-meanwhile'],
      handle: async ({ params, query: { status = null }, caller }) =>
        respondWithOutcome(await accounts.remove(params.id, status, caller.user), () => noContent()),
    }),
    defineRoute({
      id: 'resetSecondFactor',
      method: 'DELETE',
      path: '/admin/:id/totp',
      access: permissions['users.recover'],
      tag,
      summary: 'Desactivar el segundo factor de otra persona, que perdió la app y los códigos',
      responses: { 204: { description: 'Desactivado; sus sesiones terminaron.' } },
      problems: ['not-yours', 'not-found', 'second-factor-off'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await secondFactor.reset(params.id, caller.user), () => noContent()),
    }),
  ] as const
}
