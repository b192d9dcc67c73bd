/** Schemas of answers about messages. */
import { z } from 'zod'
import { id, instant } from '../../../platform/api/server/response-fields.ts'
import { tasks } from '../../first-day/shared/first-day.ts'
import type { Templates } from '../shared/answer-templates.ts'
import type {
  Answered,
  Message,
  MessageAnswer,
  MessageDetail,
  MessagePage,
  MessageSettings,
  MessageSummary,
} from '../shared/messages.ts'

const addresses = z.array(z.string())

const answered = z.object({
  way: z
    .enum(['site', 'own', 'elsewhere'])
    .describe('site: lo mandó el sitio; own: desde el correo de quien respondió; elsewhere: por otro lado.'),
  by: z.string().describe('El e-mail que tenía entonces.'),
  byName: z.string().nullable().describe('El nombre que tenía entonces.'),
  at: instant(),
}) satisfies z.ZodType<Answered>

const answer = z
  .object({
    _id: id(),
    ...answered.shape,
    text: z.string(),
    replyTo: addresses.describe('A quién le llega lo que conteste la visita.'),
    delivery: z
      .object({
        state: z
          .enum(['delivered', 'waiting', 'failing', 'failed'])
          .describe('failed: ya no se intenta; se puede volver a mandar.'),
        deliveredAt: instant().nullable(),
        nextAttemptAt: instant().nullable(),
        reason: z.string().nullable(),
      })
      .nullable()
      .describe('null: no la mandó el sitio.'),
  })
  .meta({ id: 'Answer' }) satisfies z.ZodType<MessageAnswer>

const messageFields = z.object({
  _id: id(),
  person: z.string(),
  from: z.email(),
  body: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
  readAt: instant().nullable().describe('null: nadie lo leyó.'),
  open: z.boolean().describe('Si espera una respuesta.'),
  answered: answered.nullable().describe('La última respuesta; null: no tiene.'),
  delivery: z.object({
    state: z
      .enum(['delivered', 'waiting', 'failing', 'kept'])
      .describe(
        'kept: el mensaje queda acá, porque no hay servidor de correo o, si hay `reason`, porque llegaron muchos a la vez.',
      ),
    deliveredAt: instant().nullable(),
    nextAttemptAt: instant().nullable(),
    reason: z.string().nullable().describe('Por qué no se entregó, o no a todos.'),
  }),
})

const message = messageFields.meta({ id: 'Message' }) satisfies z.ZodType<Message>

export const messageDetail = z
  .object({
    ...messageFields.shape,
    answers: z.array(answer).describe('De la primera a la última.'),
    replyTo: addresses.describe('A quién le llegaría lo que conteste la visita, si respondieras vos.'),
    delivers: z.boolean().describe('Si el sitio manda las respuestas: tiene un servidor de correo.'),
  })
  .meta({ id: 'MessageDetail' }) satisfies z.ZodType<MessageDetail>

export const answerTemplates = z
  .object({ templates: z.array(z.object({ name: z.string(), text: z.string() })) })
  .meta({ id: 'AnswerTemplates' }) satisfies z.ZodType<Templates>

export const messagePage = z
  .object({
    data: z.array(message),
    unread: z.int().describe('Cuántos hay sin leer, en total.'),
    unanswered: z.int().describe('Cuántos esperan una respuesta, en total.'),
  })
  .meta({ id: 'MessagePage' }) satisfies z.ZodType<MessagePage>

/** The answer to a visitor's message: it was stored. */
export const received = z.object({ _id: z.string() }).meta({ id: 'Received' })

export const messageSummary = z
  .object({
    unread: z.int(),
    unanswered: z.int().describe('Cuántos esperan una respuesta.'),
    mail: z.object({
      delivers: z.boolean().describe('Si hay un servidor de correo.'),
      pending: z.int().describe('Correos que esperan salir.'),
      failed: z.int().describe('De esos, los que ya fallaron alguna vez.'),
    }),
    missing: z.array(z.enum(tasks)).describe('Lo que al club le falta para empezar.'),
  })
  .meta({ id: 'MessageSummary' }) satisfies z.ZodType<MessageSummary>

export const messageSettings = z
  .object({ keptMonths: z.int().describe('Meses que se guarda un mensaje.') })
  .meta({ id: 'MessageSettings' }) satisfies z.ZodType<MessageSettings>
