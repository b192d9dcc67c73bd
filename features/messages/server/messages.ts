/**
 * Messages of visitors. A message is stored first, and the outbox then mails it to the club. Administrators can read it
 * even when the mail fails.
 */

import { randomUUIDv7 } from 'node:crypto'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import type { DeletionTime } from '../../../platform/clock/deletion-clock.ts'
import { parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { type Actor, recordEntry } from '../../../platform/db/record-entry.ts'
import { getSearchableWords, searchedTables, writeIndex } from '../../../platform/db/search.ts'
import { mailFor, type RateLimit } from '../../../platform/http/rate-limit.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { formatDate, wallClock } from '../../../platform/shared/dates.ts'
import { messageSchema } from '../shared/message-schemas.ts'
import type { MessageDetail } from '../shared/messages.ts'
import { closeMessages, openMessages } from './answer-rows.ts'
import { type AnswerAuthor, type Answers, createAnswers } from './answers.ts'
import { eraseMessages } from './message-erasure.ts'
import { exportMessages } from './message-export.ts'
import { composeContactMail, composeManyMessagesMail } from './message-mails.ts'
import { messageLimits } from './message-rate-limits.ts'
import {
  createMessageReading,
  findMessage,
  type MessageFilter,
  type MessageReading,
} from './message-reading.ts'
import { createMessageRetention, type MessageRetention } from './message-retention.ts'
import { type AnswerTemplates, createAnswerTemplates } from './stored-answer-templates.ts'

export interface ContactMessages extends MessageReading, MessageRetention {
  /**
   * Stores a message and queues a mail to the club, unless the hourly limit of mails is reached.
   * @param address network address of the sender, for the rate limit
   */
  receive(message: unknown, address: string): Promise<Outcome<{ _id: string }>>
  export(filter: MessageFilter): Promise<ReadableStream<Uint8Array>>
  /**
   * Marks messages as read or as answered. Absent marks stay as they are. The first administrator who marks a message as
   * answered is stored as the author of an answer without text.
   * @returns the ids of the messages that changed
   */
  mark(ids: string[], marks: MessageMarks, by: AnswerAuthor): Promise<string[]>
  /** Sends the mail about a message to the club again. Refused when no mail server is configured. */
  resend(id: string, by: AnswerAuthor): Promise<Outcome<MessageDetail>>
  /** Adds an answer to a message, as `Answers.add` does. */
  answer(...given: Parameters<Answers['add']>): Promise<Outcome<MessageDetail>>
  resendAnswer(id: string, answerId: string, by: AnswerAuthor): Promise<Outcome<MessageDetail>>
  /** Deletes messages permanently, with their answers and mails. @returns the ids of the deleted messages */
  remove(ids: string[], by: Actor): Promise<string[]>
  templates: AnswerTemplates
}

interface MessageMarks {
  read?: boolean | undefined
  open?: boolean | undefined
}

interface MailboxOptions {
  database: Database
  outbox: Outbox
  rateLimit: RateLimit
  settings: Pick<SettingsService, 'all'>
  env: Pick<Env, 'siteUrl' | 'mailTo'>
  now: () => number
  deletionTime: DeletionTime
  /** Called after a change, to expire the pages that show the settings. */
  onChange: (resource: 'settings', revision: number) => void
}

export function createContactMessages({
  database,
  outbox,
  rateLimit,
  settings,
  env,
  now,
  deletionTime,
  onChange,
}: MailboxOptions): ContactMessages {
  const { dialect } = database
  const answers = createAnswers({ database, outbox, settings, env, now })
  const reading = createMessageReading({ database, outbox, answers, now })

  async function after(
    outcome: Outcome<unknown>,
    id: string,
    by: AnswerAuthor,
  ): Promise<Outcome<MessageDetail>> {
    if (!outcome.ok) return outcome
    const message = await reading.one(id, by)
    return message ? success(message) : problem('not-found')
  }

  return {
    ...reading,
    ...createMessageRetention({ database, now, deletionTime, onChange }),
    templates: createAnswerTemplates({ database }),

    async export(filter) {
      const { identity } = await settings.all()
      return exportMessages(database, filter, identity.timeZone)
    },

    async receive(message, address) {
      const parsed = parse(messageSchema, message)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const wait = await rateLimit.hit(messageLimits.message, address)
      if (wait !== null) return problem('too-many-attempts', { retryAfter: wait })
      const id = randomUUIDv7()
      const { identity } = await settings.all()
      await database.write(async (tx) => {
        const { seq } = await tx
          .insertInto('messages')
          .values({ id, ...parsed.value, createdAt: now(), readAt: null, isOpen: 1 })
          .returning('seq')
          .executeTakeFirstOrThrow()
        const words = getSearchableWords(searchedTables.messages, parsed.value)
        await writeIndex(tx, dialect, 'messages', seq, words)
        const mail = await mailFor(
          rateLimit,
          { mail: messageLimits['message-mail'], summary: messageLimits['message-summary'] },
          tx,
        )
        if (mail === 'own') await outbox.enqueue(tx, { ...composeContactMail(parsed.value), messageId: id })
        // One mail reports many messages. Without a mail server it is not queued, because it would soon be outdated.
        if (mail === 'summary' && outbox.delivers)
          await outbox.enqueue(tx, composeManyMessagesMail(identity, env.siteUrl))
      })
      outbox.wake()
      return success({ _id: id })
    },

    async mark(ids, { read: isRead, open }, by) {
      const at = now()
      return database.write(async (tx) => {
        const changed = new Set<string>()
        if (open !== undefined)
          for (const id of await (open ? openMessages(tx, ids) : closeMessages(tx, ids, { by, at })))
            changed.add(id)
        if (isRead !== undefined) {
          const marked = await tx
            .updateTable('messages')
            .set({ readAt: isRead ? at : null })
            .where('id', 'in', ids)
            // Reading a message again keeps the time of the first reading.
            .where('readAt', isRead ? 'is' : 'is not', null)
            .returning('id')
            .execute()
          for (const { id } of marked) changed.add(id)
        }
        return [...changed]
      })
    },

    async resend(id, by) {
      const row = await findMessage(database, id)
      if (!row) return problem('not-found')
      if (!outbox.delivers) return problem('no-mail')
      await database.write((tx) => outbox.resend(tx, { ...composeContactMail(row), messageId: id }))
      outbox.wake()
      return after(success(null), id, by)
    },

    answer: async (id, body, by, request) => after(await answers.add(id, body, by, request), id, by),

    resendAnswer: async (id, answerId, by) => after(await answers.resend(id, answerId), id, by),

    async remove(ids, by) {
      const { identity } = await settings.all()
      return database.write(async (tx) => {
        const deleted = await eraseMessages(tx, dialect, ids, now())
        for (const { id: itemId, createdAt } of deleted) {
          // The label has no personal data, so that deleting a message erases all of it (Ley 25.326 art. 16).
          const label = `Mensaje del ${getDay(createdAt, identity.timeZone)}`
          await recordEntry(tx, { at: now(), by, action: 'purge', resource: 'messages', itemId, label })
        }
        return deleted.map(({ id }) => id)
      })
    },
  }
}

const getDay = (ms: number, timeZone: string): string => formatDate(wallClock(ms, timeZone))
