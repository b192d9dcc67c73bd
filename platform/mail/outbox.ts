/**
 * Mail that waits in the database until it is delivered. Its sender stores it in the transaction of the change that it is
 * about, so that neither exists without the other. send-and-retry.ts sends it afterwards.
 */
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../process/background-loop.ts'
import { createMailSender, type SenderOptions } from './send-and-retry.ts'
import { oneLine, requireBareAddress, smtpTransport, type Transport } from './smtp.ts'
import type { MailText } from './templates.ts'

const SECOND_MS = 1000

/** The record of a mail delivered to a person is personal data: it is deleted after this time. */
const DELIVERED_KEPT_MS = 30 * 24 * 3600 * SECOND_MS

/** `stop` waits this long for the mail under way before it cuts the connection. */
const STOP_GRACE_MS = 2 * SECOND_MS

/** `stop` then waits this long until the claim is ended. Otherwise the claim expires. */
const STOP_RELEASE_MS = 900

export interface OutboxOptions extends SenderOptions {
  transport?: Transport
}

export interface Outbox {
  /** False without a mail server. A mail that is soon outdated should then not be stored. */
  readonly delivers: boolean
  /**
   * Stores a mail; call `wake` after the transaction was committed.
   * @param mail `messageId`: the contact message that it contains. `answerId`: the answer that it contains
   * @returns the id of its row
   * @throws when an address is more than one bare address
   */
  enqueue(
    tx: Transaction<Tables>,
    mail: MailText & { messageId?: string; answerId?: string },
  ): Promise<string>
  /**
   * Sends the mail of a contact message or of an answer again: at once if it waits for its next attempt, otherwise as a new
   * mail. Call `wake` after the transaction was committed.
   */
  resend(
    tx: Transaction<Tables>,
    mail: MailText & ({ messageId: string } | { answerId: string }),
  ): Promise<void>
  /** Sends due mail now. */
  wake(): void
  start(): void
  /** Takes at most 3 s. The next process can send a mail that was under way at once. */
  stop(): Promise<void>
  /** Waiting mails, and how many of them failed at least once. */
  status(): Promise<{ pending: number; failed: number }>
  /** When the oldest waiting mail was written, or the oldest that failed at least once. ms since 1970; null: none waits. */
  waitsSince(which?: 'all' | 'failing'): Promise<number | null>
  /** Counts of this process. */
  readonly done: { delivered: number; failed: number; givenUp: number }
  /** Deletes the records of mails to persons that were delivered long ago. */
  tidy(at: number): Promise<void>
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { database, now } = options
  const transport = options.transport ?? (options.smtpUrl === null ? null : smtpTransport(options.smtpUrl))
  const pause = async (milliseconds: number) => loop?.pause(milliseconds)
  const sender = transport && createMailSender(options, transport, pause)
  const loop: BackgroundLoop | null =
    sender && createBackgroundLoop({ runOnce: sender.sendNext, onError: sender.logDatabaseError })

  const enqueue: Outbox['enqueue'] = async (tx, mail) => {
    const { recipient, subject, text, messageId, answerId } = mail
    const replyTo = [mail.replyTo ?? []].flat()
    for (const address of [recipient ?? [], replyTo].flat()) requireBareAddress(address)
    const at = now()
    const id = randomUUIDv7()
    await tx
      .insertInto('outbox')
      .values({
        id,
        recipient,
        replyTo: replyTo.length > 0 ? replyTo.join(', ') : null,
        subject: oneLine(subject),
        text,
        messageId: messageId ?? null,
        answerId: answerId ?? null,
        createdAt: at,
        attempts: 0,
        nextAttemptAt: at,
        claimedUntil: 0,
        deliveredAt: null,
        lastError: null,
      })
      .execute()
    return id
  }

  const unsent = () => database.read.selectFrom('outbox').where('deliveredAt', 'is', null)

  return {
    delivers: sender !== null,
    done: sender?.done ?? { delivered: 0, failed: 0, givenUp: 0 },
    enqueue,

    async resend(tx, mail) {
      const [column, id] =
        'messageId' in mail
          ? (['messageId', mail.messageId] as const)
          : (['answerId', mail.answerId] as const)
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ nextAttemptAt: now() })
        .where(column, '=', id)
        .where('deliveredAt', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows > 0n) return
      // A new row has a new Message-ID, so that mail programs do not drop it as a copy.
      await tx.deleteFrom('outbox').where(column, '=', id).execute()
      await enqueue(tx, mail)
    },

    wake: () => loop?.wake(),

    start() {
      sender?.reopen()
      loop?.start()
    },

    async stop() {
      if (!sender || !loop) return
      const stopped = loop.stop()
      await endsWithin(stopped, STOP_GRACE_MS)
      sender.cut()
      await endsWithin(stopped, STOP_RELEASE_MS)
    },

    async status() {
      const { pending, failed } = await unsent()
        .select((row) => [
          row.fn.countAll<number>().as('pending'),
          row.fn.countAll<number>().filterWhere('attempts', '>', 0).as('failed'),
        ])
        .executeTakeFirstOrThrow()
      return { pending, failed }
    },

    async waitsSince(which = 'all') {
      const { since } = await unsent()
        .select((row) => row.fn.min('createdAt').as('since'))
        .where('attempts', '>=', which === 'failing' ? 1 : 0)
        .executeTakeFirstOrThrow()
      return since === null ? null : Number(since)
    },

    async tidy(at) {
      await database.write((tx) =>
        tx
          .deleteFrom('outbox')
          .where('deliveredAt', '<', at - DELIVERED_KEPT_MS)
          .where('messageId', 'is', null)
          .where('answerId', 'is', null)
          .execute(),
      )
    },
  }
}

async function endsWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
