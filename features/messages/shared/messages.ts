/** Schemas of the API of messages. The browser imports only types from this file. */
import { z } from 'zod'
import { email, id, instant } from '../../../platform/api/shared/response-fields.ts'
import { answerDeliverySchema, deliverySchema } from './delivery-state.ts'

const addresses = z.array(z.string())

const answered = z.object({
  way: z
    .enum(['site', 'own', 'elsewhere'])
    .describe('site: lo mandó el sitio; own: desde el correo de quien respondió; elsewhere: por otro lado.'),
  by: z.string().describe('El e-mail que tenía entonces.'),
  byName: z.string().nullable().describe('El nombre que tenía entonces.'),
  at: instant(),
})
/** The author of an answer, with the e-mail address and the name at the time of the answer. */
export type Answered = z.infer<typeof answered>

const answer = z
  .object({
    _id: id(),
    ...answered.shape,
    text: z.string(),
    replyTo: addresses.describe('A quién le llega lo que conteste la visita.'),
    delivery: answerDeliverySchema.nullable().describe('null: no la mandó el sitio.'),
  })
  .meta({ id: 'Answer' })
export type MessageAnswer = z.infer<typeof answer>

const messageFields = z.object({
  _id: id(),
  person: z.string(),
  from: email(),
  body: z.string(),
  createdAt: instant(),
  updatedAt: instant(),
  readAt: instant().nullable().describe('null: nadie lo leyó.'),
  open: z.boolean().describe('Si espera una respuesta.'),
  answered: answered.nullable().describe('La última respuesta; null: no tiene.'),
  delivery: deliverySchema,
})

const message = messageFields.meta({ id: 'Message' })
export type Message = z.infer<typeof message>

export const messageDetail = z
  .object({
    ...messageFields.shape,
    answers: z.array(answer).describe('De la primera a la última.'),
    replyTo: addresses.describe('A quién le llegaría lo que conteste la visita, si respondieras vos.'),
    delivers: z.boolean().describe('Si el sitio manda las respuestas: tiene un servidor de correo.'),
  })
  .meta({ id: 'MessageDetail' })
export type MessageDetail = z.infer<typeof messageDetail>

export const answerTemplates = z
  .object({ templates: z.array(z.object({ name: z.string(), text: z.string() })) })
  .meta({ id: 'AnswerTemplates' })
export type Templates = z.infer<typeof answerTemplates>
export type Template = Templates['templates'][number]

export const messagePage = z
  .object({
    data: z.array(message),
    unread: z.int().describe('Cuántos hay sin leer, en total.'),
    unanswered: z.int().describe('Cuántos esperan una respuesta, en total.'),
  })
  .meta({ id: 'MessagePage' })
export type MessagePage = z.infer<typeof messagePage>

/** Response to a visitor whose message was stored. */
export const received = z.object({ _id: z.string() }).meta({ id: 'Received' })

export const messageSettings = z
  .object({ keptMonths: z.int().describe('Meses que se guarda un mensaje.') })
  .meta({ id: 'MessageSettings' })
export type MessageSettings = z.infer<typeof messageSettings>
