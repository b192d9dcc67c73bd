/** Sends the mails of the outbox: claims a mail, hands it to the mail server, and tries again later or gives up. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'
import type { DeletionTime } from '../process/clock/deletion-clock.ts'
import type { Log } from '../process/log.ts'
import type { SettingsService } from '../settings/server/settings-service.ts'
import {
  describeFailure,
  ERROR_MAX,
  isDeadAddress,
  type OutgoingMail,
  oneLine,
  parseSender,
  secretsOf,
  type Transport,
} from './smtp.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Pause after the first failure, the second, and so on. The last pause repeats until the mail is sent or given up. */
const PAUSES_MS = [
  30 * SECOND_MS,
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  HOUR_MS,
  2 * HOUR_MS,
]

/**
 * A mail is given up after this time. Mail servers try for four to five days (RFC 5321 §4.5.4.1). A visitor's message is
 * never given up.
 */
const GIVE_UP_MS = 5 * DAY_MS

/** Pause while the club has no address to send to. The first administrator may be created any minute. */
const NOBODY_PAUSE_MS = MINUTE_MS

/** A server that answers byte by byte could hold a connection open for ever. */
const SEND_MAX_MS = 60 * SECOND_MS

/** A claim outlives every attempt, so a row with an expired claim belongs to a process that has ended. */
const LEASE_MS = 2 * SEND_MAX_MS

/** Another process may have added a mail without waking this one. */
const LOOK_MS = 30 * SECOND_MS

/** Pause when the database does not answer. */
const DATABASE_PAUSE_MS = 2 * SECOND_MS

/** A time or a claim further ahead than this was written while the clock was far ahead. */
const PUT_OFF_MAX_MS = Math.max(...PAUSES_MS) + HOUR_MS

type MailRow = Row<'outbox'>

export interface AnswerFailure {
  /** The id of the answer. */
  id: string
  /** ms since 1970 */
  failedAt: number
  failure: string
}

