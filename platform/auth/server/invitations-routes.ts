/** Routes to create, list, accept and revoke invitations. */

import { z } from 'zod'
import { bodyProblems, defineRoute, json, noContent, respondWithOutcome } from '../../api/server/route.ts'
import * as messages from '../shared/accounts.ts'
import { credentialsSchema, tokenField } from '../shared/credentials.ts'
import { INVITATION_DAYS } from '../shared/one-time-links.ts'
import { permissions } from '../shared/policy.ts'
import type { Invitations } from './invitations.ts'
import { respondWithSession } from './sign-in.ts'

const invitationLookSchema = z.object(tokenField)
/** Without a name, the user gets the name in the invitation. */
const acceptInvitationSchema = credentialsSchema.extend({ ...tokenField, ...messages.nameField })

export function invitationRoutes({ invitations }: { invitations: Invitations }) {
  const tag = 'Invitaciones'
  const path = '/invitations'
  return [
    defineRoute({
      id: 'createInvitation',
      method: 'POST',
      path,
      access: permissions['invitations.write'],
      tag,
      summary: `Un enlace para que otra persona cree su cuenta y entre: sirve una vez, por ${INVITATION_DAYS} días`,
      body: messages.invitationSchema,
      responses: {
        201: {
          description: 'La dirección, que no se vuelve a decir.',
          schema: messages.newInvitation,
        },
      },
      problems: ['invalid-fields'],
      handle: async ({ body: { name = null }, caller }) =>
        json(await invitations.create(name, caller.user), { status: 201 }),
    }),
    defineRoute({
      id: 'listInvitations',
      method: 'GET',
      path,
      access: permissions['invitations.read'],
      tag,
      summary: 'Las invitaciones que todavía se pueden aceptar',
      responses: {
        200: { description: 'La última primero, sin su enlace.', schema: z.array(messages.invitation) },
      },
      handle: async () => json(await invitations.list()),
    }),
    defineRoute({
      id: 'lookAtInvitation',
      method: 'POST',
      path: `${path}/look`,
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary: 'Quién invita y a quién, para quien tiene el enlace; no lo gasta',
      body: invitationLookSchema,
      responses: { 200: { description: 'La invitación sirve.', schema: messages.invitationSummary } },
      problems: [...bodyProblems, 'invalid-link', 'too-many-attempts'],
      handle: async ({ body: { token }, caller }) =>
        respondWithOutcome(await invitations.look(token, caller), (seen) => json(seen)),
    }),
    defineRoute({
      id: 'acceptInvitation',
      method: 'POST',
      path: `${path}/accept`,
      access: permissions['account.sign-in'],
      bound: 'write',
      tag,
      summary: 'Aceptar una invitación: crea un usuario activo y abre su sesión',
      body: acceptInvitationSchema,
      responses: {
        201: { description: 'El usuario, y la cookie de su sesión.', schema: messages.user },
      },
      problems: [...bodyProblems, 'invalid-link', 'email-taken', 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await invitations.accept(body, caller), (opened) =>
          respondWithSession(opened, caller, 201),
        ),
    }),
    defineRoute({
      id: 'deleteInvitation',
      method: 'DELETE',
      path: `${path}/:id`,
      access: permissions['invitations.write'],
      tag,
      summary: 'Anular una invitación',
      responses: { 204: { description: 'Su enlace ya no sirve.' } },
      problems: ['not-found'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await invitations.revoke(params.id, caller.user), () => noContent()),
    }),
  ] as const
}
