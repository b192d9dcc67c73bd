/** Routes of messages: visitors send them with the contact form, administrators read and answer them. */

import { csvResponse } from '../../../platform/api/server/csv.ts'
import { createPageHeaders } from '../../../platform/api/server/paging.ts'
import { ids } from '../../../platform/api/server/responses.ts'
import {
  bodyProblems,
  createEtag,
  defineRoute,
  identifyRequest,
  json,
  noContent,
  respondWithEntity,
  respondWithOutcome,
} from '../../../platform/api/server/route.ts'
import { problemResponse } from '../../../platform/http/problem-response.ts'
import { ANONYMOUS_TEXT_MAX_BYTES } from '../../../platform/shared/limits.ts'
import type { FirstDay } from '../../first-day/index.server.ts'
import { messageSummary } from '../../home/shared/overview.ts'
import {
  answerSchema,
  messageFilterSchema,
  messageQuerySchema,
  messageSchema,
  messageSettingsSchema,
  messagesSchema,
  messagesUpdateSchema,
  messageUpdateSchema,
  templatesSchema,
} from '../shared/message-schemas.ts'
import * as answers from '../shared/messages.ts'
import { messagePermissions } from './message-permissions.ts'
import type { ContactMessages } from './messages.ts'
import type { VersionedTemplates } from './stored-answer-templates.ts'

interface Services {
  contactMessages: ContactMessages
  firstDay: Pick<FirstDay, 'missing'>
  basePath: string
}

const tag = 'Mensajes'

export const messageRoutes = (services: Services) =>
  [
    ...messageListRoutes(services),
    ...templateRoutes(services),
    ...summaryAndSettingsRoutes(services),
    ...singleMessageRoutes(services),
    ...answerRoutes(services),
  ] as const

function messageListRoutes({ contactMessages, basePath }: Services) {
  return [
    defineRoute({
      id: 'listMessages',
      method: 'GET',
      path: '/messages',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Los mensajes de las visitas, con su entrega',
      query: messageQuerySchema,
      responses: {
        200: {
          description: 'Del más nuevo al más viejo; X-Total-Count y Link (RFC 8288) para paginar.',
          headers: ['X-Total-Count', 'Link'],
          schema: answers.messagePage,
        },
      },
      async handle({ query }) {
        const { total, ...page } = await contactMessages.list({
          ...query,
          unread: query.unread !== undefined,
          unanswered: query.unanswered !== undefined,
        })
        return json(page, { headers: createPageHeaders(`${basePath}/messages`, query, total) })
      },
    }),
    defineRoute({
      id: 'updateMessages',
      method: 'PUT',
      path: '/messages',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Marcar varios: leídos o no, respondidos o sin responder',
      body: messagesUpdateSchema,
      responses: { 200: { description: 'Los que cambiaron.', schema: ids } },
      problems: bodyProblems,
      handle: async ({ body: { ids, ...marks }, caller }) =>
        json({ ids: await contactMessages.mark(ids, marks, caller.user) }),
    }),
    defineRoute({
      id: 'deleteMessages',
      method: 'POST',
      path: '/messages/batch/delete',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Borrar varios para siempre',
      body: messagesSchema,
      responses: { 200: { description: 'Los que estaban y se borraron.', schema: ids } },
      problems: bodyProblems,
      handle: async ({ body: { ids }, caller }) =>
        json({ ids: await contactMessages.remove(ids, caller.user) }),
    }),
    defineRoute({
      id: 'exportMessages',
      method: 'GET',
      path: '/messages/export.csv',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Los mensajes como planilla, con los mismos filtros',
      query: messageFilterSchema,
      responses: {
        200: {
          description: 'CSV (RFC 4180) en UTF-8 con su marca, del más nuevo al más viejo.',
          contentType: 'text/csv',
        },
      },
      async handle({ query: { q, unread, unanswered } }) {
        const filter = { q, unread: unread !== undefined, unanswered: unanswered !== undefined }
        return csvResponse(await contactMessages.export(filter), 'mensajes.csv')
      },
    }),
  ] as const
}

const templatesAnswer = ({ version, templates }: VersionedTemplates) =>
  json({ templates }, { headers: { ETag: createEtag(version) } })

function templateRoutes({ contactMessages: { templates } }: Services) {
  return [
    defineRoute({
      id: 'getMessageTemplates',
      method: 'GET',
      path: '/messages/templates',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Las respuestas guardadas',
      headers: ['If-None-Match'],
      responses: { 200: { description: 'En su orden.', schema: answers.answerTemplates } },
      async handle({ request }) {
        const { version, templates: stored } = await templates.read()
        return respondWithEntity(request, { templates: stored }, createEtag(version), 'private, no-store')
      },
    }),
    defineRoute({
      id: 'updateMessageTemplates',
      method: 'PUT',
      path: '/messages/templates',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Cambiar las respuestas guardadas: las que llegan reemplazan a todas',
      headers: ['If-Match', 'If-None-Match'],
      body: templatesSchema,
      responses: { 200: { description: 'Como quedaron.', schema: answers.answerTemplates } },
      problems: bodyProblems,
      handle: async ({ body, precondition }) =>
        respondWithOutcome(await templates.change(body.templates, precondition), templatesAnswer),
    }),
  ] as const
}

