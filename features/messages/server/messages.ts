/**
 * Messages that visitors send to the club: stored durably first, delivered by the outbox after, and read
 * by administrators here, delivered or not.
 */
import { randomUUIDv7 } from 'node:crypto'
import { csvMoment, csvStream } from '../../../platform/api/server/csv.ts'
import { type Outcome, problem, success } from '../../../platform/api/shared/outcome.ts'
import { mailFor, type RateLimit } from '../../../platform/auth/server/rate-limit.ts'
import { shownEmail } from '../../../platform/auth/shared/emails.ts'
import { type Actor, record } from '../../../platform/content/server/audit-log.ts'
import { messageSchema, parse } from '../../../platform/content/shared/content-schemas.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { raiseRevision } from '../../../platform/db/content.ts'
import { forget, index, matches, searchableWords, searched } from '../../../platform/db/search.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import type { Row } from '../../../platform/db/tables.ts'
import { deliveryOfMessage, mailFacts } from '../../../platform/mail/delivery.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import { contactMail, manyMessagesMail } from '../../../platform/mail/templates.ts'
import type { DeletionTime } from '../../../platform/process/clock/deletion-clock.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SiteWords } from '../../../platform/settings/server/site.ts'
import { showDate, wallClock } from '../../../platform/shared/dates.ts'
import { MESSAGES_KEPT_MONTHS } from '../../../platform/shared/limits.ts'
import type { WaitingMessage } from '../../home/shared/overview.ts'
import type {
  Message,
  MessageDetail,
  MessagePage,
  MessageSettings,
  MessageSummary,
} from '../shared/messages.ts'
import { closeMessages, openMessages } from './answer-rows.ts'
import { type Answers, createAnswers, type Writer } from './answers.ts'
import { type AnswerTemplates, createAnswerTemplates } from './stored-answer-templates.ts'

export interface MessageFilter {
  /** Beginnings of words of name, address and text. */
  q: string
  /** Only those that nobody has read. */
  unread: boolean
  /** Only those that wait for an answer. */
  unanswered: boolean
}

export interface MessageQuery extends MessageFilter {
  limit: number
  page: number
}

export interface ContactMessages {
  /**
   * Stores it, and has it mailed to the club unless many more came within the hour.
   * @param address the sender's, for the rate limit
   */
  receive(message: unknown, address: string): Promise<Outcome<{ _id: string }>>
  /** Newest first. */
  list(query: MessageQuery): Promise<MessagePage & { total: number }>
  /** Those of `list`, as CSV that is made while it is read. */
  export(filter: MessageFilter): Promise<ReadableStream<Uint8Array>>
  /** Who wrote what waits for an answer, newest first. */
  lastOpen(limit: number): Promise<WaitingMessage[]>
  one(id: string, by: Writer): Promise<MessageDetail | null>
  /**
   * Whether they were read, and whether they wait for an answer; what is absent stays. Who is the first to say that one
   * waits no more has answered it.
   * @returns the ids of those that changed
   */
  mark(ids: string[], marks: MessageMarks, by: Writer): Promise<string[]>
  /** Sends its mail to the club once more; refused where there is no mail server. */
  resend(id: string, by: Writer): Promise<Outcome<MessageDetail>>
  /** See Answers. */
  answer(...given: Parameters<Answers['add']>): Promise<Outcome<MessageDetail>>
  resendAnswer(id: string, answerId: string, by: Writer): Promise<Outcome<MessageDetail>>
  /** For good, and their answers and the mail that carried either with them. @returns the ids of those that were there */
  remove(ids: string[], by: Actor): Promise<string[]>
  /** Answers that the team keeps. */
  templates: AnswerTemplates
  summary(): Promise<Omit<MessageSummary, 'missing'>>
  settings(): Promise<MessageSettings>
  /** What is older than the new time is gone when this is done. */
  change(settings: MessageSettings, by: Actor): Promise<MessageSettings>
  /** Erases messages past their time, and with them the mail that carried them. */
  tidy(at: number): Promise<void>
}

