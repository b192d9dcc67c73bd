/** The delivery of mails, in answers of the API. The browser imports only types from this file. */
import { z } from 'zod'
import { instant } from '../api/shared/response-fields.ts'

const attempts = { deliveredAt: instant().nullable(), nextAttemptAt: instant().nullable() }

/**
 * The mail that carries a message to the club. `waiting`: about to be sent. `failing`: a try failed, and the next one is at
 * `nextAttemptAt`. `kept`: no mail carries the message, because there is no mail server, or, with a `reason`, because too many
 * came at once. An administrator can send it by hand. `reason` is Spanish, with the words of the mail server.
 */
export const delivery = z.object({
  state: z
    .enum(['delivered', 'waiting', 'failing', 'kept'])
    .describe(
      'kept: el mensaje queda acá, porque no hay servidor de correo o, si hay `reason`, porque llegaron muchos a la vez.',
    ),
  ...attempts,
  reason: z.string().nullable().describe('Por qué no se entregó, o no a todos.'),
})
export type Delivery = z.infer<typeof delivery>
export type DeliveryState = Delivery['state']

/** The mail that carries an answer to the visitor. `failed`: it is not tried again. */
export const answerDelivery = z.object({
  state: z
    .enum(['delivered', 'waiting', 'failing', 'failed'])
    .describe('failed: ya no se intenta; se puede volver a mandar.'),
  ...attempts,
  reason: z.string().nullable(),
})
export type AnswerDelivery = z.infer<typeof answerDelivery>

/**
 * How an answer was sent: by the club's mail server, from the administrator's own mail program, or elsewhere, such as by
 * telephone. The text of an answer sent elsewhere is not stored.
 */
export type AnswerWay = 'site' | 'own' | 'elsewhere'
