/** Reads messages for administrators: lists, single messages with their answers, and totals. */
import type { Database } from '../../../platform/db/connect.ts'
import { matchesSearch } from '../../../platform/db/search.ts'
import type { Row } from '../../../platform/db/tables.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { MessageSummary, WaitingMessage } from '../../home/shared/overview.ts'
import type { Message, MessageDetail, MessagePage } from '../shared/messages.ts'
import type { AnswerAuthor, Answers } from './answers.ts'
import { findOutboxStates, formatInstant, getMessageDelivery } from './delivery.ts'

export interface MessageFilter {
  /** Search text. Each word must be the start of a word in name, e-mail address or text. */
  q: string
  unread: boolean
  /** True lists only messages that wait for an answer. */
  unanswered: boolean
}

export interface MessageQuery extends MessageFilter {
  limit: number
  page: number
}

export interface MessageReading {
  /** Reads a page of the list, newest first. */
  list(query: MessageQuery): Promise<MessagePage & { total: number }>
  /** Reads the newest messages that wait for an answer. */
  lastOpen(limit: number): Promise<WaitingMessage[]>
  one(id: string, by: AnswerAuthor): Promise<MessageDetail | null>
  count(): Promise<{ unread: number; unanswered: number }>
  summary(): Promise<Omit<MessageSummary, 'missing'>>
}

interface ReadingOptions {
  database: Database
  outbox: Outbox
  answers: Answers
  now: () => number
}

export function createMessageReading({ database, outbox, answers, now }: ReadingOptions): MessageReading {
  const { read } = database

  async function counts(): Promise<{ unread: number; unanswered: number }> {
    const all = read.selectFrom('messages').select((row) => row.fn.countAll<number>().as('n'))
    const [unread, open] = await Promise.all([
      all.where('readAt', 'is', null).executeTakeFirstOrThrow(),
      all.where('isOpen', '=', 1).executeTakeFirstOrThrow(),
    ])
    return { unread: Number(unread.n), unanswered: Number(open.n) }
  }

  /** Adds to each message its last answer and the delivery of its mail. */
  async function present(rows: Row<'messages'>[]): Promise<Message[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [mails, answered] = await Promise.all([
      findOutboxStates(read, 'messageId', ids),
      answers.readLast(ids),
    ])
    return rows.map((row) => {
      const last = answered.get(row.id) ?? null
      const times = [row.createdAt, row.readAt ?? 0, last ? Date.parse(last.at) : 0]
      return {
        _id: row.id,
        person: row.person,
        from: row.from,
        body: row.body,
        createdAt: formatInstant(row.createdAt),
        updatedAt: formatInstant(Math.max(...times)),
        readAt: row.readAt === null ? null : formatInstant(row.readAt),
        open: row.isOpen === 1,
        answered: last,
        delivery: getMessageDelivery(mails.get(row.id), { delivers: outbox.delivers, now: now() }),
      }
    })
  }

  return {
    async list({ limit, page, ...filter }) {
      const query = filterMessages(database, filter)
      const [{ n }, rows, inAll] = await Promise.all([
        query.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
        query
          .select(['id', 'seq', 'person', 'from', 'body', 'createdAt', 'readAt', 'isOpen'])
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        counts(),
      ])
      return { data: await present(rows), ...inAll, total: Number(n) }
    },

    async lastOpen(limit) {
      const rows = await read
        .selectFrom('messages')
        .select(['id', 'person', 'createdAt'])
        .where('isOpen', '=', 1)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id, person, createdAt }) => ({
        _id: id,
        person,
        createdAt: formatInstant(createdAt),
      }))
    },

    async one(id, by) {
      const row = await findMessage(database, id)
      if (!row) return null
      const [[message], given] = await Promise.all([present([row]), answers.list(row.id)])
      return {
        ...(message as Message),
        answers: given,
        replyTo: answers.replyTo(by),
        delivers: outbox.delivers,
      }
    },

    count: counts,

    async summary() {
      const [inAll, { pending, failed }] = await Promise.all([counts(), outbox.status()])
      return { ...inAll, mail: { delivers: outbox.delivers, pending, failed } }
    },
  }
}

export const findMessage = ({ read }: Pick<Database, 'read'>, id: string) =>
  read.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Creates the query of the messages that match a filter. */
export function filterMessages({ read, dialect }: Database, { q, unread, unanswered }: MessageFilter) {
  const condition = matchesSearch(dialect, 'messages', q)
  let query = read.selectFrom('messages')
  if (condition) query = query.where(condition)
  if (unread) query = query.where('readAt', 'is', null)
  if (unanswered) query = query.where('isOpen', '=', 1)
  return query
}