interface MessageMarks {
  read?: boolean | undefined
  open?: boolean | undefined
}

interface MailboxOptions {
  database: Database
  outbox: Outbox
  rateLimit: RateLimit
  site: Pick<SiteWords, 'all'>
  env: Pick<Env, 'siteUrl' | 'mailTo'>
  now: () => number
  deletionTime: DeletionTime
  /** A page that tells the settings is stale from now on. */
  onChange: (resource: 'settings', revision: number) => void
}

const KEPT_KEY = 'messages.keptMonths'

export function createContactMessages({
  database,
  outbox,
  rateLimit,
  site,
  env,
  now,
  deletionTime,
  onChange,
}: MailboxOptions): ContactMessages {
  const { read, dialect } = database
  const answers = createAnswers({ database, outbox, site, env, now })

  const find = (id: string) => read.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

  async function counts(): Promise<{ unread: number; unanswered: number }> {
    const all = read.selectFrom('messages').select((row) => row.fn.countAll<number>().as('n'))
    const [unread, open] = await Promise.all([
      all.where('readAt', 'is', null).executeTakeFirstOrThrow(),
      all.where('isOpen', '=', 1).executeTakeFirstOrThrow(),
    ])
    return { unread: Number(unread.n), unanswered: Number(open.n) }
  }

  /** With what became of their mail, and their last answers. */
  async function present(rows: Row<'messages'>[]): Promise<Message[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const [mails, answered] = await Promise.all([mailFacts(read, 'messageId', ids), answers.last(ids)])
    return rows.map((row) => {
      const last = answered.get(row.id) ?? null
      const times = [row.createdAt, row.readAt ?? 0, last ? Date.parse(last.at) : 0]
      return {
        _id: row.id,
        person: row.person,
        from: row.from,
        body: row.body,
        createdAt: instant(row.createdAt),
        updatedAt: instant(Math.max(...times)),
        readAt: row.readAt === null ? null : instant(row.readAt),
        open: row.isOpen === 1,
        answered: last,
        delivery: deliveryOfMessage(mails.get(row.id), { delivers: outbox.delivers, now: now() }),
      }
    })
  }

  const detail = async (row: Row<'messages'>, by: Writer): Promise<MessageDetail> => {
    const [[message], given] = await Promise.all([present([row]), answers.of(row.id)])
    return {
      ...(message as Message),
      answers: given,
      replyTo: answers.replyTo(by),
      delivers: outbox.delivers,
    }
  }

  /** The message as it is by now, when something was done to it. */
  async function after(outcome: Outcome<unknown>, id: string, by: Writer): Promise<Outcome<MessageDetail>> {
    if (!outcome.ok) return outcome
    const row = await find(id)
    return row ? success(await detail(row, by)) : problem('not-found')
  }

  const chosen = ({ q, unread, unanswered }: MessageFilter) => {
    const condition = matches(dialect, 'messages', q)
    let query = read.selectFrom('messages')
    if (condition) query = query.where(condition)
    if (unread) query = query.where('readAt', 'is', null)
    if (unanswered) query = query.where('isOpen', '=', 1)
    return query
  }

  async function* exported(filter: MessageFilter, timeZone: string): AsyncGenerator<string[][]> {
    for (let before: number | null = null; ; ) {
      let query = chosen(filter).selectAll().orderBy('seq', 'desc').limit(EXPORTED_AT_ONCE)
      if (before !== null) query = query.where('seq', '<', before)
      const rows: Row<'messages'>[] = await query.execute()
      if (rows.length === 0) return
      const given = await read
        .selectFrom('answers')
        .selectAll()
        .where(
          'messageId',
          'in',
          rows.map(({ id }) => id),
        )
        .orderBy('seq')
        .execute()
      const byMessage = Map.groupBy(given, ({ messageId }) => messageId)
      yield rows.map((row) => exportedRow(row, byMessage.get(row.id) ?? [], timeZone))
      before = rows.at(-1)?.seq ?? null
    }
  }

  async function keptMonths(from = read): Promise<number> {
    return Number((await readSetting(from, KEPT_KEY)) ?? MESSAGES_KEPT_MONTHS)
  }

  async function tidy(at: number): Promise<void> {
    const past = monthsBefore(at, await keptMonths())
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
          .values({ id, ...parsed.value, createdAt: now(), readAt: null, isOpen: 1 })
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

    async list({ limit, page, ...filter }) {
      const query = chosen(filter)
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
      return rows.map(({ id, person, createdAt }) => ({ _id: id, person, createdAt: instant(createdAt) }))
    },

    async export(filter) {
      const { timeZone } = (await site.all()).identity
      return csvStream(EXPORTED, exported(filter, timeZone))
    },

    async one(id, by) {
      const row = await find(id)
      return row ? detail(row, by) : null
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
            // Who reads it a second time does not change when it was read.
            .where('readAt', isRead ? 'is' : 'is not', null)
            .returning('id')
            .execute()
          for (const { id } of marked) changed.add(id)
        }
        return [...changed]
      })
    },

    async resend(id, by) {
      const row = await find(id)
      if (!row) return problem('not-found')
      if (!outbox.delivers) return problem('no-mail')
      await database.write((tx) => outbox.resend(tx, { ...contactMail(row), messageId: id }))
      outbox.wake()
      return success(await detail(row, by))
    },

    answer: async (id, body, by, idempotency) => after(await answers.add(id, body, by, idempotency), id, by),

    resendAnswer: async (id, answerId, by) => after(await answers.resend(id, answerId), id, by),

    async remove(ids, by) {
      const { identity } = await site.all()
      return database.write(async (tx) => {
        await forget(tx, dialect, 'messages', tx.selectFrom('messages').select('seq').where('id', 'in', ids))
        const gone = await tx
          .deleteFrom('messages')
          .where('id', 'in', ids)
          .returning(['id', 'createdAt'])
          .execute()
        for (const { id: itemId, createdAt } of gone) {
          // Not whose it was, nor what it said: who asks us to forget them is forgotten here too (Ley 25.326 art. 16).
          const label = `Mensaje del ${dayOf(createdAt, identity.timeZone)}`
          await record(tx, { at: now(), by, action: 'purge', resource: 'messages', itemId, label })
        }
        return gone.map(({ id }) => id)
      })
    },

    templates: createAnswerTemplates({ database }),

    async summary() {
      const [inAll, { pending, failed }] = await Promise.all([counts(), outbox.status()])
      return { ...inAll, mail: { delivers: outbox.delivers, pending, failed } }
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
      const at = await deletionTime()
      if (at !== null) await tidy(at)
      return { keptMonths: months }
    },

    tidy,
  }
}

