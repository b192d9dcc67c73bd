/**
 * Types of a health check. Each file of this folder declares the checks of one part of the club: how a fact is measured,
 * when it is a warning or an error (thresholds.ts), and its messages. checks.ts lists all checks.
 */

import type { DeletionClock } from '../../platform/clock/deletion-clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Failures } from '../../platform/db/failures.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { HeldBack } from '../../platform/media/server/media-sweep.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import type { Env } from '../../platform/process/env.ts'
import { waitAtMost } from '../../platform/process/wait-at-most.ts'
import type { SiteSettings } from '../../platform/settings/shared/site-settings.ts'
import type {
  Condition,
  ConditionState,
  MailedWarning,
  State,
} from '../../platform/shared/health-conditions.ts'
import { Failure } from '../cli/output.ts'
import type { LeaderRecord } from '../leader.ts'
import { type Access, type DiskSpace, judgeAccess } from './thresholds.ts'

export interface Check {
  /** Examinations of `./pulso doctor`. They run in parallel. */
  doctor?: Examination<DoctorContext>[]
  /** An examination that needs a database of this version. */
  doctorInDatabase?: Examination<DoctorContext & { database: Database }>
  /** The line of `./pulso status`. */
  status?: StatusLine
}

/**
 * A check that also runs in the background. /api/health?deep, /api/health/club, `status`, the metrics, mail and the home of
 * the back office show its result.
 */
export interface WarningCheck<C extends Condition> extends Check {
  warning: Warning<C>
}

// ── ./pulso doctor ─────────────────────────────────────────────────────────────────────────────────────────────────

/** One line of `./pulso doctor`. */
export interface Finding {
  part:
    | 'configuración'
    | 'disco'
    | 'base de datos'
    | 'imágenes'
    | 'correo'
    | 'reloj'
    | 'copias'
    | 'certificado'
    | 'servidor'
  /** `warning`: the part works, but the operator should know something. `bad`: the part does not work */
  state: 'good' | 'warning' | 'bad'
  says: string
  /** What the operator should do. A command has no full stop. */
  mend?: string
}

export interface DoctorContext {
  env: Env
  now: () => number
  /**
   * Time limit for waits that have an error message of their own. It is shorter than the limit of the examination, so that
   * this message is shown. ms
   */
  waitMs: number
  /** Returns when the certificate of an https origin ends. ms since 1970 */
  readCertificateEnd(siteUrl: string): Promise<number>
}

/**
 * Functions that create the findings of one part. `progress` must be called during long work without a finding, such as
 * reading an archive.
 */
export type FindingCreators = ReturnType<typeof createFindings> & { progress(): void }

export interface Examination<Context> {
  part: Finding['part']
  /** Returns the fix for an examination that does not finish. */
  mend(env: Env): string
  run(context: Context & FindingCreators): AsyncIterable<Finding> | Iterable<Finding>
}

/** The fix when an examination of the database does not finish. */
export const CHECK_DATABASE = 'Repetí; si sigue, revisá la base de datos.'

export const SIGNS: Record<Finding['state'], string> = { good: '✓', warning: '!', bad: '✗' }

/** Creates findings of one part. */
export function createFindings(part: Finding['part']) {
  const finding =
    (state: Finding['state']) =>
    (says: string, mend?: string): Finding => ({ part, state, says, ...(mend !== undefined && { mend }) })
  return { good: finding('good'), warning: finding('warning'), bad: finding('bad') }
}

// ── ./pulso status ─────────────────────────────────────────────────────────────────────────────────────────────────

export interface StatusContext {
  env: Env
  /** Current time. ms since 1970 */
  now: number
  /** The connection, and what is known about its schema. */
  connection: { dialect: Database['dialect']; schema: Schema; unsuitable: string | null }
  /** The database. null unless it has the tables of this version */
  database: Database | null
  server: Promise<ServerAnswer>
}

/** State of the schema. `silent`: the database does not answer */
export interface Schema {
  state: 'current' | 'older' | 'newer' | 'silent'
  /** The last migration that ran. null when it is not known */
  migration: string | null
  reason: string | null
}

/** Answer of a club on this machine to `/api/health`. */
export interface ServerAnswer {
  address: string
  state: 'good' | 'bad' | 'stopped'
  build: string | null
}

export interface StatusLine {
  /** Key of the line in the JSON document. */
  name:
    | 'server'
    | 'background'
    | 'database'
    | 'pictures'
    | 'mail'
    | 'backups'
    | 'clock'
    | 'disk'
    | 'upgrade'
    | 'warnings'
  title: string
  /** Reads the state of the part. @returns null to leave the line out */
  read(context: StatusContext): Promise<StatusResult | null>
}

export interface StatusResult {
  says: string
  state: Finding['state']
  /** Values for programs, printed with --json. */
  facts: Record<string, unknown>
}

