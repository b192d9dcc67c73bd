/**
 * Looks every quarter of an hour at what goes wrong slowly. What it finds is kept in the database, where every process has
 * it from; whoever administers gets one mail when a condition begins, and one when it is over.
 */

import type { Database } from '../../platform/db/connect.ts'
import { isDamage } from '../../platform/db/damaged.ts'
import { readSetting, replaceSetting } from '../../platform/db/settings.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { type MailText, warningMail, warningOverMail } from '../../platform/mail/templates.ts'
import { createBackgroundLoop } from '../../platform/process/background-loop.ts'
import { otherClocks, writtenLater } from '../../platform/process/clock/clock-offset.ts'
import type { DeletionClock } from '../../platform/process/clock/deletion-clock.ts'
import type { Env } from '../../platform/process/env.ts'
import type { Failures } from '../../platform/process/failures.ts'
import type { Log } from '../../platform/process/log.ts'
import {
  freeRatio,
  isOpen,
  judgeBackup,
  judgeCertificate,
  judgeClock,
  judgeDisk,
  judgeFailures,
  judgeLeader,
  judgeMail,
  type Space,
} from '../../platform/process/warning-limits.ts'
import type { SiteWords } from '../../platform/settings/server/site.ts'
import {
  type Condition,
  conditions,
  type Judgement,
  type State,
} from '../../platform/shared/health-conditions.ts'
import { lastBackupAt } from '../backup/daily.ts'
import type { LeaderRecord } from '../leader.ts'
import { certificateEndsAt, showsCertificate } from './certificate.ts'
import { spacesOf } from './disk.ts'
import type { createIntegrityCheck, Integrity } from './integrity.ts'

/** The backup of the day, and mail that waited while the machine was off, have their turn before. */
const FIRST_LOOK_MS = 10 * 60_000
export const LOOK_MS = 15 * 60_000

/** A condition that comes and goes is told of once a day at most. */
const TELL_AGAIN_MS = 24 * 3_600_000

/** The row of `settings` that holds what was found. */
const SETTING = 'warnings'

/**
 * `measured` depends on the condition. `backup`, `mail`, `certificate`, `leader` (last work) and `integrity` (last check): ms
 * since 1970. `disk`: the free part, 0 to 1. `clock`: its offset in ms. `failures`: their number.
 */
export interface Finding {
  state: State
  /** Since when it has been in this state. ms since 1970 */
  since: number
  measured: number | null
}

interface Held extends Finding {
  /** Of what is wrong now. */
  isTold: boolean
  toldAt: number | null
}

interface Kept {
  /** null: never checked all of them */
  lookedAt: number | null
  conditions: Record<Condition, Held>
}

export interface Found {
  /** ms since 1970; null: nobody ever looked. */
  lookedAt: number | null
  conditions: Record<Condition, Finding>
}

/** What is looked at. Each is null where there is nothing to look at, and throws where it cannot be looked at now. */
export interface Sources {
  /** When the last was ended, ms since 1970. */
  backup(): Promise<number | null>
  /** Since when the oldest mail fails, ms since 1970; 'none': none does. */
  mail(): Promise<number | 'none' | null>
  disk(): Promise<Space[]>
  /** ms since 1970 */
  certificate(): Promise<number | null>
  /** How far it is off, ms. */
  clock(): Promise<number>
  /** When the leader last worked. ms since 1970 */
  leader(): Promise<number>
  integrity(before: Integrity | null): Promise<Integrity>
  /** Number of server errors in the last quarter of an hour. */
  failures(): Promise<number>
}

export interface Warnings {
  start(): void
  /** Waits for nothing: a look that is under way may wait for whoever does not answer. */
  stop(): void
  /** Checks now. @param instead replaces sources in tests. @param only the conditions to check; others keep their state */
  look(instead?: Partial<Sources>, only?: readonly Condition[]): Promise<void>
  found(): Promise<Found>
  sources: Sources
}