const EXPORTED_AT_ONCE = 200

const EXPORTED = [
  'Fecha',
  'Nombre',
  'E-mail',
  'Mensaje',
  'Leído',
  'Respuesta',
  'Respondido por',
  'Respondido el',
  'Lo que se respondió',
]

/** @param given its answers, the first one first */
function exportedRow(row: Row<'messages'>, given: Row<'answers'>[], timeZone: string): string[] {
  const last = given.at(-1)
  return [
    csvMoment(row.createdAt, timeZone),
    row.person,
    row.from,
    row.body,
    csvMoment(row.readAt, timeZone),
    row.isOpen === 1 ? 'Sin responder' : last ? 'Respondido' : '',
    last ? (last.userName ?? shownEmail(last.userEmail)) : '',
    csvMoment(last?.createdAt ?? null, timeZone),
    given.flatMap(({ text }) => text || []).join('\n\n'),
  ]
}

/** DD-MM-YYYY on the club's wall. */
const dayOf = (ms: number, timeZone: string): string => showDate(wallClock(ms, timeZone))

const instant = (ms: number): string => new Date(ms).toISOString()

function monthsBefore(at: number, months: number): number {
  const past = new Date(at)
  past.setUTCMonth(past.getUTCMonth() - months)
  return past.getTime()
}
