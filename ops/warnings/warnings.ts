/**
 * Runs the background checks every four minutes. The result is stored in the database, where every process reads it.
 * Administrators get one mail when a condition begins, and one when it is over.
 */
import { isDamageError } from '../../platform/db/database-checks.ts'
import { readSetting, replaceSetting } from '../../platform/db/settings.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import type { MailText } from '../../platform/mail/templates.ts'
import { createBackgroundLoop } from '../../platform/process/background-loop.ts'
import type { Log } from '../../platform/process/log.ts'
import type { SettingsService } from '../../platform/settings/server/settings-service.ts'
import {
  type Condition,
  conditions,
  isProblem,
  type MailedWarning,
} from '../../platform/shared/health-conditions.ts'
import type {
  Assessment,
  ConditionMeters,
  Integrity,
  WarningCheck,
  WarningServices,
} from '../checks/check-declaration.ts'
import { checks } from '../checks/checks.ts'
import {
  byCondition,
  findState,
  parse,
  readReport,
  SETTING,
  type StoredCondition,
  type StoredReport,
  type WarningReport,
} from './stored-report.ts'
import { composeWarningMail, composeWarningOverMail } from './warning-mail.ts'

/** Delay of the first check of SERVERS, so that a club that restarts all the time does not log in each time. ms */
const FIRST_SERVERS_MS = 2 * 60_000
/** Conditions of other servers and disks, which a mistyped variable makes fail at once. */
const SERVERS: readonly Condition[] = ['elsewhere', 'smtp', 'media']
/** Delay of the first check of all. The daily backup, and mail that waited while the machine was off, come first. ms */
const FIRST_CHECK_MS = 10 * 60_000
export const CHECK_EVERY_MS = 4 * 60_000

/** Minimum time between two mails about the beginning of the same condition. ms */
const MAIL_AGAIN_MS = 24 * 3_600_000

export interface Warnings {
  start(): void
  /** Stops the checks. A check that is under way is not awaited, because it may itself wait for a server. */
  stop(): void
  /**
   * Checks now.
   * @param instead replaces measurements in tests
   * @param only the conditions to check. Others keep their state
   */
  check(instead?: Partial<ConditionMeters>, only?: readonly Condition[]): Promise<void>
  readReport(): Promise<WarningReport>
  meters: ConditionMeters
}

interface WarningsOptions extends WarningServices {
  outbox: WarningServices['outbox'] & Pick<Outbox, 'enqueue' | 'wake'>
  settings: Pick<SettingsService, 'all'>
  log: Pick<Log, 'info' | 'warn'>
}

