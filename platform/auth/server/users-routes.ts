import { z } from 'zod'
import {
  bodyProblems,
  defineRoute,
  json,
  noContent,
  respondWithOutcome,
  writeProblems,
} from '../../api/server/route.ts'
import {
  registrationSchema,
  userRemovalSchema,
  userUpdateSchema,
} from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import * as answers from '../shared/accounts.ts'
import type { Accounts } from './accounts.ts'
import type { PasswordReset } from './password-reset.ts'
import type { SecondFactor } from './second-factor.ts'

interface Services {
  accounts: Accounts
  secondFactor: SecondFactor
  passwordReset: PasswordReset
  basePath: string
}

const tag = 'Usuarios'

export const userRoutes = (services: Services) =>
  [...userReadRoutes(services), ...userWriteRoutes(services), ...userRecoveryRoutes(services)] as const

function userReadRoutes({ accounts }: Services) {
  return [
    defineRoute({
      id: 'listUsers',
      method: 'GET',
      path: '/admin',
      access: 'users.list',
      tag,
      summary: 'Todos los usuarios',
      responses: { 200: { description: 'Los usuarios.', schema: z.array(answers.user) } },
      problems: ['sign-in-needed'],
      handle: async () => json(await accounts.list()),
    }),
    defineRoute({
      id: 'getUser',
      method: 'GET',
      path: '/admin/:id',
      access: 'users.read',
      tag,
      summary: 'Un usuario',
      responses: { 200: { description: 'El usuario.', schema: answers.user } },
      problems: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const user = await accounts.one(params.id)
        return user ? json(user) : problemResponse('not-found')
      },
    }),
  ] as const
}

function userWriteRoutes({ accounts, basePath }: Services) {
  return [
    defineRoute({
      id: 'createUser',
      knowsSession: true,
      method: 'POST',
      path: '/admin',
      access: 'users.create',
      bound: 'write',
      tag,
      summary: 'Sin sesión: registrarse, a la espera de aprobación. Con sesión: agregar un administrador',
      body: registrationSchema,
      responses: {
        201: {
          description: 'El usuario; de un registro, su e-mail y su estado.',
          schema: answers.registered,
        },
      },
      problems: [
        ...bodyProblems,
        ...writeProblems,
        'second-factor-needed',
        'registration-closed',
        'email-taken',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        if (!caller.user) {
          return respondWithOutcome(await accounts.register(body, caller), (registered) =>
            json(registered, { status: 201 }),
          )
        }
        return respondWithOutcome(await accounts.add(body, caller.user), (user) =>
          json(user, { status: 201, headers: { Location: `${basePath}/admin/${user._id}` } }),
        )
      },
    }),
    defineRoute({
      id: 'updateUser',
      method: 'PUT',
      path: '/admin/:id',
      access: 'users.update',
      tag,
      summary: 'Cambiar el e-mail o la contraseña propios (piden la actual), o aprobar a otra persona',
      body: userUpdateSchema,
      responses: { 200: { description: 'El usuario.', schema: answers.user } },
      problems: [
        'invalid-fields',
        'wrong-password',
        ...writeProblems,
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
      access: 'users.delete',
      tag,
      summary: 'Borrar un usuario, o rechazar un registro; sus sesiones terminan en el acto',
      query: userRemovalSchema,
      responses: { 204: { description: 'Borrado.' } },
      problems: [
        'invalid-query',
        'sign-in-needed',
        'foreign-origin',
        'not-found',
        'last-administrator',
        'edited-meanwhile',
      ],
      handle: async ({ params, query: { status = null }, caller }) =>
        respondWithOutcome(await accounts.remove(params.id, status, caller.user), () => noContent()),
    }),
  ] as const
}

function userRecoveryRoutes({ secondFactor, passwordReset }: Services) {
  return [
    defineRoute({
      id: 'makeResetLink',
      method: 'POST',
      path: '/admin/:id/reset-link',
      access: 'users.recover',
      tag,
      summary: 'Un enlace para que otra persona elija otra contraseña: sirve una vez, por media hora',
      responses: {
        201: {
          description: 'El enlace, que no se vuelve a mostrar; sin SITE_URL, desde el camino.',
          schema: answers.oneTimeLink,
        },
      },
      problems: ['sign-in-needed', 'foreign-origin', 'not-yours', 'awaiting-approval', 'not-found'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await passwordReset.linkFor(params.id, caller.user), (link) =>
          json({ link }, { status: 201 }),
        ),
    }),
    defineRoute({
      id: 'resetSecondFactor',
      method: 'DELETE',
      path: '/admin/:id/totp',
      access: 'users.recover',
      tag,
      summary: 'Desactivar el segundo factor de otra persona, que perdió la app y los códigos',
      responses: { 204: { description: 'Desactivado; sus sesiones terminaron.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-yours', 'not-found', 'second-factor-off'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await secondFactor.reset(params.id, caller.user), () => noContent()),
    }),
  ] as const
}
