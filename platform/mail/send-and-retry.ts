/** Sends the mails of the outbox. It claims a mail, passes it to the mail server, and later tries again or gives up. */
import type { Kysely, Transaction } from 'kysely'
import { hasUnusualLetters } from '../auth/shared/emails.ts'
import type { DeletionTime } from '../clock/deletion-clock.ts'
import type { Database } from '../db/connect.ts'
import type { Row, Tables } from '../db/tables.ts'
import type { Log } from '../process/log.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { toHeaderLine } from './shared/header-line.ts'
import {
  describeFailure,
  ERROR_MAX,
  isDeadAddress,
  listSmtpSecrets,
  type OutgoingMail,
  parseSender,
  type Transport,
} from './smtp.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Pauses after the first failed attempt, the second, and so on. The last pause repeats. ms */
const PAUSES_MS = [
  30 * SECOND_MS,
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  HOUR_MS,
  2 * HOUR_MS,
]

/**
 * A mail is given up after this time. RFC 5321 §4.5.4.1 recommends four to five days. A visitor's message is never given
 * up. ms
 */
const GIVE_UP_MS = 5 * DAY_MS

/** Pause while the club has no address to send to. The first administrator may be created at any time. ms */
const NO_RECIPIENT_PAUSE_MS = MINUTE_MS

/** Time limit of one attempt. A server that answers byte by byte could otherwise hold a connection for ever. ms */
const SEND_MAX_MS = 60 * SECOND_MS

/**
 * Duration of a claim. It is longer than any attempt, so a row with an expired claim belongs to a process that has ended.
 * ms
 */
const CLAIM_MS = 2 * SEND_MAX_MS

/** Interval of the search for due mails. Another process may have added one without waking this process. ms */
const SEARCH_INTERVAL_MS = 30 * SECOND_MS

/** Pause when the database does not answer. ms */
const DATABASE_PAUSE_MS = 2 * SECOND_MS

/**
 * Longest time that an attempt or a claim can lie ahead. A later time was written by a clock that was far ahead, so it is
 * ignored. ms
 */
const PUT_OFF_MAX_MS = Math.max(...PAUSES_MS) + HOUR_MS

type MailRow = Row<'outbox'>

export interface AnswerFailure {
  /** Id of the answer. */
  id: string
  /** Time at which the mail was given up. ms since 1970 */
  failedAt: number
  failure: string
}

/** Called in the transaction that gives up a mail with an answer. */
export type OnAnswerFailed = (tx: Transaction<Tables>, failure: AnswerFailure) => Promise<void>

export interface SenderOptions {
  database: Database
  /**
   * URL of the mail server: `smtp://` (with STARTTLS where the server offers it) or `smtps://`. null: mail waits until
   * there is a server.
   */
  smtpUrl: string | null
  /** Sender: `address` or `Name <address>`. Without a name, the club's name is used. */
  mailFrom: string
  /** Recipients of mail to the club. null: every active administrator. */
  mailTo: readonly string[] | null
  settings: { all(): Promise<SiteSettings> }
  log: Pick<Log, 'info' | 'warn' | 'error'>
  now: () => number
  deletionTime: DeletionTime
  onAnswerFailed: OnAnswerFailed
}

export interface MailSender {
  /** Sends the next mail that is due. @returns the pause before the next call. ms, 0 while mails are due */
  sendNext(stopping: AbortSignal): Promise<number>
  /** Logs an error of the database. @returns the pause after it. ms */
  logDatabaseError(error: unknown): number
  /** Cuts the connection of the mail under way. The next process can send that mail at once. */
  cut(): void
  /** Allows connections again after `cut`. */
  reopen(): void
  /** Number of mails by result, in this process since its start. */
  done: { delivered: number; failed: number; givenUp: number }
}

