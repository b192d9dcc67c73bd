/** Tables of messages and their answers. Times are milliseconds since 1970 in UTC. */
import type { Generated } from 'kysely'
import type { AnswerWay } from '../shared/delivery-state.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    messages: MessagesTable
    answers: AnswersTable
  }
}

interface MessagesTable {
  seq: Generated<number>
  id: string
  person: string
  from: string
  body: string
  createdAt: number
  readAt: number | null
  /** 1 while the message waits for an answer. */
  isOpen: Generated<number>
}

/** Answers of administrators to messages. They are deleted with the message. */
interface AnswersTable {
  seq: Generated<number>
  id: string
  messageId: string
  way: AnswerWay
  /** Text of the answer. '' when an administrator only marked the message as answered. */
  text: string
  /** Addresses to which the visitor's reply goes, joined by ', '. null when the answer was not sent by mail. */
  replyTo: string | null
  userId: string
  /** Address of the administrator at that time. It stays after the user's deletion, as does the name. */
  userEmail: string
  userName: string | null
  createdAt: number
  /** Time at which the worker gave up the delivery. null otherwise. */
  failedAt: number | null
  /** Reason why the worker gave up the delivery. */
  failure: string | null
}
