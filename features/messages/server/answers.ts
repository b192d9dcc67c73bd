/** Answers of administrators to messages. A message waits until an administrator answers it or marks it as answered. */

import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { hasUnusualLetters } from '../../../platform/auth/shared/emails.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import { type Database, transact } from '../../../platform/db/connect.ts'
import { createOnce, type KeyedRequest } from '../../../platform/db/idempotency.ts'
import type { Actor } from '../../../platform/db/record-entry.ts'
import type { Row, Tables } from '../../../platform/db/tables.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { ANSWERS_MAX } from '../shared/message-limits.ts'
import { answerSchema } from '../shared/message-schemas.ts'
import type { Answered, MessageAnswer } from '../shared/messages.ts'
import { insertAnswer } from './answer-rows.ts'
import { findOutboxStates, getAnswerDelivery, type OutboxState } from './delivery.ts'
import { composeAnswerMail } from './message-mails.ts'

/** The author of an answer, with the current name if the user has one. */
export type AnswerAuthor = Actor & { name?: string | null }

export interface Answers {
  /** Returns the Reply-To addresses of an answer by this author. */
  replyTo(by: AnswerAuthor): string[]
  /** Reads the answers to a message, oldest first. */
  list(messageId: string): Promise<MessageAnswer[]>
  /** Reads the last answer to each message. */
  readLast(messageIds: string[]): Promise<Map<string, Answered>>
  /**
   * Stores an answer, queues its mail if the club sends mail, and marks the message as answered, all in one transaction.
   * @param request a repeated request adds no answer. null without an Idempotency-Key
   */
  add(
    messageId: string,
    body: unknown,
    by: AnswerAuthor,
    request: KeyedRequest | null,
  ): Promise<Outcome<null>>
  /** Sends an answer again immediately, also after its delivery was given up. A delivered answer is not sent again. */
  resend(messageId: string, id: string): Promise<Outcome<null>>
}

interface AnswersOptions {
  database: Database
  outbox: Outbox
  settings: Pick<SettingsService, 'all'>
  env: Pick<Env, 'mailTo'>
  now: () => number
}

const NO_MAIL = 'El sitio no tiene un servidor de correo: respondé desde el tuyo.'

export function createAnswers({ database, outbox, settings, env, now }: AnswersOptions): Answers {
  const { read } = database

  // A mail cannot name an address as Reply-To that has no ASCII form (send-and-retry.ts).
  const replyTo = (by: AnswerAuthor): string[] =>
    (env.mailTo ?? [by.email]).filter((address) => !hasUnusualLetters(address))

  return {
    replyTo,

    async list(messageId) {
      const rows = await read
        .selectFrom('answers')
        .selectAll()
        .where('messageId', '=', messageId)
        .orderBy('seq')
        .execute()
      if (rows.length === 0) return []
      const mails = await findOutboxStates(
        read,
        'answerId',
        rows.map(({ id }) => id),
      )
      return rows.map((row) => present(row, mails.get(row.id)))
    },

    async readLast(messageIds) {
      const rows = await read
        .selectFrom('answers')
        .select(['messageId', 'way', 'userEmail', 'userName', 'createdAt'])
        .where('messageId', 'in', messageIds)
        .orderBy('seq')
        .execute()
      return new Map(rows.map((row) => [row.messageId, getAnswered(row)]))
    },

    async add(messageId, body, by, request) {
      const parsed = parse(answerSchema, body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const { text, way } = parsed.value
      return createOnce(read, {
        resource: 'answers',
        request,
        async create(remember) {
          if (way === 'site' && !outbox.delivers) return problem('no-mail', { detail: NO_MAIL })
          const { identity } = await settings.all()
          const to = replyTo(by)
          const added = await transact(database, async (tx): Promise<Outcome<null>> => {
            const at = now()
            const message = await tx
              .updateTable('messages')
              .set((row) => ({ isOpen: 0, readAt: row.fn.coalesce('readAt', row.val(at)) }))
              .where('id', '=', messageId)
              .returning(['from', 'body', 'createdAt'])
              .executeTakeFirst()
            if (!message) return problem('not-found')
            const { n } = await tx
              .selectFrom('answers')
              .select((row) => row.fn.countAll<number>().as('n'))
              .where('messageId', '=', messageId)
              .executeTakeFirstOrThrow()
            if (Number(n) >= ANSWERS_MAX) return problem('too-many-answers')
            const sent = { way, text, replyTo: way === 'site' ? to : [] }
            const answerId = await insertAnswer(tx, { messageId, ...sent, by, at })
            if (way === 'site')
              await outbox.enqueue(tx, {
                ...composeAnswerMail(identity, { message, text, replyTo: to }),
                answerId,
              })
            return remember(tx, messageId, at)
          })
          if (added.ok) outbox.wake()
          return added
        },
        readCreated: async (id) => (id === messageId ? success(null) : problem('key-reused')),
      })
    },

    async resend(messageId, id) {
      const answer = await read
        .selectFrom('answers')
        .innerJoin('messages', 'messages.id', 'answers.messageId')
        .select(['answers.text', 'answers.replyTo', 'messages.from', 'messages.body', 'messages.createdAt'])
        .where('answers.id', '=', id)
        .where('messageId', '=', messageId)
        .where('way', '=', 'site')
        .executeTakeFirst()
      if (!answer) return problem('not-found')
      if (!outbox.delivers) return problem('no-mail', { detail: NO_MAIL })
      const { identity } = await settings.all()
      const replyTo = getAddresses(answer.replyTo)
      const mail = composeAnswerMail(identity, { message: answer, text: answer.text, replyTo })
      await database.write((tx) => sendAgain(tx, outbox, { ...mail, answerId: id }, messageId))
      outbox.wake()
      return success(null)
    },
  }

  function present(row: Row<'answers'>, mail: OutboxState | undefined): MessageAnswer {
    return {
      _id: row.id,
      ...getAnswered(row),
      text: row.text,
      replyTo: getAddresses(row.replyTo),
      delivery:
        row.way === 'site' ? getAnswerDelivery(row, mail, { delivers: outbox.delivers, now: now() }) : null,
    }
  }
}

/** Queues the mail of an answer again, unless it was delivered. */
async function sendAgain(
  tx: Transaction<Tables>,
  outbox: Outbox,
  mail: Parameters<Outbox['resend']>[1] & { answerId: string },
  messageId: string,
): Promise<void> {
  const { answerId } = mail
  const queued = await tx
    .selectFrom('outbox')
    .select('deliveredAt')
    .where('answerId', '=', answerId)
    .executeTakeFirst()
  if (queued && queued.deliveredAt !== null) return
  if (!queued) {
    await tx
      .updateTable('answers')
      .set({ failedAt: null, failure: null })
      .where('id', '=', answerId)
      .execute()
    await tx.updateTable('messages').set({ isOpen: 0 }).where('id', '=', messageId).execute()
  }
  await outbox.resend(tx, mail)
}

const getAddresses = (joined: string | null): string[] => joined?.split(', ') ?? []

const getAnswered = (
  row: Pick<Row<'answers'>, 'way' | 'userEmail' | 'userName' | 'createdAt'>,
): Answered => ({
  way: row.way,
  by: row.userEmail,
  byName: row.userName,
  at: new Date(row.createdAt).toISOString(),
})
