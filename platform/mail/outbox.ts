/**
 * Stores mail until it is delivered. The caller stores a mail in the transaction of the change that causes it, so the mail
 * and the change exist together or not at all. send-and-retry.ts sends it afterwards.
 */
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type BackgroundLoop, createBackgroundLoop } from '../process/background-loop.ts'
import { createMailSender, type SenderOptions } from './send-and-retry.ts'
import { toHeaderLine } from './shared/header-line.ts'
import { createSmtpTransport, requireBareAddress, type Transport } from './smtp.ts'
import type { MailText } from './templates.ts'

const SECOND_MS = 1000

/** Retention of delivered mails to persons, which are personal data. ms */
const DELIVERED_KEPT_MS = 30 * 24 * 3600 * SECOND_MS

/** Time that `stop` waits for the mail under way. Then it cuts the connection. ms */
const STOP_GRACE_MS = 2 * SECOND_MS

/** Time that `stop` then waits for the claim on that mail to be released. After it, the claim has to expire. ms */
const STOP_RELEASE_MS = 900

export interface OutboxOptions extends SenderOptions {
  transport?: Transport
}

export interface Outbox {
  /**
   * False when the club has no mail server. A mail that soon loses its use, such as one with a one-time link, should then
   * not be stored.
   */
  readonly delivers: boolean
  /**
   * Stores a mail. `wake` has to be called after the transaction is committed.
   * @param mail `messageId`: the contact message that it contains. `answerId`: the answer that it contains
   * @returns the id of its row
   * @throws when an address is not exactly one address
   */
  enqueue(
    tx: Transaction<Tables>,
    mail: MailText & { messageId?: string; answerId?: string },
  ): Promise<string>
  /**
   * Sends the mail of a contact message or of an answer again. A mail that waits for its next attempt is sent at once,
   * otherwise a new mail is made. `wake` has to be called after the transaction is committed.
   */
  resend(
    tx: Transaction<Tables>,
    mail: MailText & ({ messageId: string } | { answerId: string }),
  ): Promise<void>
  /** Sends the mails that are due now. */
  wake(): void
  start(): void
  /** Stops sending. It takes at most 3 s. If it cuts a mail under way, the next process can send that mail at once. */
  stop(): Promise<void>
  /** Returns the number of waiting mails, and how many of them have failed at least once. */
  status(): Promise<{ pending: number; failed: number }>
  /**
   * Returns when the oldest waiting mail was written. 'failing' counts only mails that have failed at least once. ms since
   * 1970. null: no mail waits
   */
  waitsSince(which?: 'all' | 'failing'): Promise<number | null>
  /** Number of mails by result, in this process since its start. */
  readonly done: { delivered: number; failed: number; givenUp: number }
  /** Deletes mails to persons that were delivered long ago. */
  tidy(at: number): Promise<void>
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { database, now } = options
  const transport =
    options.transport ?? (options.smtpUrl === null ? null : createSmtpTransport(options.smtpUrl))
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
        subject: toHeaderLine(subject),
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
      // The new row has a new Message-ID. With the old one, mail programs would drop the mail as a copy.
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
      await waitForEnd(stopped, STOP_GRACE_MS)
      sender.cut()
      await waitForEnd(stopped, STOP_RELEASE_MS)
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

async function waitForEnd(work: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