export function createWarnings(options: WarningsOptions): Warnings {
  const { database, outbox, settings, env, deletionClock, log, now } = options
  const meters = byCondition(
    (condition) =>
      (before: Integrity | null = null) =>
        checks[condition].warning.measure(options, before),
  ) as ConditionMeters

  async function check(
    instead: Partial<ConditionMeters> = {},
    only: readonly Condition[] = conditions,
  ): Promise<void> {
    const row = await readSetting(database.read, SETTING)
    const before = parse(row)
    const assessments = await assessAll(before, { ...meters, ...instead }, only)
    const { identity } = await settings.all()
    const holdsDeletion = (await deletionClock.findDoubt().catch(() => null)) !== null
    const steps = byCondition((condition) => {
      const step = advance(condition, findState(before, condition), assessments[condition], {
        now: now(),
        canMail: outbox.delivers,
      })
      if (step.change === 'begins') log.warn({ condition, state: step.after.state }, 'warning started')
      if (step.change === 'ends') log.info({ condition }, 'warning ended')
      return step
    })
    const mails = conditions.flatMap((condition) => {
      const { mail, after } = steps[condition]
      if (mail === null || !isMailed(condition)) return []
      const facts = { condition, measured: after.measured, holdsDeletion, siteUrl: env.siteUrl }
      return mail === 'begins' ? composeWarningMail(identity, facts) : composeWarningOverMail(identity, facts)
    })
    await store(row, mails, {
      lookedAt: only === conditions ? now() : (before?.lookedAt ?? null),
      conditions: byCondition((condition) => steps[condition].after),
    })
    outbox.wake()
  }

  /** Judges all conditions. One that cannot be measured now keeps its state. */
  async function assessAll(
    before: StoredReport | null,
    meters: ConditionMeters,
    only: readonly Condition[],
  ): Promise<Record<Condition, Assessment>> {
    const assessments = await Promise.all(
      conditions.map(async (condition) => {
        const { state, measured } = findState(before, condition)
        if (!only.includes(condition)) return { state, measured }
        return assess(condition, { state, measured }, meters, now).catch((error: unknown) => {
          log.info({ error, condition }, 'condition could not be checked')
          return { state, measured }
        })
      }),
    )
    return byCondition((condition) => assessments[conditions.indexOf(condition)] as Assessment)
  }

  /**
   * Stores the result, unless another process has stored one meanwhile.
   * @param row the row from which `after` was computed
   */
  async function store(row: string | null, mails: MailText[], after: StoredReport): Promise<void> {
    const write = (stored: StoredReport, mails: MailText[]) =>
      database.write(async (tx) => {
        if (!(await replaceSetting(tx, SETTING, row, JSON.stringify(stored)))) return
        for (const mail of mails) await outbox.enqueue(tx, mail)
      })
    try {
      await write(after, mails)
    } catch (error) {
      if (mails.length === 0 || !isDamageError(error)) throw error
      // A damaged database may refuse the mail. The back office and the health check still show the warning.
      log.warn({ error }, 'warning could not be mailed')
      await write(withoutMails(after, parse(row)), [])
    }
  }

  let startedAt: number | undefined
  const loop = createBackgroundLoop({
    firstAfterMs: FIRST_SERVERS_MS,
    async runOnce() {
      startedAt ??= now()
      const isEarly = Math.abs(now() - startedAt) < FIRST_CHECK_MS - FIRST_SERVERS_MS
      await (isEarly ? check({}, SERVERS) : check())
      return CHECK_EVERY_MS
    },
    onError(error) {
      log.warn({ error }, 'background checks failed')
      return CHECK_EVERY_MS
    },
  })

  return {
    start: loop.start,
    stop: () => void loop.stop(),
    check,
    meters,
    readReport: () => readReport(database.read),
  }
}

/** The type lets `assess` pass the measured value of a condition to the check of the same condition. */
const warningChecks: { [C in Condition]: WarningCheck<C> } = checks

async function assess<C extends Condition>(
  condition: C,
  { state, measured: before }: Assessment,
  meters: ConditionMeters,
  now: () => number,
): Promise<Assessment> {
  const moment = { now: now(), was: isProblem(state) ? state : ('ok' as const), before }
  // Only the check `integrity` reads this argument.
  const last = before === null ? null : { isDamaged: isProblem(state), checkedAt: before }
  return warningChecks[condition].warning.assess(await meters[condition](last), moment)
}

const isMailed = (condition: Condition): condition is MailedWarning => checks[condition].warning.mail !== null

interface Step {
  after: StoredCondition
  change: 'begins' | 'ends' | null
  /** The mail that has to be sent. */
  mail: 'begins' | 'ends' | null
}

function advance(
  condition: Condition,
  before: StoredCondition,
  { state, measured }: Assessment,
  { now, canMail }: { now: number; canMail: boolean },
): Step {
  const [was, is] = [isProblem(before.state), isProblem(state)]
  // Without a mail server no warning is stored as mail, because it would be outdated when there is a server.
  const mayTell = canMail && isMailed(condition)
  const isDue = before.toldAt === null || now - before.toldAt >= MAIL_AGAIN_MS || now < before.toldAt
  const begins = is && mayTell && isDue && !before.isTold
  // The state `off` does not mean that a fault was repaired: the club no longer has this part.
  const ends = was && state === 'ok' && mayTell && before.isTold
  return {
    after: {
      state,
      since: state === before.state ? before.since : now,
      measured,
      isTold: is && (before.isTold || begins),
      toldAt: begins ? now : before.toldAt,
    },
    change: was === is ? null : is ? 'begins' : 'ends',
    mail: begins ? 'begins' : ends ? 'ends' : null,
  }
}

/** Returns the new states, as if none of their mails had been sent. */
const withoutMails = (after: StoredReport, before: StoredReport | null): StoredReport => ({
  ...after,
  conditions: byCondition((condition) => {
    const { isTold, toldAt } = findState(before, condition)
    return { ...after.conditions[condition], isTold, toldAt }
  }),
})
