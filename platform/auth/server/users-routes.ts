import { z } from 'zod'
import * as responses from '../../api/server/responses.ts'
import {
  answerOutcome,
  bodyProblems,
  json,
  noContent,
  type Route,
  withValidBody,
  withValidQuery,
  writeProblems,
} from '../../api/server/route.ts'
import type { ApiServices } from '../../api/server/services.ts'
import {
  registrationSchema,
  userRemovalSchema,
  userUpdateSchema,
} from '../../content/shared/content-schemas.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { ANONYMOUS_BODY_MAX_BYTES, BODY_MAX_BYTES } from '../../shared/limits.ts'

interface UserServices
  extends Pick<ApiServices, 'accounts' | 'secondFactor' | 'passwordReset' | 'basePath'> {}

export function userRoutes({ accounts, secondFactor, passwordReset, basePath }: UserServices): Route[] {
  const tag = 'Usuarios'
  return [
    {
      id: 'listUsers',
      method: 'GET',
      path: '/admin',
      access: 'users.list',
      tag,
      summary: 'Todos los usuarios',
      responses: { 200: { description: 'Los usuarios.', schema: z.array(responses.user) } },
      problems: ['sign-in-needed'],
      handle: async () => json(await accounts.list()),
    },
    {
      id: 'getUser',
      method: 'GET',
      path: '/admin/:id',
      access: 'users.read',
      tag,
      summary: 'Un usuario',
      responses: { 200: { description: 'El usuario.', schema: responses.user } },
      problems: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const user = await accounts.one(params.id as string)
        return user ? json(user) : problemResponse('not-found')
      },
    },
    {
      id: 'createUser',
      knowsSession: true,
      method: 'POST',
      path: '/admin',
      access: 'users.create',
      tag,
      summary: 'Sin sesión: registrarse, a la espera de aprobación. Con sesión: agregar un administrador',
      body: { schema: registrationSchema, maxBytes: ANONYMOUS_BODY_MAX_BYTES },
      responses: {
        201: {
          description: 'El usuario; de un registro, su e-mail y su estado.',
          schema: responses.registered,
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
        return withValidBody(registrationSchema, body, async (sent) => {
          if (!caller.user) {
            return answerOutcome(await accounts.register(sent, caller), (registered) =>
              json(registered, { status: 201 }),
            )
          }
          return answerOutcome(await accounts.add(sent, caller.user), (user) =>
            json(user, { status: 201, headers: { Location: `${basePath}/admin/${user._id}` } }),
          )
        })
      },
    },
    {
      id: 'updateUser',
      method: 'PUT',
      path: '/admin/:id',
      access: 'users.update',
      tag,
      summary: 'Cambiar el e-mail o la contraseña propios (piden la actual), o aprobar a otra persona',
      body: { schema: userUpdateSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: { description: 'El usuario.', schema: responses.user } },
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
      async handle({ params, body, caller }) {
        return withValidBody(userUpdateSchema, body, async (sent) =>
          answerOutcome(await accounts.update(params.id as string, sent, caller), (user) => json(user)),
        )
      },
    },
    {
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
      async handle({ params, url, caller }) {
        return withValidQuery(userRemovalSchema, url, async ({ status = null }) =>
          answerOutcome(await accounts.remove(params.id as string, status, caller.user), () => noContent()),
        )
      },
    },
    {
      id: 'makeResetLink',
      method: 'POST',
      path: '/admin/:id/reset-link',
      access: 'users.recover',
      tag,
      summary: 'Un enlace para que otra persona elija otra contraseña: sirve una vez, por media hora',
      responses: {
        201: {
          description: 'El enlace, que no se vuelve a mostrar; sin SITE_URL, desde el camino.',
          schema: responses.oneTimeLink,
        },
      },
      problems: ['sign-in-needed', 'foreign-origin', 'not-yours', 'awaiting-approval', 'not-found'],
      async handle({ params, caller }) {
        return answerOutcome(await passwordReset.linkFor(params.id as string, caller.user), (link) =>
          json({ link }, { status: 201 }),
        )
      },
    },
    {
      id: 'resetSecondFactor',
      method: 'DELETE',
      path: '/admin/:id/totp',
      access: 'users.recover',
      tag,
      summary: 'Desactivar el segundo factor de otra persona, que perdió la app y los códigos',
      responses: { 204: { description: 'Desactivado; sus sesiones terminaron.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-yours', 'not-found', 'second-factor-off'],
      async handle({ params, caller }) {
        return answerOutcome(await secondFactor.reset(params.id as string, caller.user), () => noContent())
      },
    },
  ]
}
