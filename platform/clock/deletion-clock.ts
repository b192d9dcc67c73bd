/**
 * Provides the time for deletions by age. Each deletion of rows and files that are too old uses `deletionTime`, so that a
 * clock jump deletes no data (docs/operacion.md, "El reloj está mal").
 */
import type { Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import { readSetting, replaceSetting, writeSetting } from '../db/settings.ts'
import type { Tables } from '../db/tables.ts'
import type { Env } from '../process/env.ts'
import type { Log } from '../process/log.ts'
import { type ClockDifference, listRemoteClocks, type RemoteClock } from './clock-offset.ts'
import { findLastWriteBefore } from './last-write.ts'
import {
  contradicts,
  type Doubt,
  isLargeJump,
  type Judgement,
  judgeTime,
  type Machine,
  measureJump,
  readMachine,
  type TrustedTime,
} from './trusted-time.ts'

/** Key of the trusted time in the table `settings`. */
export const TRUSTED_TIME = 'trusted-time'

/** Interval at which a process that has suspended deletion checks again. An operator may have confirmed the time. ms */
export const RECHECK_MS = 60_000

/** Minimum age of the stored time before it is written again. Deletion by age runs about once an hour. ms */
const WRITE_EVERY_MS = 5 * 60_000

/**
 * @returns the time from which ages are computed. ms since 1970. null while the clock is in doubt: then no data may be
 * deleted by age
 */
export type DeletionTime = () => Promise<number | null>

export interface DeletionClock {
  deletionTime: DeletionTime
  /** Writes the first trusted time of a database. Must run before this process writes anything else. */
  begin(): Promise<void>
  /** Checks the clock now, without storing the result. null: the clock is right. */
  findDoubt(): Promise<Doubt | null>
  /** Returns the clocks of other machines that contradict ours now. */
  findContradictions(): Promise<ClockDifference[]>
  /**
   * Trusts the current clock, even when other clocks contradict it.
   * @param also writes further rows in the same transaction
   * @returns the reason for which the clock was in doubt, if any
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
  /** Replaces the clocks of this machine, the database and the bucket. Only for tests. */
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
  clocks: { machine = readMachine, others = listRemoteClocks(env, database) } = {},
}: DeletionClockOptions): DeletionClock {
  const { read } = database
  let isSuspended = false

  /** Compares our clock with others. Clocks that do not answer are left out. */
  async function compare(some: RemoteClock[]): Promise<ClockDifference[]> {
    const compared = await Promise.allSettled(some.map((other) => other.compare(now)))
    return compared.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  async function readClock(): Promise<ClockReading> {
    const kept = await readSetting(read, TRUSTED_TIME)
    const [at, counter] = [now(), machine()]
    const trusted =
      kept === null
        ? createFirstTime((await findLastWriteBefore(database, at)) ?? at)
        : (JSON.parse(kept) as TrustedTime)
    const { jump } = measureJump(trusted, at, counter)
    // The bucket is slow to reach, so its clock is read only after a jump.
    const asked = isLargeJump(jump) ? others : others.filter(({ whose }) => whose === 'PostgreSQL')
    return { ...judgeTime(trusted, at, counter, await compare(asked)), now: at, kept, trusted }
  }

  /** Stores the result, unless another process or an operator has stored one meanwhile. */
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
    if ((doubt !== null) === isSuspended) return
    isSuspended = doubt !== null
    if (doubt)
      log.warn({ whose: doubt.whose, by: doubt.by }, 'the clock is in doubt: nothing is deleted by age')
    else log.info({}, 'the clock is trusted again: deletion by age goes on')
  }

  return {
    async deletionTime() {
      const looked = await readClock()
      await store(looked)
      logChange(looked)
      return looked.doubt === null ? looked.now : null
    },

    async begin() {
      const looked = await readClock()
      await store(looked)
      logChange(looked)
    },

    findDoubt: async () => (await readClock()).doubt,

    findContradictions: async () => (await compare(others)).filter(contradicts),

    async confirm(also) {
      const { doubt } = await readClock()
      const compared = await compare(others)
      const at = now()
      const postgres = compared.find(({ whose }) => whose === 'PostgreSQL')
      const confirmed: TrustedTime = {
        ...machine(),
        at,
        agreed: postgres !== undefined && !contradicts(postgres),
        ...(postgres && contradicts(postgres) && { despite: postgres.offset }),
      }
      await database.write(async (tx) => {
        await writeSetting(tx, TRUSTED_TIME, JSON.stringify(confirmed))
        await also?.(tx, at)
      })
      return { at, doubt }
    },
  }
}

/** The boot id is empty, because the machine may have been off since `at`. */
const createFirstTime = (at: number): TrustedTime => ({ at, boot: '', uptime: 0, agreed: false })

/**
 * Returns the trusted time for a restored database. It is the time of the backup, because the clock of a new machine may be
 * wrong. If the clock was in doubt, it stays so.
 * @param createdAt time of the backup. ISO 8601
 */
export async function computeTrustedTimeForRestore(
  database: Database,
  createdAt: string,
  now = Date.now(),
): Promise<string> {
  const counter = readMachine()
  const kept = await readSetting(database.read, TRUSTED_TIME).catch(() => null)
  const trusted = kept === null ? null : (JSON.parse(kept) as TrustedTime)
  const before = trusted && measureJump(trusted, now, counter)
  const next: TrustedTime =
    before && isLargeJump(before.jump)
      ? { ...counter, at: before.expected, agreed: false }
      : createFirstTime(Date.parse(createdAt) || 0)
  return JSON.stringify(next)
}

/**
 * True when, after the restore of a backup from this time, deletion by age waits for another clock or an operator.
 * @param createdAt time of the backup. ISO 8601
 */
export const needsConfirmation = (createdAt: string, now = Date.now()): boolean =>
  isLargeJump(now - (Date.parse(createdAt) || 0))