interface WarningsOptions {
  database: Database
  outbox: Pick<Outbox, 'delivers' | 'enqueue' | 'waitsSince' | 'wake'>
  site: Pick<SiteWords, 'all'>
  env: Env
  deletionClock: Pick<DeletionClock, 'doubt'>
  leader: Pick<LeaderRecord, 'workedAt'>
  checkIntegrity: ReturnType<typeof createIntegrityCheck>
  failures: Pick<Failures, 'recent'>
  log: Pick<Log, 'info' | 'warn'>
  now: () => number
}

const neverLooked: Held = { state: 'unknown', since: 0, measured: null, isTold: false, toldAt: null }

const parsed = (kept: string | null): Kept | null => (kept === null ? null : (JSON.parse(kept) as Kept))

/** @param kept also of an older version, which knew fewer conditions */
const heldIn = (kept: Kept | null, condition: Condition): Held => kept?.conditions[condition] ?? neverLooked

/** The new findings with the mail state of the earlier ones. */
const untold = (after: Kept, before: Kept | null): Kept => ({
  ...after,
  conditions: Object.fromEntries(
    conditions.map((condition) => {
      const { isTold, toldAt } = heldIn(before, condition)
      return [condition, { ...after.conditions[condition], isTold, toldAt }]
    }),
  ) as Kept['conditions'],
})

const SEVERITY: Record<Judgement, number> = { error: 0, warning: 1, ok: 2 }

const worstFirst = (
  one: { state: Judgement; measured: number },
  other: { state: Judgement; measured: number },
): number => SEVERITY[one.state] - SEVERITY[other.state] || one.measured - other.measured

