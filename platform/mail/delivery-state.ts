/**
 * What became of the mail that carries a message to the club: `delivered`; `waiting`, about to go out; `failing`, tried
 * without success and tried again at `nextAttemptAt`; or `kept`: no mail carries it, so it stays here. There is no mail server,
 * or, with a `reason`, too many came at once; such a one can be sent by hand.
 */
export type DeliveryState = 'delivered' | 'waiting' | 'failing' | 'kept'

export interface Delivery {
  state: DeliveryState
  /** When it was delivered. */
  deliveredAt: string | null
  nextAttemptAt: string | null
  /** Why it was not, or not to everybody: Spanish, with the words of the mail server. */
  reason: string | null
}

/** What became of the mail that carries an answer to the visitor. `failed`: nothing tries it any more. */
export interface AnswerDelivery extends Omit<Delivery, 'state'> {
  state: 'delivered' | 'waiting' | 'failing' | 'failed'
}

/**
 * How an answer went: by the club's mail server, from the mail program of whoever answered, or otherwise (by
 * telephone, say), of which the site knows no words.
 */
export type AnswerWay = 'site' | 'own' | 'elsewhere'
