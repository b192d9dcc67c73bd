/**
 * Messages that visitors send to the club: stored durably first, delivered by the outbox after, and read
 * by administrators here, delivered or not.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { messageSchema, parse } from '../../contract/content/schemas.ts'
import { showDate, wallClock } from '../../contract/dates.ts'
import { MESSAGES_KEPT_MONTHS } from '../../contract/limits.ts'
import type {
  Delivery,
  Message,
  MessagePage,
  MessageSettings,
  MessageSummary,
} from '../../contract/messages/messages.ts'
import type { Database } from '../../db/connect.ts'
import { raiseRevision } from '../../db/content.ts'
import { forget, index, matches, searchableWords, searched } from '../../db/search.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import type { Row } from '../../db/tables.ts'
import { type Actor, record } from '../content/record.ts'
import type { SiteWords } from '../content/site.ts'
import type { Env } from '../env.ts'
import { type Outcome, problem, success } from '../http/problem-response.ts'
import { mailFor, type RateLimit } from '../identity/rate-limit.ts'
import type { Outbox } from './outbox.ts'
import { contactMail, manyMessagesMail } from './templates.ts'

export interface MessageQuery {
  /** Beginnings of words of name, address and text. */
  q: string
  limit: number
  page: number
  /** Only those that nobody has read. */
  unread: boolean
}

export interface ContactMessages {
  /**
   * Stores it, and has it mailed to the club unless many more came within the hour.
   * @param address the sender's, for the rate limit
   */
  receive(message: unknown, address: string): Promise<Outcome<{ _id: string }>>
  /** Newest first. */
  list(query: MessageQuery): Promise<MessagePage & { total: number }>
  one(id: string): Promise<Message | null>
  mark(id: string, read: boolean): Promise<Outcome<Message>>
  /** Sends its mail to the club once more; refused where there is no mail server. */
  resend(id: string): Promise<Outcome<Message>>
  /** For good, and the mail that carried it with it. */
  remove(id: string, by: Actor): Promise<Outcome<null>>
  summary(): Promise<Omit<MessageSummary, 'missing'>>
  settings(): Promise<MessageSettings>
  /** What is older than the new time is gone when this is done. */
  change(settings: MessageSettings, by: Actor): Promise<MessageSettings>
  /** Erases messages past their time, and with them the mail that carried them. */
  tidy(): Promise<void>
}

interface MailboxOptions {
  database: Database
  outbox: Outbox
  rateLimit: RateLimit
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'siteUrl'>
  now: () => number
  /** A page that tells the settings is stale from now on. */
  onChange: (resource: 'settings', revision: number) => void
}

const KEPT_KEY = 'messages.keptMonths'

/** Why there is no mail of a message although there is a mail server. */
const ONE_OF_MANY = 'En esa hora llegaron más mensajes que de costumbre.'