export function createWarnings({
  database,
  outbox,
  site,
  env,
  deletionClock,
  leader,
  checkIntegrity,
  failures,
  log,
  now,
}: WarningsOptions): Warnings {
  const { read } = database

  const sources: Sources = {
    backup: () => lastBackupAt(read, env.backupTo === null ? ['here'] : ['here', 'elsewhere']),
    mail: async () => (outbox.delivers ? ((await outbox.waitsSince('failing')) ?? 'none') : null),
    disk: async () => (await spacesOf(env)).map(({ space }) => space),
    certificate: async () => (showsCertificate(env.siteUrl) ? certificateEndsAt(env.siteUrl) : null),
    async clock() {
      const doubt = await deletionClock.doubt()
      if (doubt !== null) return doubt.by
      const later = await writtenLater(database, now())
      if (later !== null) return now() - later.at
      const offsets = (await otherClocks(env, database, now)).map(({ offset }) => offset)
      return offsets.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0)
    },
    leader: leader.workedAt,
    integrity: checkIntegrity,
    failures: failures.recent,
  }

  type Looked = Pick<Finding, 'state' | 'measured'>

  async function lookAt(
    condition: Condition,
    { state: was, measured: before }: Looked,
    from: Sources,
  ): Promise<Looked> {
    const judged = { now: now(), was: isOpen(was) ? was : ('ok' as const) }
    const off: Looked = { state: 'off', measured: null }
    switch (condition) {
      case 'backup': {
        const measured = await from.backup()
        return measured === null ? off : { state: judgeBackup(measured, judged), measured }
      }
      case 'mail': {
        const since = await from.mail()
        const measured = since === 'none' ? null : since
        return since === null ? off : { state: judgeMail(measured, judged), measured }
      }
      case 'disk': {
        const spaces = await from.disk()
        const looked = spaces.map((space) => ({
          state: judgeDisk(space, judged.was),
          measured: freeRatio(space),
        }))
        return looked.toSorted(worstFirst)[0] ?? off
      }
      case 'certificate': {
        const measured = await from.certificate()
        return measured === null ? off : { state: judgeCertificate(measured, judged), measured }
      }
      case 'clock': {
        const measured = await from.clock()
        return { state: judgeClock(measured, judged.was), measured }
      }
      case 'leader': {
        const measured = await from.leader()
        return { state: judgeLeader(measured, judged), measured }
      }
      case 'integrity': {
        const last = before === null ? null : { isDamaged: isOpen(was), checkedAt: before }
        const { isDamaged, checkedAt } = await from.integrity(last)
        return { state: isDamaged ? 'error' : 'ok', measured: checkedAt }
      }
      case 'failures': {
        const measured = await from.failures()
        return { state: judgeFailures(measured, judged.was), measured }
      }
    }
  }

  async function lookAtAll(
    before: Kept | null,
    from: Sources,
    only: readonly Condition[],
  ): Promise<Map<Condition, Looked>> {
    const looked = await Promise.all(
      conditions.map(async (condition) => {
        const { state, measured } = heldIn(before, condition)
        if (!only.includes(condition)) return { state, measured }
        // What cannot be looked at now is as it was.
        return lookAt(condition, { state, measured }, from).catch((error: unknown) => {
          log.info({ error, condition }, 'a warning could not be looked at')
          return { state, measured }
        })
      }),
    )
    return new Map(conditions.map((condition, index) => [condition, looked[index] as Looked]))
  }

  /** What is held from now on, and what is to be told. */
  function next(condition: Condition, before: Held, { state, measured }: Looked) {
    const at = now()
    const [was, is] = [isOpen(before.state), isOpen(state)]
    const since = state === before.state ? before.since : at
    // Mail that does not go out is told of by no mail, and mail that nobody sends is worth nothing when somebody does.
    const mayTell = outbox.delivers && condition !== 'mail'
    const isDue = before.toldAt === null || at - before.toldAt >= TELL_AGAIN_MS || at < before.toldAt
    const begins = is && mayTell && isDue && !before.isTold
    // One of which there is nothing to look at any more was not mended.
    const isOver = was && state === 'ok' && mayTell && before.isTold
    const held: Held = {
      state,
      since,
      measured,
      isTold: is && (before.isTold || begins),
      toldAt: begins ? at : before.toldAt,
    }
    if (was !== is) {
      if (is) log.warn({ condition, state }, 'a warning begins')
      else log.info({ condition }, 'a warning is over')
    }
    return { held, tell: begins ? warningMail : isOver ? warningOverMail : null }
  }

  async function look(
    instead: Partial<Sources> = {},
    only: readonly Condition[] = conditions,
  ): Promise<void> {
    const kept = await readSetting(read, SETTING)
    const before = parsed(kept)
    const looked = await lookAtAll(before, { ...sources, ...instead }, only)
    const { identity } = await site.all()
    const doubt = await deletionClock.doubt().catch(() => null)
    const steps = [...looked].map(
      ([condition, seen]) => [condition, next(condition, heldIn(before, condition), seen)] as const,
    )
    const after: Kept = {
      lookedAt: only === conditions ? now() : (before?.lookedAt ?? null),
      conditions: Object.fromEntries(
        steps.map(([condition, { held }]) => [condition, held]),
      ) as Kept['conditions'],
    }
    const write = (after: Kept, mails: MailText[]) =>
      database.write(async (tx) => {
        // Another process checked meanwhile and sent the mails.
        if (!(await replaceSetting(tx, SETTING, kept, JSON.stringify(after)))) return
        for (const mail of mails) await outbox.enqueue(tx, mail)
      })
    const mails = steps.flatMap(([condition, { held, tell }]) =>
      tell === null || condition === 'mail'
        ? []
        : tell(identity, {
            condition,
            measured: held.measured,
            holdsDeletion: doubt !== null,
            siteUrl: env.siteUrl,
          }),
    )
    try {
      await write(after, mails)
    } catch (error) {
      if (mails.length === 0 || !isDamage(error)) throw error
      // A damaged database may reject the mail. The back office and the health call still show the finding.
      log.warn({ error }, 'a warning could not be mailed')
      await write(untold(after, before), [])
    }
    outbox.wake()
  }

  const loop = createBackgroundLoop({
    firstAfterMs: FIRST_LOOK_MS,
    async runOnce() {
      await look()
      return LOOK_MS
    },
    onError(error) {
      log.warn({ error }, 'warnings could not be looked at')
      return LOOK_MS
    },
  })

  return {
    start: loop.start,
    stop: () => void loop.stop(),
    look,
    sources,

    async found() {
      const kept = parsed(await readSetting(read, SETTING))
      return {
        lookedAt: kept?.lookedAt ?? null,
        conditions: Object.fromEntries(
          conditions.map((condition) => {
            const { state, since, measured } = heldIn(kept, condition)
            return [condition, { state, since, measured }]
          }),
        ) as Found['conditions'],
      }
    },
  }
}
