/** Messages of visitors, for administrators. */

import {
  messageQuerySchema,
  messageSettingsSchema,
  messageUpdateSchema,
} from '../../../contract/content/schemas.ts'
import { BODY_MAX_BYTES } from '../../../contract/limits.ts'
import { pageHeaders } from '../paging.ts'
import * as responses from '../responses.ts'
import { answer, asked, type Call, invalid, json, noContent, refused, valid, writing } from '../route.ts'
import type { ApiServices } from '../table.ts'

export function messageCalls({ mailbox, basePath }: ApiServices): Call[] {
  const tag = 'Mensajes'
  return [
    {
      id: 'listMessages',
      method: 'GET',
      path: '/messages',
      who: 'administrator',
      tag,
      summary: 'Los mensajes de las visitas, con su entrega',
      query: messageQuerySchema,
      answers: {
        200: {
          description: 'Del más nuevo al más viejo; X-Total-Count y Link (RFC 8288) para paginar.',
          schema: responses.messagePage,
        },
      },
      refusals: ['invalid-query', 'sign-in-needed'],
      async handle({ url }) {
        return asked(messageQuerySchema, url, async (query) => {
          const { total, ...page } = await mailbox.list({ ...query, unread: query.unread !== undefined })
          return json(page, { headers: pageHeaders(`${basePath}/messages`, query, total) })
        })
      },
    },
    {
      id: 'getMessageSummary',
      method: 'GET',
      path: '/messages/summary',
      who: 'administrator',
      tag,
      summary: 'Cuántos mensajes hay sin leer, y si el correo sale',
      answers: { 200: { description: 'Para los menús.', schema: responses.messageSummary } },
      refusals: ['sign-in-needed'],
      handle: async () => json(await mailbox.summary()),
    },
    {
      id: 'getMessageSettings',
      method: 'GET',
      path: '/messages/settings',
      who: 'administrator',
      tag,
      summary: 'Cuánto se guardan los mensajes',
      answers: { 200: { description: 'En meses.', schema: responses.messageSettings } },
      refusals: ['sign-in-needed'],
      handle: async () => json(await mailbox.settings()),
    },
    {
      id: 'updateMessageSettings',
      method: 'PUT',
      path: '/messages/settings',
      who: 'administrator',
      tag,
      summary: 'Cambiar cuánto se guardan; lo que ya pasó ese tiempo se borra en el acto',
      body: { schema: messageSettingsSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'Como quedó.', schema: responses.messageSettings } },
      refusals: [...invalid, ...writing],
      async handle({ body, caller }) {
        return valid(messageSettingsSchema, body, async (sent) =>
          json(await mailbox.change(sent, caller.user)),
        )
      },
    },
    {
      id: 'getMessage',
      method: 'GET',
      path: '/messages/:id',
      who: 'administrator',
      tag,
      summary: 'Un mensaje; leerlo por acá no lo marca',
      answers: { 200: { description: 'El mensaje.', schema: responses.message } },
      refusals: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const message = await mailbox.one(params.id as string)
        return message ? json(message) : refused('not-found')
      },
    },
    {
      id: 'updateMessage',
      method: 'PUT',
      path: '/messages/:id',
      who: 'administrator',
      tag,
      summary: 'Marcar un mensaje como leído o no leído',
      body: { schema: messageUpdateSchema, maxBytes: BODY_MAX_BYTES },
      answers: { 200: { description: 'Como quedó.', schema: responses.message } },
      refusals: [...invalid, ...writing, 'not-found'],
      async handle({ params, body }) {
        return valid(messageUpdateSchema, body, async ({ read }) =>
          answer(await mailbox.mark(params.id as string, read), (message) => json(message)),
        )
      },
    },
    {
      id: 'deleteMessage',
      method: 'DELETE',
      path: '/messages/:id',
      who: 'administrator',
      tag,
      summary: 'Borrar un mensaje para siempre, con el correo que lo llevó',
      answers: { 204: { description: 'Borrado.' } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        return answer(await mailbox.remove(params.id as string, caller.user), () => noContent())
      },
    },
    {
      id: 'resendMessage',
      method: 'POST',
      path: '/messages/:id/resend',
      who: 'administrator',
      tag,
      summary: 'Volver a mandar un mensaje al correo del club; el cuerpo se ignora',
      answers: { 202: { description: 'Va a salir; la entrega sigue después.', schema: responses.message } },
      refusals: ['sign-in-needed', 'foreign-origin', 'not-found', 'no-mail'],
      async handle({ params }) {
        return answer(await mailbox.resend(params.id as string), (message) => json(message, { status: 202 }))
      },
    },
  ]
}
