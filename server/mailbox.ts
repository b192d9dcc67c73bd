/** Messages that visitors send to the club: stored durably first, delivered by the outbox after (decisions §6). */
import { randomUUIDv7 } from 'node:crypto'
import { MESSAGES_KEPT_MONTHS } from '../contract/limits.ts'
import { messageSchema, parse } from '../contract/schemas.ts'
import type { Database } from '../db/connect.ts'
import { contactLetter } from './letters.ts'
import type { Outbox } from './outbox.ts'
import { done, type Outcome, refuse } from './problems.ts'
import { addressKey, type Throttle } from './throttle.ts'

export interface Mailbox {
  /** @param address the sender's, for the throttle */
  receive(message: unknown, address: string): Promise<Outcome<{ _id: string }>>
  /** Erases messages past their time, and with them the mail that carried them. */
  tidy(): Promise<void>
}

interface MailboxOptions {
  database: Database
  outbox: Outbox
  throttle: Throttle
  now: () => number
}

export function createMailbox({ database, outbox, throttle, now }: MailboxOptions): Mailbox {
  return {
    async receive(message, address) {
      const parsed = parse(messageSchema, message)
      if (!parsed.ok) return refuse(parsed.refusal.id, { errors: parsed.refusal.errors })
      const wait = await throttle.hit('message', addressKey(address))
      if (wait !== null) return refuse('too-many-attempts', { retryAfter: wait })
      const id = randomUUIDv7()
      await database.write(async (tx) => {
        await tx
          .insertInto('messages')
          .values({ id, ...parsed.value, createdAt: now(), readAt: null })
          .execute()
        await outbox.enqueue(tx, { ...contactLetter(parsed.value), messageId: id })
      })
      outbox.wake()
      return done({ _id: id })
    },

    async tidy() {
      const past = new Date(now())
      past.setUTCMonth(past.getUTCMonth() - MESSAGES_KEPT_MONTHS)
      await database.write((tx) =>
        tx.deleteFrom('messages').where('createdAt', '<', past.getTime()).execute(),
      )
    },
  }
}
