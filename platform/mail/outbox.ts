/**
 * Mail that waits in the database until it was delivered. Whoever has something to send writes it
 * in the transaction of what it is about, so that neither exists without the other; a worker sends it after.
 */
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'
import { createBackgroundLoop } from '../process/background-loop.ts'
import type { DeletionTime } from '../process/clock/deletion-clock.ts'
import type { Log } from '../process/log.ts'
import type { SiteWords } from '../settings/server/site.ts'
import type { MailText } from './templates.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const DAY_MS = 24 * HOUR_MS

/** How long to wait after the first failure, the second, and so on; the last pause stays until it went through or is given up. */
const PAUSES_MS = [
  30 * SECOND_MS,
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  HOUR_MS,
  2 * HOUR_MS,
]

/**
 * What could not be delivered for so long is given up: four to five days are what mail servers allow each other
 * (RFC 5321 §4.5.4.1). Never a visitor's message: that is tried until somebody has it.
 */
const GIVE_UP_MS = 5 * DAY_MS

/** The record of a mail delivered to a person is personal data: it is deleted after this time. */
const DELIVERED_KEPT_MS = 30 * DAY_MS

/** There is nobody to send it to yet: the first administrator may come any minute. */
const NOBODY_PAUSE_MS = MINUTE_MS

/** A server that answers byte by byte could hold a connection open for ever. */
const SEND_MAX_MS = 60 * SECOND_MS

/** A claim outlives every attempt, so a row whose claim is over belongs to a worker that is gone. */
const LEASE_MS = 2 * SEND_MAX_MS

/** Another process may have put something in without waking us. */
const LOOK_MS = 30 * SECOND_MS

/** When the database does not answer. */
const DATABASE_PAUSE_MS = 2 * SECOND_MS

/** `stop` lets the mail on its way arrive for this long before it cuts the connection. */
const STOP_GRACE_MS = 2 * SECOND_MS

/** And then this long for giving the claim back; past it the claim runs out by itself. */
const STOP_RELEASE_MS = 900

/** A mail that is put off, or claimed, for longer than any is was so by a clock that was far ahead. */
const PUT_OFF_MAX_MS = Math.max(...PAUSES_MS) + HOUR_MS

const ERROR_MAX = 300

/** One mail as it is handed over. Addresses are objects: nothing in them is read as a list. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  replyTo?: { name: string; address: string }[]
  subject: string
  text: string
  messageId: string
  date: Date
  headers: Record<string, string>
  signal: AbortSignal
}

export interface Transport {
  /** @throws when no recipient was accepted */
  sendMail(mail: OutgoingMail): Promise<{ rejected: string[] }>
}

export interface AnswerFailure {
  /** The id of the answer. */
  id: string
  /** ms since 1970 */
  failedAt: number
  failure: string
}

