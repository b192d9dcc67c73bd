/**
 * The state of the mail with a message to the club. `waiting`: it is sent soon. `failing`: attempts failed, and the next is at
 * `nextAttemptAt`. `kept`: there is no mail, because there is no mail server, or, with a `reason`, because too many messages
 * came at once. An administrator can then send it by hand.
 */
export type DeliveryState = 'delivered' | 'waiting' | 'failing' | 'kept'

export interface Delivery {
  state: DeliveryState
  /** When it was delivered. */
  deliveredAt: string | null
  nextAttemptAt: string | null
  /** Why it was not delivered, or not to all recipients. Spanish, with the words of the mail server. */
  reason: string | null
}

/** The state of the mail with an answer to a visitor. `failed`: it is not tried again. */
export interface AnswerDelivery extends Omit<Delivery, 'state'> {
  state: 'delivered' | 'waiting' | 'failing' | 'failed'
}

/**
 * How an answer was sent: by the club's mail server, from the mail program of an administrator, or otherwise, such as by
 * telephone. The site does not know the text of the last.
 */
export type AnswerWay = 'site' | 'own' | 'elsewhere'
