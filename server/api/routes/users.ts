import { z } from 'zod'
import { registrationSchema, userRemovalSchema, userUpdateSchema } from '../../../contract/content/schemas.ts'
import { ANONYMOUS_BODY_MAX_BYTES, BODY_MAX_BYTES } from '../../../contract/limits.ts'
import * as responses from '../responses.ts'
import { answer, asked, type Call, invalid, json, noContent, refused, valid, writing } from '../route.ts'
import type { ApiServices } from '../table.ts'

interface UserServices
  extends Pick<ApiServices, 'accounts' | 'secondFactor' | 'passwordReset' | 'basePath'> {}

export function userCalls({ accounts, secondFactor, passwordReset, basePath }: UserServices): Call[] {
  const tag = 'Usuarios'
  return [
    {
      id: 'listUsers',
      method: 'GET',
      path: '/admin',
      who: 'administrator',
      tag,
      summary: 'Todos los usuarios',
      answers: { 200: { description: 'Los usuarios.', schema: z.array(responses.user) } },
      refusals: ['sign-in-needed'],
      handle: async () => json(await accounts.list()),
    },
    {
      id: 'getUser',
      method: 'GET',
      path: '/admin/:id',
      who: 'administrator',
      beforeSecondFactor: 'own',
      tag,
      summary: 'Un usuario',
      answers: { 200: { description: 'El usuario.', schema: responses.user } },
      refusals: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const user = await accounts.one(params.id as string)
        return user ? json(user) : refused('not-found')
      },
    },
    {
      id: 'createUser',
      knowsSession: true,
      method: 'POST',
      path: '/admin',
      who: 'anyone',
      tag,
      summary: 'Sin sesión: registrarse, a la espera de aprobación. Con sesión: agregar un administrador',
      body: { schema: registrationSchema, maxBytes: ANONYMOUS_BODY_MAX_BYTES },
      answers: {
        201: {
          description: 'El usuario; de un registro, su e-mail y su estado.',
          schema: responses.registered,
        },
      },
      refusals: [
        ...invalid,
        ...writing,
        'second-factor-needed',
        'registration-closed',
        'email-taken',
        'too-many-attempts',
      ],
      async handle({ body, caller }) {
        if (caller.token && !caller.user) return refused('sign-in-needed')
        if (caller.owesSecondFactor) return refused('second-factor-needed')
        return valid(registrationSchema, body, async (sent) => {
          if (!caller.user) {
            return answer(await accounts.register(sent, caller), (registered) =>
              json(registered, { status: 201 }),
            )
          }
          return answer(await accounts.add(sent, caller.user), (user) =>
            json(user, { status: 201, headers: { Location: `${basePath}/admin/${user._id}` } }),
          )
        })
      },
    },
    {
      id: 'updateUser',
      method: 'PUT',
      path: '/admin/:id',
      who: 'administrator',
      beforeSecondFactor: 'own',
      tag,
      summary: 'Cambiar el e-mail o la contraseña propios (piden la actual), o aprobar a otra persona',
      body: { schema: userUpdateSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'El usuario.', schema: responses.user } },
      refusals: [
        'invalid-fields',
        'wrong-password',
        ...writing,
        'not-yours',
        'not-found',
        'email-taken',
        'email-unconfirmed',
        'last-administrator',
        'too-many-attempts',
      ],
      async handle({ params, body, caller }) {
        return valid(userUpdateSchema, body, async (sent) =>
          answer(await accounts.update(params.id as string, sent, caller), (user) => json(user)),
        )
      },
    },
    {
      id: 'deleteUser',
      method: 'DELETE',
      path: '/admin/:id',
      who: 'administrator',
      tag,
      summary: 'Borrar un usuario, o rechazar un registro; sus sesiones terminan en el acto',
      query: userRemovalSchema,
      answers: { 204: { description: 'Borrado.' } },
      refusals: [
        'invalid-query',
        'sign-in-needed',
        'foreign-origin',
        'not-found',
        'last-administrator',
        'edited-meanwhile',
      ],
      async handle({ params, url, caller }) {
        return asked(userRemovalSchema, url, async ({ status = null }) =>
          answer(await accounts.remove(params.id as string, status, caller.user), () => noContent()),
        )
      },
    },
    {
      id: 'makeResetLink',
      method: 'POST',
      path: '/admin/:id/reset-link',
      who: 'administrator',
      tag,
      summary: 'Un enlace para que otra persona elija otra contraseña: sirve una vez, por media hora',
      answers: {
        201: {
          description: 'El enlace, que no se vuelve a mostrar; sin SITE_URL, desde el camino.',
          schema: responses.oneTimeLink,
        },
      },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-yours', 'awaiting-approval', 'not-found'],
      async handle({ params, caller }) {
        return answer(await passwordReset.linkFor(params.id as string, caller.user), (link) =>
          json({ link }, { status: 201 }),
        )
      },
    },
    {
      id: 'resetSecondFactor',
      method: 'DELETE',
      path: '/admin/:id/totp',
      who: 'administrator',
      tag,
      summary: 'Desactivar el segundo factor de otra persona, que perdió la app y los códigos',
      answers: { 204: { description: 'Desactivado; sus sesiones terminaron.' } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-yours', 'not-found', 'second-factor-off'],
      async handle({ params, caller }) {
        return answer(await secondFactor.reset(params.id as string, caller.user), () => noContent())
      },
    },
  ]
}
