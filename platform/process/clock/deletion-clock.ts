/**
 * Provides the time by which rows and files may be deleted because of their age. Every such deletion uses `deletionTime`, so
 * that a clock jump deletes no data (docs/operacion.md, "El reloj está mal").
 */
import type { Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import { readSetting, replaceSetting, writeSetting } from '../../db/settings.ts'
import type { Tables } from '../../db/tables.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { type ClockDifference, clocksBeside, type RemoteClock } from './clock-offset.ts'
import { lastWriteBefore } from './last-write.ts'
import {
  type Doubt,
  isApart,
  isFar,
  type Judgement,
  judgeTime,
  jumpOf,
  type Machine,
  readMachine,
  type TrustedTime,
} from './trusted-time.ts'

/** The row of `settings` that holds the trusted time. */
export const TRUSTED_TIME = 'trusted-time'

/** How often a process that suspends deletion checks again, because an operator may have confirmed the time. ms */
export const RECHECK_MS = 60_000

/** The next deletion by age, about once an hour, writes the row again if it is at least this old. ms */
const WRITE_EVERY_MS = 5 * 60_000

/** @returns the time from which ages are computed, ms since 1970; null while the clock is in doubt: delete no data by age */
export type DeletionTime = () => Promise<number | null>

export interface DeletionClock {
  deletionTime: DeletionTime
  /** Writes the first trusted time of a database. Call it before this process writes anything else. */
  begin(): Promise<void>
  /** Judges the clock now without storing the judgement. */
  doubt(): Promise<Doubt | null>
  /** Returns the other clocks that contradict ours now. */
  contradictions(): Promise<ClockDifference[]>
  /**
   * Trusts the current clock, even when other clocks contradict it.
   * @param also writes further rows in the same transaction
   * @returns the earlier doubt, if any
   */
  confirm(
    also?: (tx: Transaction<Tables>, at: number) => Promise<void>,
  ): Promise<{ at: number; doubt: Doubt | null }>
}

export interface Clocks {
  machine(): Machine
  others: RemoteClock[]
}

interface DeletionClockOptions {
  database: Database
  env: Pick<Env, 'mediaUrl' | 'backupTo'>
  log: Pick<Log, 'info' | 'warn'>
  now: () => number
  /** Replaces the clocks of this machine, the database and the bucket in tests. */
  clocks?: Partial<Clocks> | undefined
}

interface ClockReading extends Judgement {
  now: number
  kept: string | null
  trusted: TrustedTime
}

export function createDeletionClock({
  database,
  env,
  log,
  now,
  clocks: { machine = readMachine, others = clocksBeside(env, database) } = {},
}: DeletionClockOptions): DeletionClock {
  const { read } = database
  let isHeld = false

  /** Omits clocks that do not answer. */
  async function compare(some: RemoteClock[]): Promise<ClockDifference[]> {
    const compared = await Promise.allSettled(some.map((other) => other.compare(now)))
    return compared.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  async function look(): Promise<ClockReading> {
    const kept = await readSetting(read, TRUSTED_TIME)
    const [at, counter] = [now(), machine()]
    const trusted =
      kept === null
        ? firstTime((await lastWriteBefore(database, at)) ?? at)
        : (JSON.parse(kept) as TrustedTime)
    const { jump } = jumpOf(trusted, at, counter)
    // The bucket is slow to reach, so its clock is read only after a jump.
    const asked = isFar(jump) ? others : others.filter(({ whose }) => whose === 'PostgreSQL')
    return { ...judgeTime(trusted, at, counter, await compare(asked)), now: at, kept, trusted }
  }

  /** Does not overwrite a judgement that another process or an operator stored in between. */
  async function store({ kept, trusted, next }: ClockReading): Promise<void> {
    const isDue =
      kept === null ||
      next.boot !== trusted.boot ||
      next.agreed !== trusted.agreed ||
      next.despite !== trusted.despite ||
      next.uptime < trusted.uptime ||
      next.uptime - trusted.uptime >= WRITE_EVERY_MS
    if (isDue) await database.write((tx) => replaceSetting(tx, TRUSTED_TIME, kept, JSON.stringify(next)))
  }

  function logChange({ doubt }: Judgement) {
    if ((doubt !== null) === isHeld) return
    isHeld = doubt !== null
    if (doubt)
      log.warn({ whose: doubt.whose, by: doubt.by }, 'the clock is in doubt: nothing is deleted by age')
    else log.info({}, 'the clock is trusted again: deletion by age goes on')
  }

  return {
    async deletionTime() {
      const looked = await look()
      await store(looked)
      logChange(looked)
      return looked.doubt === null ? looked.now : null
    },

    async begin() {
      const looked = await look()
      await store(looked)
      logChange(looked)
    },

    doubt: async () => (await look()).doubt,

    contradictions: async () => (await compare(others)).filter(isApart),

    async confirm(also) {
      const { doubt } = await look()
      const compared = await compare(others)
      const at = now()
      const postgres = compared.find(({ whose }) => whose === 'PostgreSQL')
      const confirmed: TrustedTime = {
        ...machine(),
        at,
        agreed: postgres !== undefined && !isApart(postgres),
        ...(postgres && isApart(postgres) && { despite: postgres.offset }),
      }
      await database.write(async (tx) => {
        await writeSetting(tx, TRUSTED_TIME, JSON.stringify(confirmed))
        await also?.(tx, at)
      })
      return { at, doubt }
    },
  }
}

/** Uses no boot id, because the machine may have been off since. */
const firstTime = (at: number): TrustedTime => ({ at, boot: '', uptime: 0, agreed: false })

/**
 * Returns the trusted time for a database whose rows a restore is about to replace. It is the time of the backup, because
 * the clock of a new machine may be wrong. A doubt about the clock stays.
 * @param createdAt when the backup was made. ISO 8601
 */
export async function trustedTimeForRestore(
  database: Database,
  createdAt: string,
  now = Date.now(),
): Promise<string> {
  const counter = readMachine()
  const kept = await readSetting(database.read, TRUSTED_TIME).catch(() => null)
  const trusted = kept === null ? null : (JSON.parse(kept) as TrustedTime)
  const before = trusted && jumpOf(trusted, now, counter)
  const next: TrustedTime =
    before && isFar(before.jump)
      ? { ...counter, at: before.expected, agreed: false }
      : firstTime(Date.parse(createdAt) || 0)
  return JSON.stringify(next)
}

/** Whether deletion by age waits for another clock or an operator after a restore of a backup of this time. ISO 8601 */
export const needsConfirmation = (createdAt: string, now = Date.now()): boolean =>
  isFar(now - (Date.parse(createdAt) || 0))