/** Creates the sender. @param pause waits, and ends early when the sender is stopped */
export function createMailSender(
  options: SenderOptions,
  transport: Transport,
  pause: (milliseconds: number) => Promise<void>,
): MailSender {
  const { database, log, now } = options
  const sender = parseSender(options.mailFrom)
  const secrets = listSmtpSecrets(options.smtpUrl)
  const done = { delivered: 0, failed: 0, givenUp: 0 }
  let cutting = new AbortController()

  function logDatabaseError(error: unknown): number {
    log.error({ error: describeFailure(error, secrets) }, 'The outbox could not use the database')
    return DATABASE_PAUSE_MS
  }

  async function attempt(row: MailRow, stopping: AbortSignal): Promise<void> {
    const recipients = row.recipient === null ? await listClubAddresses(options) : [row.recipient]
    if (recipients.length === 0) {
      await releaseClaim(database, row, {
        nextAttemptAt: now() + NO_RECIPIENT_PAUSE_MS,
        lastError: 'No hay ningún administrador activo a quien mandarlo',
      })
      return
    }
    const name = sender.name ?? toHeaderLine((await options.settings.all()).identity.name)
    const signal = AbortSignal.any([cutting.signal, AbortSignal.timeout(SEND_MAX_MS)])
    let rejected: string[]
    try {
      ;({ rejected } = await transport.sendMail(
        composeMail(row, { from: { name, address: sender.address }, recipients, signal }),
      ))
    } catch (error) {
      if (cutting.signal.aborted) await releaseClaim(database, row, {})
      else await markFailed(row, error)
      return
    }
    await repeatUntilRecorded(() => markDelivered(row, rejected), stopping)
  }

  /** Repeats the write that marks a mail as sent. Without the mark, the mail would be sent again. */
  async function repeatUntilRecorded(record: () => Promise<void>, stopping: AbortSignal): Promise<void> {
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
        // The text is erased: it may contain a link that opens an account, and messages have a table of their own.
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
    if (await shouldGiveUp(row, error)) return giveUp(row, error)
    const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] as number
    const lastError = describeFailure(error, secrets)
    await releaseClaim(database, row, { attempts, nextAttemptAt: now() + pause, lastError })
    log.warn({ id: row.id, attempts, pauseMs: pause, error: lastError }, 'Mail not delivered yet')
  }

  /**
   * True when a mail should be given up. The recipient of a link can request another one, and the author of an answer sees
   * that it failed. A visitor's message is never given up, because its author would not notice the loss.
   */
  async function shouldGiveUp(row: MailRow, error: unknown): Promise<boolean> {
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
      const row = await claimMail(database, now)
      if (row === null) return computePauseUntilNext(database, now())
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
  // nodemailer writes domains in ASCII. The part before the @ has no such form, and a header with other letters needs
  // SMTPUTF8 (RFC 6532 §1), which nodemailer announces for recipients only.
  const replyTo = (row.replyTo?.split(', ') ?? []).filter((address) => !hasUnusualLetters(address))
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: recipients.map(toAddress),
    ...(replyTo.length > 0 && { replyTo: replyTo.map(toAddress) }),
    // Subjects that an earlier release stored were cleaned less.
    subject: toHeaderLine(row.subject),
    text: row.text,
    // Every attempt has the same id, so mail programs recognise a second copy (RFC 5322 §3.6.4).
    messageId: `<${row.id}@${domain}>`,
    date: new Date(row.createdAt),
    // Prevents automatic replies to mail of the system (RFC 3834 §5). They would go to any address that a visitor has
    // typed. Answers were written by a person and have no such header.
    headers: row.answerId === null ? { 'Auto-Submitted': 'auto-generated' } : {},
    signal,
  }
}

async function listClubAddresses({ mailTo, database }: SenderOptions): Promise<string[]> {
  if (mailTo !== null) return [...mailTo]
  const administrators = await database.read
    .selectFrom('users')
    .select('email')
    .where('status', '=', 'active')
    .orderBy('createdAt')
    .execute()
  return administrators.map(({ email }) => email)
}

const selectDue = (from: Kysely<Tables>, at: number) =>
  from
    .selectFrom('outbox')
    .where('deliveredAt', 'is', null)
    .where((row) => row.or([row('nextAttemptAt', '<=', at), row('nextAttemptAt', '>', at + PUT_OFF_MAX_MS)]))
    .where((row) => row.or([row('claimedUntil', '<=', at), row('claimedUntil', '>', at + PUT_OFF_MAX_MS)]))

/** Claims the mail that has been due for longest, so that no other process sends it too. */
async function claimMail(database: Database, now: () => number): Promise<MailRow | null> {
  // This read takes no lock. A write would lock all other writers on SQLite, and usually no mail is due.
  if (!(await selectDue(database.read, now()).select('id').limit(1).executeTakeFirst())) return null
  return database.write(async (tx) => {
    const at = now()
    const oldest = selectDue(tx, at).selectAll().orderBy('nextAttemptAt').orderBy('seq').limit(1)
    const row = await (database.dialect === 'postgres'
      ? oldest.forUpdate().skipLocked()
      : oldest
    ).executeTakeFirst()
    if (!row) return null
    const claimedUntil = at + CLAIM_MS
    await tx.updateTable('outbox').set({ claimedUntil }).where('id', '=', row.id).execute()
    return { ...row, claimedUntil }
  })
}

async function computePauseUntilNext(database: Database, at: number): Promise<number> {
  const next = await database.read
    .selectFrom('outbox')
    .select((row) => row.fn.min('nextAttemptAt').as('at'))
    .where('deliveredAt', 'is', null)
    .where('nextAttemptAt', '>', at)
    .executeTakeFirst()
  return next?.at == null ? SEARCH_INTERVAL_MS : Math.min(SEARCH_INTERVAL_MS, Math.max(0, next.at - at))
}

/**
 * Releases the claim and stores the result. If the claim has expired and another process has claimed the row, it does
 * nothing.
 */
async function releaseClaim(
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
