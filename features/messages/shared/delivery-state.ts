/** States of delivery in answers of the API. The browser imports only types from this file. */
import { z } from 'zod'
import { instant } from '../../../platform/api/shared/response-fields.ts'

const attempts = { deliveredAt: instant().nullable(), nextAttemptAt: instant().nullable() }

/**
 * Delivery of the mail that carries a visitor's message to the club. `waiting`: not sent yet. `failing`: an attempt failed,
 * and the next one is at `nextAttemptAt`. `kept`: the message is stored, but no mail carries it. Either the club has no
 * mail server (`reason` null), or too many messages came at once (`reason` set). An administrator can send a kept message
 * by hand. `reason` is Spanish, and may quote the mail server.
 */
export const deliverySchema = z.object({
  state: z
    .enum(['delivered', 'waiting', 'failing', 'kept'])
    .describe(
      'kept: el mensaje queda acá, porque no hay servidor de correo o, si hay `reason`, porque llegaron muchos a la vez.',
    ),
  ...attempts,
  reason: z.string().nullable().describe('Por qué no se entregó, o no a todos.'),
})
export type Delivery = z.infer<typeof deliverySchema>
export type DeliveryState = Delivery['state']

/** Delivery of the mail that carries an answer to the visitor. `failed`: no further attempt follows. */
export const answerDeliverySchema = z.object({
  state: z
    .enum(['delivered', 'waiting', 'failing', 'failed'])
    .describe('failed: ya no se intenta; se puede volver a mandar.'),
  ...attempts,
  reason: z.string().nullable(),
})
export type AnswerDelivery = z.infer<typeof answerDeliverySchema>

/**
 * How an answer was sent: by the club's mail server, from the administrator's own mail program, or by other means, such as
 * the telephone. The text of an answer by other means is not stored.
 */
export type AnswerWay = 'site' | 'own' | 'elsewhere'