export function createContactMessages({
  database,
  outbox,
  rateLimit,
  site,
  env,
  now,
  onChange,
}: MailboxOptions): ContactMessages {
  const { read, dialect } = database

  const find = (id: string) => read.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

  async function unread(): Promise<number> {
    const { n } = await read
      .selectFrom('messages')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('readAt', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  /** With what became of their mail. */
  async function present(rows: Row<'messages'>[]): Promise<Message[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const mails = await read
      .selectFrom('outbox')
      .select(['messageId', 'attempts', 'nextAttemptAt', 'deliveredAt', 'lastError'])
      .where('messageId', 'in', ids)
      .execute()
    const byMessage = new Map(mails.map((mail) => [mail.messageId, mail]))
    return rows.map((row) => ({
      _id: row.id,
      person: row.person,
      from: row.from,
      body: row.body,
      createdAt: instant(row.createdAt),
      updatedAt: instant(Math.max(row.createdAt, row.readAt ?? 0)),
      readAt: row.readAt === null ? null : instant(row.readAt),
      delivery: deliveryOf(byMessage.get(row.id)),
    }))
  }

  const presentOne = async (row: Row<'messages'>) => (await present([row]))[0] as Message

  function deliveryOf(mail: Omit<MailFacts, 'messageId'> | undefined): Delivery {
    const { deliveredAt = null, lastError = null, attempts = 0, nextAttemptAt = 0 } = mail ?? {}
    if (deliveredAt !== null)
      return {
        state: 'delivered',
        deliveredAt: instant(deliveredAt),
        nextAttemptAt: null,
        reason: lastError,
      }
    if (!mail || !outbox.delivers) {
      const reason = outbox.delivers ? ONE_OF_MANY : null
      return { state: 'kept', deliveredAt: null, nextAttemptAt: null, reason }
    }
    // What is due is on its way, whatever became of it before: asked for by hand, or by the time that has come.
    const isFailing = (attempts > 0 || lastError !== null) && nextAttemptAt > now()
    return {
      state: isFailing ? 'failing' : 'waiting',
      deliveredAt: null,
      nextAttemptAt: instant(nextAttemptAt),
      reason: isFailing ? lastError : null,
    }
  }

  async function keptMonths(from = read): Promise<number> {
    return Number((await readSetting(from, KEPT_KEY)) ?? MESSAGES_KEPT_MONTHS)
  }

  async function tidy(): Promise<void> {
    const past = monthsBefore(now(), await keptMonths())
    // A look costs no lock; most of the time nothing is past its time.
    const first = await read
      .selectFrom('messages')
      .select('id')
      .where('createdAt', '<', past)
      .limit(1)
      .executeTakeFirst()
    if (!first) return
    await database.write(async (tx) => {
      const expired = tx.selectFrom('messages').select('seq').where('createdAt', '<', past)
      await forget(tx, dialect, 'messages', expired)
      await tx.deleteFrom('messages').where('createdAt', '<', past).execute()
    })
  }

  return {
    async receive(message, address) {
      const parsed = parse(messageSchema, message)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const wait = await rateLimit.hit('message', address)
      if (wait !== null) return problem('too-many-attempts', { retryAfter: wait })
      const id = randomUUIDv7()
      const { identity } = await site.all()
      await database.write(async (tx) => {
        const { seq } = await tx
          .insertInto('messages')
          .values({ id, ...parsed.value, createdAt: now(), readAt: null })
          .returning('seq')
          .executeTakeFirstOrThrow()
        await index(tx, dialect, 'messages', seq, searchableWords(searched.messages, parsed.value))
        const mail = await mailFor(rateLimit, 'message', tx)
        if (mail === 'own') await outbox.enqueue(tx, { ...contactMail(parsed.value), messageId: id })
        // News of this hour: it does not wait for a mail server that may come in a year.
        if (mail === 'summary' && outbox.delivers)
          await outbox.enqueue(tx, manyMessagesMail(identity, env.siteUrl))
      })
      outbox.wake()
      return success({ _id: id })
    },

    async list({ q, limit, page, unread: onlyUnread }) {
      const condition = matches(dialect, 'messages', q)
      let query = read.selectFrom('messages')
      if (condition) query = query.where(condition)
      if (onlyUnread) query = query.where('readAt', 'is', null)
      const [{ n }, rows, unreadInAll] = await Promise.all([
        query.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
        query
          .select(['id', 'seq', 'person', 'from', 'body', 'createdAt', 'readAt'])
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
        unread(),
      ])
      return { data: await present(rows), unread: unreadInAll, total: Number(n) }
    },

    async one(id) {
      const row = await find(id)
      return row ? presentOne(row) : null
    },

    async mark(id, isRead) {
      const row = await database.write((tx) =>
        tx
          .updateTable('messages')
          // Who reads it a second time does not change when it was read.
          .set({ readAt: isRead ? sql<number>`coalesce("readAt", ${now()})` : null })
          .where('id', '=', id)
          .returning(['id', 'seq', 'person', 'from', 'body', 'createdAt', 'readAt'])
          .executeTakeFirst(),
      )
      return row ? success(await presentOne(row)) : problem('not-found')
    },

    async resend(id) {
      const row = await find(id)
      if (!row) return problem('not-found')
      if (!outbox.delivers) return problem('no-mail')
      await database.write((tx) => outbox.resend(tx, { ...contactMail(row), messageId: id }))
      outbox.wake()
      return success(await presentOne(row))
    },

    async remove(id, by) {
      const { identity } = await site.all()
      const isGone = await database.write(async (tx) => {
        await forget(tx, dialect, 'messages', tx.selectFrom('messages').select('seq').where('id', '=', id))
        const row = await tx
          .deleteFrom('messages')
          .where('id', '=', id)
          .returning('createdAt')
          .executeTakeFirst()
        if (!row) return false
        // Not whose it was, nor what it said: who asks us to forget them is forgotten here too (Ley 25.326 art. 16).
        const label = `Mensaje del ${dayOf(row.createdAt, identity.timeZone)}`
        await record(tx, { at: now(), by, action: 'purge', resource: 'messages', itemId: id, label })
        return true
      })
      return isGone ? success(null) : problem('not-found')
    },

    async summary() {
      const [count, { pending, failed }] = await Promise.all([unread(), outbox.status()])
      return { unread: count, mail: { delivers: outbox.delivers, pending, failed } }
    },

    settings: async () => ({ keptMonths: await keptMonths() }),

    async change({ keptMonths: months }, by) {
      const revision = await database.write(async (tx) => {
        const before = await keptMonths(tx)
        if (before === months) return null
        const value = String(months)
        await writeSetting(tx, KEPT_KEY, value)
        await record(tx, {
          at: now(),
          by,
          action: 'update',
          resource: 'settings',
          itemId: KEPT_KEY,
          label: 'Cuánto se guardan los mensajes',
          changes: { keptMonths: [String(before), value] },
        })
        return raiseRevision(tx, 'settings', 0)
      })
      if (revision !== null) onChange('settings', revision)
      await tidy()
      return { keptMonths: months }
    },

    tidy,
  }
}

type MailFacts = Pick<Row<'outbox'>, 'messageId' | 'attempts' | 'nextAttemptAt' | 'deliveredAt' | 'lastError'>

/** DD-MM-YYYY on the club's wall. */
const dayOf = (ms: number, timeZone: string): string => showDate(wallClock(ms, timeZone))

const instant = (ms: number): string => new Date(ms).toISOString()

function monthsBefore(at: number, months: number): number {
  const past = new Date(at)
  past.setUTCMonth(past.getUTCMonth() - months)
  return past.getTime()
}