export interface SenderOptions {
  database: Database
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`. null: mail waits until there is a server. */
  smtpUrl: string | null
  /** `address` or `Name <address>`. The club's name replaces a missing name. */
  mailFrom: string
  /** The recipients of mail to the club. null: every active administrator. */
  mailTo: readonly string[] | null
  settings: Pick<SettingsService, 'all'>
  log: Pick<Log, 'info' | 'warn' | 'error'>
  now: () => number
  deletionTime: DeletionTime
  /** Called in the transaction that gives up a mail with an answer. */
  onAnswerFailed(tx: Transaction<Tables>, failure: AnswerFailure): Promise<void>
}

export interface MailSender {
  /** @returns the pause before the next call. ms, 0 while mails are due */
  sendNext(stopping: AbortSignal): Promise<number>
  /** @returns the pause after an error of the database. ms */
  logDatabaseError(error: unknown): number
  /** Cuts the connection of the mail under way. The next process can send that mail at once. */
  cut(): void
  /** Allows connections again after `cut`. */
  reopen(): void
  /** Counts of this process. */
  done: { delivered: number; failed: number; givenUp: number }
}

/** @param pause waits, but ends early when the sender is stopped */
export function createMailSender(
  options: SenderOptions,
  transport: Transport,
  pause: (milliseconds: number) => Promise<void>,
): MailSender {
  const { database, log, now } = options
  const sender = parseSender(options.mailFrom)
  const secrets = secretsOf(options.smtpUrl)
  const done = { delivered: 0, failed: 0, givenUp: 0 }
  let cutting = new AbortController()

  function logDatabaseError(error: unknown): number {
    log.error({ error: describeFailure(error, secrets) }, 'The outbox could not use the database')
    return DATABASE_PAUSE_MS
  }

  async function attempt(row: MailRow, stopping: AbortSignal): Promise<void> {
    const recipients = row.recipient === null ? await clubAddresses(options) : [row.recipient]
    if (recipients.length === 0) {
      await release(database, row, {
        nextAttemptAt: now() + NOBODY_PAUSE_MS,
        lastError: 'No hay ningún administrador activo a quien mandarlo',
      })
      return
    }
    const name = sender.name ?? oneLine((await options.settings.all()).identity.name)
    const signal = AbortSignal.any([cutting.signal, AbortSignal.timeout(SEND_MAX_MS)])
    let rejected: string[]
    try {
      ;({ rejected } = await transport.sendMail(
        composeMail(row, { from: { name, address: sender.address }, recipients, signal }),
      ))
    } catch (error) {
      if (cutting.signal.aborted) await release(database, row, {})
      else await markFailed(row, error)
      return
    }
    await untilRecorded(() => markDelivered(row, rejected), stopping)
  }

  /** A mail that was sent must be recorded as sent, or it is sent again when the claim expires. */
  async function untilRecorded(record: () => Promise<void>, stopping: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await record()
      } catch (error) {
        await pause(logDatabaseError(error))
        if (stopping.aborted) return
      }
    }
  }

  async function markDelivered(row: MailRow, rejected: string[]): Promise<void> {
    const partial = `El servidor de correo no aceptó ${rejected.length} de las direcciones: ${rejected.join(', ')}`
    const lastError = rejected.length === 0 ? null : partial.slice(0, ERROR_MAX)
    await database.write((tx) =>
      tx
        .updateTable('outbox')
        // The text is not kept: it may contain a link that opens an account, and messages have a table of their own.
        .set({ deliveredAt: now(), claimedUntil: 0, lastError, text: '' })
        .where('id', '=', row.id)
        .execute(),
    )
    done.delivered++
    if (rejected.length === 0) log.info({ id: row.id }, 'Mail delivered')
    else log.warn({ id: row.id, refused: rejected.length }, 'Mail delivered to some of its recipients')
  }

  async function markFailed(row: MailRow, error: unknown): Promise<void> {
    const attempts = row.attempts + 1
    done.failed++
    if (await isHopeless(row, error)) return giveUp(row, error)
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] as number
    const lastError = describeFailure(error, secrets)
    await release(database, row, { attempts, nextAttemptAt: now() + pause, lastError })
    log.warn({ id: row.id, attempts, pauseMs: pause, error: lastError }, 'Mail not delivered yet')
  }

  /** A link can be requested again, and the author of an answer sees its failure. A visitor's message has neither. */
  async function isHopeless(row: MailRow, error: unknown): Promise<boolean> {
    if (row.messageId !== null) return false
    if (row.recipient !== null && isDeadAddress(error)) return true
    const at = await options.deletionTime()
    return at !== null && at - row.createdAt >= GIVE_UP_MS
  }

  async function giveUp(row: MailRow, error: unknown): Promise<void> {
    const failure = describeFailure(error, secrets)
    await database.write(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('outbox')
        .where('id', '=', row.id)
        .where('claimedUntil', '=', row.claimedUntil)
        .where('deliveredAt', 'is', null)
        .executeTakeFirstOrThrow()
      if (row.answerId !== null && numDeletedRows > 0n)
        await options.onAnswerFailed(tx, { id: row.answerId, failedAt: now(), failure })
    })
    done.givenUp++
    log.warn({ id: row.id, attempts: row.attempts + 1, error: failure }, 'Mail given up')
  }

  return {
    async sendNext(stopping) {
      const row = await claim(database, now)
      if (row === null) return pauseUntilNext(database, now())
      await attempt(row, stopping)
      return 0
    },
    logDatabaseError,
    cut: () => cutting.abort(),
    reopen() {
      if (cutting.signal.aborted) cutting = new AbortController()
    },
    done,
  }
}

function composeMail(
  row: MailRow,
  { from, recipients, signal }: { from: OutgoingMail['from']; recipients: string[]; signal: AbortSignal },
): OutgoingMail {
  const toAddress = (address: string) => ({ name: '', address })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: recipients.map(toAddress),
    ...(row.replyTo !== null && { replyTo: row.replyTo.split(', ').map(toAddress) }),
    subject: row.subject,
    text: row.text,
    // The same at every attempt, so that mail programs recognise a second copy (RFC 5322 §3.6.4).
    messageId: `<${row.id}@${domain}>`,
    date: new Date(row.createdAt),
    // Prevents automatic replies (RFC 3834 §5), which would go to any address that a visitor wrote. A person wrote an answer.
    headers: row.answerId === null ? { 'Auto-Submitted': 'auto-generated' } : {},
    signal,
  }
}

async function clubAddresses({ mailTo, database }: SenderOptions): Promise<string[]> {
  if (mailTo !== null) return [...mailTo]
  const administrators = await database.read
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .orderBy('createdAt')
    .execute()
  return administrators.map(({ email }) => email)
}

const due = (from: Kysely<Tables>, at: number) =>
  from
    .selectFrom('outbox')
    .where('deliveredAt', 'is', null)
    .where((row) => row.or([row('nextAttemptAt', '<=', at), row('nextAttemptAt', '>', at + PUT_OFF_MAX_MS)]))
    .where((row) => row.or([row('claimedUntil', '<=', at), row('claimedUntil', '>', at + PUT_OFF_MAX_MS)]))

/** Claims the mail that has been due for longest, so that no other process sends it at the same time. */
async function claim(database: Database, now: () => number): Promise<MailRow | null> {
  // Reading needs no lock. On SQLite all other writers would wait for the lock of a write.
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

async function pauseUntilNext(database: Database, at: number): Promise<number> {
  const next = await database.read
    .selectFrom('outbox')
    .select((row) => row.fn.min('nextAttemptAt').as('at'))
    .where('deliveredAt', 'is', null)
    .where('nextAttemptAt', '>', at)
    .executeTakeFirst()
  return next?.at == null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, next.at - at))
}

/** Ends the claim and stores the outcome, unless the claim has expired and another process has claimed the row. */
async function release(
  database: Database,
  row: MailRow,
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