/** Time limit of each measurement of `./pulso status`. ms */
export const STATUS_TIMEOUT_MS = 2_000

/** Limits the time of a measurement. @throws Failure when the work takes longer than STATUS_TIMEOUT_MS */
export const withStatusTimeout = <T>(work: Promise<T>): Promise<T> =>
  waitAtMost(STATUS_TIMEOUT_MS, work, () => {
    throw new Failure(`nadie contestó en ${STATUS_TIMEOUT_MS / 1000} segundos`)
  })

/** Converts a judgement to the state of a finding. */
export const toFindingState = (judgement: ConditionState): Finding['state'] =>
  judgement === 'ok' ? 'good' : 'bad'

export const toIsoString = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString()

// ── Warnings ───────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Integrity {
  isDamaged: boolean
  /** Time of the last full check of SQLite, or for PostgreSQL of the last read of the lists. ms since 1970 */
  checkedAt: number
}

/** The measured value of each condition. null: the club does not have this part. */
interface Measurements {
  /** Time at which the last backup was finished. ms since 1970 */
  backup: number | null
  /** Result of a test in the second place of the backups. */
  elsewhere: Access | null
  /** Time at which the oldest failing mail was written. ms since 1970. 'none': no mail fails */
  mail: number | 'none' | null
  /** Result of a login to the mail server. */
  smtp: Access | null
  /** Result of a test write. */
  media: Access
  disk: DiskSpace[]
  /** End of the certificate. ms since 1970 */
  certificate: number | null
  /** Difference between our clock and the right time. ms */
  clock: number
  /** Time of the leader's last work. ms since 1970 */
  leader: number
  integrity: Integrity
  /** Result of the last sweep. null: it removed every unused file */
  files: HeldBack | null
  /** Number of server errors in the last quarter of an hour. */
  failures: number
}

/**
 * Functions that measure each condition. A function throws when its condition cannot be measured now.
 * @param before the last result of `integrity`
 */
export type ConditionMeters = { [C in Condition]: (before?: Integrity | null) => Promise<Measurements[C]> }

export interface WarningServices {
  database: Database
  outbox: Pick<Outbox, 'delivers' | 'waitsSince'>
  store: Pick<MediaStore, 'put' | 'read' | 'remove'>
  env: Env
  deletionClock: Pick<DeletionClock, 'findDoubt'>
  leader: Pick<LeaderRecord, 'workedAt'>
  checkIntegrity: (before: Integrity | null) => Promise<Integrity>
  failures: Pick<Failures, 'recent'>
  now: () => number
}

/**
 * The judgement of a condition. `measured` depends on the condition. `backup`, `mail`, `certificate`, `leader` (last work)
 * and `integrity` (last check): ms since 1970. `elsewhere`, `smtp` and `media`: time of the first failed attempt, ms since
 * 1970. `disk`: the free share, 0 to 1. `clock`: its offset in ms. `files` and `failures`: their number.
 */
export interface Assessment {
  state: State
  measured: number | null
}

export const NOT_APPLICABLE: Assessment = { state: 'off', measured: null }

/** Measures whether a server can be used. @param judge returns what the error of the attempt means */
export const measureAccess = (
  limitMs: number,
  attempt: Promise<unknown>,
  judge: (error: unknown) => Access,
): Promise<Access> =>
  waitAtMost(limitMs, attempt, () => {
    throw new Error('The attempt took too long')
  }).then(() => 'ok' as const, judge)

/** Assesses a condition of a server. @param lost state while the server cannot be used */
export const assessAccess =
  (lost: 'warning' | 'error') =>
  (access: Access | null, moment: Parameters<typeof judgeAccess>[1]): Assessment => {
    if (access === null) return NOT_APPLICABLE
    const { isLost, since } = judgeAccess(access, moment)
    return { state: isLost ? lost : 'ok', measured: since }
  }

export interface Warning<C extends Condition> {
  /** Measures the condition. @param before the last result of `integrity` */
  measure(services: WarningServices, before: Integrity | null): Promise<Measurements[C]>
  /**
   * Judges a measured value.
   * @param moment the current time, the last judgement, and the last value of `measured`
   */
  assess(
    measured: Measurements[C],
    moment: { now: number; was: ConditionState; before: number | null },
  ): Assessment
  /** Texts of the mail to the administrators. null for failing mail, which causes no mail. */
  mail: C extends MailedWarning ? WarningTexts : null
  metric?: Metric
}

export interface WarningTexts {
  /** Returns the problem and its consequence, without terms of server operation. @param measured as in Assessment */
  says(
    club: Pick<SiteSettings['identity'], 'name' | 'timeZone'>,
    measured: number | null,
    holdsDeletion: boolean,
  ): string
  /** Subject of the mail when the condition is over. */
  over: string
}

/** A gauge with the value that the last check measured. */
export interface Metric {
  name: string
  help: string
  value(measured: number, now: number): number
}
