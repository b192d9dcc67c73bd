/** Messages of visitors as administrators read them, under /messages (back office). */
import type { Task } from '../first-day.ts'

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

export interface Message {
  _id: string
  person: string
  from: string
  body: string
  createdAt: string
  updatedAt: string
  /** null: nobody has. */
  readAt: string | null
  delivery: Delivery
}

export interface MessagePage {
  data: Message[]
  /** How many in all nobody has read. */
  unread: number
}

export interface MessageSummary {
  unread: number
  mail: {
    /** Whether there is a mail server. */
    delivers: boolean
    /** Mails that wait, to whomever. */
    pending: number
    /** Of those, the ones that were tried without success. */
    failed: number
  }
  /** What the club has not done yet; nothing once somebody dismissed it. */
  missing: Task[]
}

export interface MessageSettings {
  /** Months after which a message is erased. */
  keptMonths: number
}
