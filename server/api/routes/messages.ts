/** Messages of visitors, for administrators. */
import {
  messageQuerySchema,
  messageSettingsSchema,
  messageUpdateSchema,
} from '../../../contract/content/schemas.ts'
import { BODY_MAX_BYTES } from '../../../contract/limits.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { pageHeaders } from '../paging.ts'
import * as responses from '../responses.ts'
import {
  answerOutcome,
  bodyProblems,
  json,
  noContent,
  type Route,
  withValidBody,
  withValidQuery,
  writeProblems,
} from '../route.ts'
import type { ApiServices } from '../services.ts'

export function messageRoutes({ contactMessages, firstDay, basePath }: ApiServices): Route[] {
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
      responses: {
        200: {
          description: 'Del más nuevo al más viejo; X-Total-Count y Link (RFC 8288) para paginar.',
          schema: responses.messagePage,
        },
      },
      problems: ['invalid-query', 'sign-in-needed'],
      async handle({ url }) {
        return withValidQuery(messageQuerySchema, url, async (query) => {
          const { total, ...page } = await contactMessages.list({
            ...query,
            unread: query.unread !== undefined,
          })
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
      summary: 'Cuántos mensajes hay sin leer, si el correo sale, y qué le falta al club',
      responses: { 200: { description: 'Para los menús.', schema: responses.messageSummary } },
      problems: ['sign-in-needed'],
      async handle() {
        const [summary, missing] = await Promise.all([contactMessages.summary(), firstDay.missing()])
        return json({ ...summary, missing })
      },
    },
    {
      id: 'getMessageSettings',
      method: 'GET',
      path: '/messages/settings',
      who: 'administrator',
      tag,
      summary: 'Cuánto se guardan los mensajes',
      responses: { 200: { description: 'En meses.', schema: responses.messageSettings } },
      problems: ['sign-in-needed'],
      handle: async () => json(await contactMessages.settings()),
    },
    {
      id: 'updateMessageSettings',
      method: 'PUT',
      path: '/messages/settings',
      who: 'administrator',
      tag,
      summary: 'Cambiar cuánto se guardan; lo que ya pasó ese tiempo se borra en el acto',
      body: { schema: messageSettingsSchema, maxBytes: BODY_MAX_BYTES },
      responses: { 200: { description: 'Como quedó.', schema: responses.messageSettings } },
      problems: [...bodyProblems, ...writeProblems],
      async handle({ body, caller }) {
        return withValidBody(messageSettingsSchema, body, async (sent) =>
          json(await contactMessages.change(sent, caller.user)),
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
      responses: { 200: { description: 'El mensaje.', schema: responses.message } },
      problems: ['sign-in-needed', 'not-found'],
      async handle({ params }) {
        const message = await contactMessages.one(params.id as string)
        return message ? json(message) : problemResponse('not-found')
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
      responses: { 200: { description: 'Como quedó.', schema: responses.message } },
      problems: [...bodyProblems, ...writeProblems, 'not-found'],
      async handle({ params, body }) {
        return withValidBody(messageUpdateSchema, body, async ({ read }) =>
          answerOutcome(await contactMessages.mark(params.id as string, read), (message) => json(message)),
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
      responses: { 204: { description: 'Borrado.' } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found'],
      async handle({ params, caller }) {
        return answerOutcome(await contactMessages.remove(params.id as string, caller.user), () =>
          noContent(),
        )
      },
    },
    {
      id: 'resendMessage',
      method: 'POST',
      path: '/messages/:id/resend',
      who: 'administrator',
      tag,
      summary: 'Volver a mandar un mensaje al correo del club; el cuerpo se ignora',
      responses: { 202: { description: 'Va a salir; la entrega sigue después.', schema: responses.message } },
      problems: ['sign-in-needed', 'foreign-origin', 'not-found', 'no-mail'],
      async handle({ params }) {
        return answerOutcome(await contactMessages.resend(params.id as string), (message) =>
          json(message, { status: 202 }),
        )
      },
    },
  ]
}
