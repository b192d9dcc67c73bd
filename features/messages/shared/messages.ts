/** Messages of visitors as administrators read them, under /messages (back office). */
import type { AnswerDelivery, AnswerWay, Delivery } from '../../../platform/mail/delivery-state.ts'
import type { Task } from '../../first-day/shared/first-day.ts'

/** Who answered, by the address and the name that they had then, and when. */
export interface Answered {
  way: AnswerWay
  by: string
  byName: string | null
  at: string
}

export interface MessageAnswer extends Answered {
  _id: string
  text: string
  /** Whom the visitor writes to in return; nobody unless the site sent it. */
  replyTo: string[]
  /** null unless the site sends it. */
  delivery: AnswerDelivery | null
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
  /** Whether it waits for an answer. */
  open: boolean
  /** The last answer; null: there is none. */
  answered: Answered | null
  delivery: Delivery
}

export interface MessageDetail extends Message {
  /** The first one first. */
  answers: MessageAnswer[]
  /** Whom the visitor would write to in return, did the caller answer now. */
  replyTo: string[]
  /** Whether the site would send that answer: it has a mail server. */
  delivers: boolean
}

export interface MessagePage {
  data: Message[]
  /** How many in all nobody has read. */
  unread: number
  /** How many in all wait for an answer. */
  unanswered: number
}

export interface MessageSummary {
  unread: number
  /** How many wait for an answer. */
  unanswered: number
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