export interface OutboxOptions {
  database: Database
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`; null: mail waits until there is one. */
  smtpUrl: string | null
  /** `address` or `Name <address>`; the club's name stands in for a missing one. */
  mailFrom: string
  /** Whom mail to the club goes to; null: every active administrator. */
  mailTo: readonly string[] | null
  site: Pick<SiteWords, 'all'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  now: () => number
  deletionTime: DeletionTime
  /** Called in the transaction that gives up a mail with an answer. */
  onAnswerFailed(tx: Transaction<Tables>, failure: AnswerFailure): Promise<void>
  transport?: Transport
}

export interface Outbox {
  /** Whether mail goes out at all: a mail that soon is worth nothing should not wait for a server that may come in a year. */
  readonly delivers: boolean
  /**
   * Stores a mail; call `wake` after the transaction was committed.
   * @param mail its `messageId` is the contact message that it carries, its `answerId` the answer to one
   * @returns the id of its row
   * @throws when an address is more than one bare address
   */
  enqueue(
    tx: Transaction<Tables>,
    mail: MailText & { messageId?: string; answerId?: string },
  ): Promise<string>
  /**
   * Sends the mail of a contact message or of an answer again: at once when it waits for its next attempt, as a new mail
   * when there is none that waits. Call `wake` after the transaction was committed.
   */
  resend(
    tx: Transaction<Tables>,
    mail: MailText & ({ messageId: string } | { answerId: string }),
  ): Promise<void>
  /** There may be something to send. */
  wake(): void
  start(): void
  /** Within 3 s; a mail that was not through by then is free for the next worker at once. */
  stop(): Promise<void>
  /** Mails that wait, and how many of them failed at least once. */
  status(): Promise<{ pending: number; failed: number }>
  /** Since when the oldest of them waits, or the oldest that failed at least once. ms since 1970; null: none does. */
  waitsSince(which?: 'all' | 'failing'): Promise<number | null>
  /** What this process has done. */
  readonly done: { delivered: number; failed: number; givenUp: number }
  /** Erases what is left of mails to persons that went out long ago. */
  tidy(at: number): Promise<void>
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { database, log, now, onAnswerFailed } = options
  const transport = options.transport ?? (options.smtpUrl === null ? null : smtpTransport(options.smtpUrl))
  const sender = parseSender(options.mailFrom)
  const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const secrets = secretsOf(options.smtpUrl)

  const done = { delivered: 0, failed: 0, givenUp: 0 }
  let cutting = new AbortController()

  const loop = createBackgroundLoop({
    async runOnce(stopping) {
      const row = await claim()
      if (!row) return untilNext()
      await attempt(transport as Transport, row, stopping)
      return 0
    },
    onError: logDatabaseError,
  })

  /** @returns for how long to leave the database alone. ms */
  function logDatabaseError(error: unknown): number {
    log.error({ error: describe(error, secrets) }, 'The outbox could not use the database')
    return DATABASE_PAUSE_MS
  }

  const due = (from: Kysely<Tables>, at: number) =>
    from
      .selectFrom('outbox')
      .where('deliveredAt', 'is', null)
      .where((row) =>
        row.or([row('nextAttemptAt', '<=', at), row('nextAttemptAt', '>', at + PUT_OFF_MAX_MS)]),
      )
      .where((row) => row.or([row('claimedUntil', '<=', at), row('claimedUntil', '>', at + PUT_OFF_MAX_MS)]))

  /** Takes the mail that has been due for longest, so that no other worker sends it meanwhile. */
  async function claim(): Promise<Row<'outbox'> | null> {
    // A look costs no lock; on SQLite everybody else would wait for the one of a write.
    if (!(await due(database.read, now()).select('id').limit(1).executeTakeFirst())) return null
    return database.write(async (tx) => {
      const at = now()
      const oldest = due(tx, at).selectAll().orderBy('nextAttemptAt').orderBy('seq').limit(1)
      const row = await (database.dialect === 'postgres'
        ? oldest.forUpdate().skipLocked()
        : oldest
      ).executeTakeFirst()
      if (!row) return null
      const claimedUntil = at + LEASE_MS
      await tx.updateTable('outbox').set({ claimedUntil }).where('id', '=', row.id).execute()
      return { ...row, claimedUntil }
    })
  }

  async function untilNext(): Promise<number> {
    const at = now()
    const next = await database.read
      .selectFrom('outbox')
      .select((row) => row.fn.min('nextAttemptAt').as('at'))
      .where('deliveredAt', 'is', null)
      .where('nextAttemptAt', '>', at)
      .executeTakeFirst()
    return next?.at == null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, next.at - at))
  }

  async function attempt(transport: Transport, row: Row<'outbox'>, stopping: AbortSignal): Promise<void> {
    const recipients = row.recipient === null ? await clubAddresses() : [row.recipient]
    if (recipients.length === 0) {
      await settle(row, {
        nextAttemptAt: now() + NOBODY_PAUSE_MS,
        lastError: 'No hay ningún administrador activo a quien mandarlo',
      })
      return
    }
    const name = sender.name ?? oneLine((await options.site.all()).identity.name)
    let rejected: string[]
    try {
      ;({ rejected } = await transport.sendMail({
        from: { name, address: sender.address },
        to: recipients.map((address) => ({ name: '', address })),
        ...(row.replyTo !== null && {
          replyTo: row.replyTo.split(', ').map((address) => ({ name: '', address })),
        }),
        subject: row.subject,
        text: row.text,
        // The same at every attempt: a second copy, after a lost answer, is recognised by it (RFC 5322 §3.6.4).
        messageId: `<${row.id}@${domain}>`,
        date: new Date(row.createdAt),
        // No automatic answers (RFC 3834 §5): they would go to whomever a stranger named as the sender. An answer is a person's.
        headers: row.answerId === null ? { 'Auto-Submitted': 'auto-generated' } : {},
        signal: AbortSignal.any([cutting.signal, AbortSignal.timeout(SEND_MAX_MS)]),
      }))
    } catch (error) {
      if (cutting.signal.aborted) await settle(row, {})
      else await markFailed(row, error)
      return
    }
    await insist(() => markDelivered(row, rejected), stopping)
  }

  /** What was sent must be known as sent, or it goes out again when the claim is over. */
  async function insist(record: () => Promise<void>, stopping: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await record()
      } catch (error) {
        await loop.pause(logDatabaseError(error))
        if (stopping.aborted) return
      }
    }
  }

  async function clubAddresses(): Promise<string[]> {
    if (options.mailTo !== null) return [...options.mailTo]
    const administrators = await database.read
      .selectFrom('users')
      .select('email')
      .where('status', '=', 'active')
      .orderBy('createdAt')
      .execute()
    return administrators.map(({ email }) => email)
  }

  async function markDelivered(row: Row<'outbox'>, rejected: string[]): Promise<void> {
    const lastError =
      rejected.length === 0
        ? null
        : `El servidor de correo no aceptó ${rejected.length} de las direcciones: ${rejected.join(', ')}`.slice(
            0,
            ERROR_MAX,
          )
    await database.write((tx) =>
      tx
        .updateTable('outbox')
        // The words are not kept: a mail may hold a link that opens an account, and a message is in its own table.
        .set({ deliveredAt: now(), claimedUntil: 0, lastError, text: '' })
        .where('id', '=', row.id)
        .execute(),
    )
    done.delivered++
    if (rejected.length === 0) log.info({ id: row.id }, 'Mail delivered')
    else log.warn({ id: row.id, refused: rejected.length }, 'Mail delivered to some of its recipients')
  }

  async function markFailed(row: Row<'outbox'>, error: unknown): Promise<void> {
    const attempts = row.attempts + 1
    done.failed++
    if (await isHopeless(row, error)) return giveUp(row, error)
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] as number
    const lastError = describe(error, secrets)
    await settle(row, { attempts, nextAttemptAt: now() + pause, lastError })
    log.warn({ id: row.id, attempts, pauseMs: pause, error: lastError }, 'Mail not delivered yet')
  }

  /** A mail with a link can be asked for again, and whoever answered is told; a visitor's message cannot. */
  async function isHopeless(row: Row<'outbox'>, error: unknown): Promise<boolean> {
    if (row.messageId !== null) return false
    if (row.recipient !== null && isDeadAddress(error)) return true
    const at = await options.deletionTime()
    return at !== null && at - row.createdAt >= GIVE_UP_MS
  }

  async function giveUp(row: Row<'outbox'>, error: unknown): Promise<void> {
    await database.write(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('outbox')
        .where('id', '=', row.id)
        .where('claimedUntil', '=', row.claimedUntil)
        .where('deliveredAt', 'is', null)
        .executeTakeFirstOrThrow()
      if (row.answerId !== null && numDeletedRows > 0n)
        await onAnswerFailed(tx, { id: row.answerId, failedAt: now(), failure: describe(error, secrets) })
    })
    done.givenUp++
    log.warn({ id: row.id, attempts: row.attempts + 1, error: describe(error, secrets) }, 'Mail given up')
  }

  /** Gives a claim back, with what came of it, unless it was over and another worker has the row now. */
  async function settle(
    row: Row<'outbox'>,
    outcome: { attempts?: number; nextAttemptAt?: number; lastError?: string },
  ): Promise<void> {
    await database.write((tx) =>
      tx
        .updateTable('outbox')
        .set({ ...outcome, claimedUntil: 0 })
        .where('id', '=', row.id)
        .where('claimedUntil', '=', row.claimedUntil)
        .where('deliveredAt', 'is', null)
        .execute(),
    )
  }

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

  return {
    delivers: transport !== null,

    done,

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
      // A new one, or the mail programs of its readers would take it for the copy that they have (Message-ID).
      await tx.deleteFrom('outbox').where(column, '=', id).execute()
      await enqueue(tx, mail)
    },

    wake: loop.wake,

    start() {
      if (transport === null) return
      if (cutting.signal.aborted) cutting = new AbortController()
      loop.start()
    },

    async stop() {
      const stopped = loop.stop()
      await endsWithin(stopped, STOP_GRACE_MS)
      cutting.abort()
      await endsWithin(stopped, STOP_RELEASE_MS)
    },

    async status() {
      const { pending, failed } = await database.read
        .selectFrom('outbox')
        .select((row) => [
          row.fn.countAll<number>().as('pending'),
          row.fn.countAll<number>().filterWhere('attempts', '>', 0).as('failed'),
        ])
        .where('deliveredAt', 'is', null)
        .executeTakeFirstOrThrow()
      return { pending, failed }
    },

    async waitsSince(which = 'all') {
      const { since } = await database.read
        .selectFrom('outbox')
        .select((row) => row.fn.min('createdAt').as('since'))
        .where('deliveredAt', 'is', null)
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

function smtpTransport(url: string): Transport {
  const options = {
    url,
    connectionTimeout: 10 * SECOND_MS,
    greetingTimeout: 10 * SECOND_MS,
    dnsTimeout: 10 * SECOND_MS,
    socketTimeout: 15 * SECOND_MS,
    // Nothing that somebody wrote makes us read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Loaded with the first mail: most starts send none.
  let transporter: Promise<{ sendMail(mail: OutgoingMail): Promise<{ rejected: string[] }> }> | undefined
  return {
    async sendMail(mail) {
      transporter ??= import('nodemailer').then(({ default: nodemailer }) =>
        nodemailer.createTransport(options),
      )
      return (await transporter).sendMail(mail)
    },
  }
}

/** `name` null: the club's own. */
function parseSender(mailFrom: string): { name: string | null; address: string } {
  const named = /^(.+?)\s*<([^<>]+)>$/.exec(mailFrom.trim())
  return named
    ? { name: oneLine(named[1] as string), address: named[2] as string }
    : { name: null, address: mailFrom.trim() }
}

/**
 * A header ends where its line ends: whoever could break the line could write headers of their own. And whoever could turn
 * its letters around could make it read as another.
 */
const oneLine = (text: string): string =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

function requireBareAddress(address: string): void {
  if (!/^[^\s\p{Cc}@<>(),;:\\"[\]]+@[^\s\p{Cc}@<>(),;:\\"[\]]+$/u.test(address)) {
    throw new TypeError('A mail needs one bare address')
  }
}

async function endsWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}

/** The password in each shape in which a server may repeat it (RFC 4616, and AUTH LOGIN). */
function secretsOf(smtpUrl: string | null): string[] {
  const url = smtpUrl === null ? null : URL.parse(smtpUrl)
  if (!url?.password) return []
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const base64 = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  return [url.password, password, ...base64]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What nodemailer and the server say of a failure. */
interface MailError extends Error {
  code?: string
  /** The SMTP command that was refused. */
  command?: string
  responseCode?: number
  response?: string
}

/**
 * The recipient's mailbox will never take it: a 5yz reply to RCPT TO. Not when the extended code says that it is about
 * rules (RFC 3463 X.7.Z), as "relay denied" does: those are put right on our side.
 */
function isDeadAddress(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0, response = '' }: MailError = error
  return command === 'RCPT TO' && responseCode >= 500 && !/^5\d\d[ -]5\.7\./.test(response)
}

/** In words for whoever administers; the server's own follow. */
const reasons: Record<string, string> = {
  ECONNECTION: 'No se pudo conectar con el servidor de correo',
  ESOCKET: 'No se pudo conectar con el servidor de correo',
  ETIMEDOUT: 'El servidor de correo no respondió a tiempo',
  EDNS: 'No se encontró el servidor de correo',
  ETLS: 'No se pudo abrir una conexión segura con el servidor de correo',
  EAUTH: 'El servidor de correo no aceptó el usuario o la contraseña',
  EENVELOPE: 'El servidor de correo no aceptó las direcciones',
  EMESSAGE: 'El servidor de correo no aceptó el mensaje',
}

/** What went wrong in one short line; servers repeat in their answers what they were sent. */
function describe(error: unknown, secrets: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  const { code = '', response }: Partial<MailError> = error instanceof Error ? error : {}
  const reason = reasons[code]
  return secrets
    .reduce(
      (text, secret) => text.replaceAll(secret, '…'),
      oneLine(reason ? `${reason}: ${response ?? message}${cause}` : message + cause),
    )
    .slice(0, ERROR_MAX)
}