function summaryAndSettingsRoutes({ contactMessages, firstDay }: Services) {
  return [
    defineRoute({
      id: 'getMessageSummary',
      method: 'GET',
      path: '/messages/summary',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Cuántos mensajes hay sin leer y sin responder, si el correo sale, y qué le falta al club',
      responses: { 200: { description: 'Para los menús.', schema: messageSummary } },
      async handle() {
        const [summary, missing] = await Promise.all([contactMessages.summary(), firstDay.missing()])
        return json({ ...summary, missing })
      },
    }),
    defineRoute({
      id: 'getMessageSettings',
      method: 'GET',
      path: '/messages/settings',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Cuánto se guardan los mensajes',
      responses: { 200: { description: 'En meses.', schema: answers.messageSettings } },
      handle: async () => json(await contactMessages.settings()),
    }),
    defineRoute({
      id: 'updateMessageSettings',
      method: 'PUT',
      path: '/messages/settings',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Cambiar cuánto se guardan; lo que ya pasó ese tiempo se borra en el acto',
      body: messageSettingsSchema,
      responses: { 200: { description: 'Como quedó.', schema: answers.messageSettings } },
      problems: bodyProblems,
      handle: async ({ body, caller }) => json(await contactMessages.change(body, caller.user)),
    }),
  ] as const
}

/** Routes of one message. They must follow the routes with fixed paths, because `/messages/:id` also matches those. */
function singleMessageRoutes({ contactMessages }: Services) {
  return [
    defineRoute({
      id: 'getMessage',
      method: 'GET',
      path: '/messages/:id',
      access: messagePermissions['messages.read'],
      tag,
      summary: 'Un mensaje con sus respuestas; leerlo por acá no lo marca',
      responses: { 200: { description: 'El mensaje.', schema: answers.messageDetail } },
      problems: ['not-found'],
      async handle({ params, caller }) {
        const message = await contactMessages.one(params.id, caller.user)
        return message ? json(message) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'updateMessage',
      method: 'PUT',
      path: '/messages/:id',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Marcar un mensaje: leído o no, respondido o sin responder',
      body: messageUpdateSchema,
      responses: { 200: { description: 'Como quedó.', schema: answers.messageDetail } },
      problems: [...bodyProblems, 'not-found'],
      async handle({ params, body, caller }) {
        await contactMessages.mark([params.id], body, caller.user)
        const message = await contactMessages.one(params.id, caller.user)
        return message ? json(message) : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'deleteMessage',
      method: 'DELETE',
      path: '/messages/:id',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Borrar un mensaje para siempre, con el correo que lo llevó',
      responses: { 204: { description: 'Borrado.' } },
      problems: ['not-found'],
      async handle({ params, caller }) {
        const deletedIds = await contactMessages.remove([params.id], caller.user)
        return deletedIds.length > 0 ? noContent() : problemResponse('not-found')
      },
    }),
    defineRoute({
      id: 'resendMessage',
      method: 'POST',
      path: '/messages/:id/resend',
      access: messagePermissions['messages.write'],
      tag,
      summary: 'Volver a mandar un mensaje al correo del club; el cuerpo se ignora',
      responses: {
        202: { description: 'Va a salir; la entrega sigue después.', schema: answers.messageDetail },
      },
      problems: ['not-found', 'no-mail'],
      handle: async ({ params, caller }) =>
        respondWithOutcome(await contactMessages.resend(params.id, caller.user), (message) =>
          json(message, { status: 202 }),
        ),
    }),
  ] as const
}

function answerRoutes({ contactMessages }: Services) {
  return [
    defineRoute({
      id: 'answerMessage',
      method: 'POST',
      path: '/messages/:id/answers',
      access: messagePermissions['messages.answer'],
      tag,
      summary: 'Responder un mensaje: por mail a quien lo escribió, o dejar escrito lo que se le respondió',
      headers: ['Idempotency-Key'],
      unparsedBody: answerSchema,
      responses: {
        201: {
          description: 'El mensaje con su respuesta; la entrega sigue después.',
          schema: answers.messageDetail,
        },
      },
      problems: [...bodyProblems, 'not-found', 'no-mail', 'too-many-answers'],
      handle: async ({ params, body, ...context }) =>
        respondWithOutcome(
          await contactMessages.answer(params.id, body, context.caller.user, identifyRequest(context)),
          (message) => json(message, { status: 201 }),
        ),
    }),
    defineRoute({
      id: 'resendAnswer',
      method: 'POST',
      path: '/messages/:id/answers/:answer/resend',
      access: messagePermissions['messages.answer'],
      tag,
      summary:
        'Probar ahora con una respuesta que no llegó; lo entregado no sale de nuevo, y el cuerpo se ignora',
      responses: {
        202: { description: 'Va a salir; la entrega sigue después.', schema: answers.messageDetail },
      },
      problems: ['not-found', 'no-mail'],
      handle: async ({ params: { id, answer }, caller }) =>
        respondWithOutcome(await contactMessages.resendAnswer(id, answer, caller.user), (message) =>
          json(message, { status: 202 }),
        ),
    }),
  ] as const
}

/** The route that receives the contact form. */
export function mailRoutes({ contactMessages }: Services) {
  return [
    defineRoute({
      id: 'sendMessage',
      method: 'POST',
      path: '/mail/sendMail',
      access: messagePermissions['messages.send'],
      bound: 'write',
      tag: 'Contacto',
      summary: 'Enviar un mensaje al club',
      unparsedBody: messageSchema,
      // Each of the MESSAGE_MAX characters can be an escape of six bytes.
      maxBytes: ANONYMOUS_TEXT_MAX_BYTES,
      responses: {
        201: {
          description: 'Guardado; la entrega sigue después.',
          schema: answers.received,
        },
      },
      problems: [...bodyProblems, 'too-many-attempts'],
      handle: async ({ body, caller }) =>
        respondWithOutcome(await contactMessages.receive(body, caller.address), (stored) =>
          json(stored, { status: 201 }),
        ),
    }),
  ] as const
}
