/**
 * Decides whether the machine's clock can be right. Deletion by age depends on this decision. It compares the clock with
 * the last trusted time, stored in a row of `settings`, and with the clocks of PostgreSQL and of the bucket.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { ClockDifference } from './clock-offset.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Largest accepted difference between the clock and the expected time. A machine may be off for a night and a day. ms */
const JUMP_MS = 36 * HOUR_MS
/** Largest accepted difference between our clock and another machine's. ms */
const APART_MS = 5 * MINUTE_MS

/** The uptime counter of the machine, which nobody can set. */
export interface Machine {
  /** Id of the boot since which `uptime` counts. */
  boot: string
  /** Time since the boot, with suspended time. ms */
  uptime: number
}

/** The last trusted time, as stored in `settings`. */
export interface TrustedTime extends Machine {
  /** The trusted time. The machine's counter then showed `uptime`. ms since 1970 */
  at: number
  /** True when PostgreSQL's clock agreed with ours during this boot. */
  agreed: boolean
  /** Difference to PostgreSQL's clock that an operator has confirmed. ms */
  despite?: number
}

/** Reason why the clock cannot be trusted. */
export interface Doubt {
  /**
   * Owner of the clock that contradicts ours. null: our clock jumped, and no other machine's clock confirms the new time.
   */
  whose: ClockDifference['whose'] | null
  /** Time by which our clock is ahead of the other clock or of the expected time. Negative when it is behind. ms */
  by: number
}

export interface Judgement {
  doubt: Doubt | null
  /** Trusted time to store in place of the present one. */
  next: TrustedTime
}

/** Returns how far the clock is ahead of the expected time, and whether the machine has run without a reboot since then. */
export function measureJump(trusted: TrustedTime, now: number, { boot, uptime }: Machine) {
  const isSameBoot = trusted.boot === boot && uptime >= trusted.uptime
  const expected = trusted.at + (isSameBoot ? uptime - trusted.uptime : 0)
  return { isSameBoot, expected, jump: now - expected }
}

export const isLargeJump = (jump: number): boolean => Math.abs(jump) > JUMP_MS
export const contradicts = ({ offset }: Pick<ClockDifference, 'offset'>): boolean =>
  Math.abs(offset) > APART_MS

/** Decides whether the clock is right. @param others the clocks that answered */
export function judgeTime(
  trusted: TrustedTime,
  now: number,
  machine: Machine,
  others: ClockDifference[],
): Judgement {
  const { isSameBoot, expected, jump } = measureJump(trusted, now, machine)
  const { despite } = trusted
  const isAccepted = ({ whose, offset }: ClockDifference) =>
    whose === 'PostgreSQL' && despite !== undefined && Math.abs(offset - despite) <= APART_MS
  const contradiction = others.find((other) => contradicts(other) && !isAccepted(other))
  const postgres = others.find(({ whose }) => whose === 'PostgreSQL')
  const agreed = trusted.boot === machine.boot && trusted.agreed
  // When PostgreSQL agreed before a jump and agrees after it, it jumped too. Both then use one clock, for example in two
  // containers, so this confirms nothing.
  const isConfirmed =
    !contradiction &&
    others.some((other) => other.isSeparate && !contradicts(other) && !(agreed && other === postgres))
  const doubt: Doubt | null = contradiction
    ? { whose: contradiction.whose, by: contradiction.offset }
    : isLargeJump(jump) && !isConfirmed
      ? { whose: null, by: jump }
      : null
  // Within one boot only the uptime counter advances the expected time. Many small jumps of the clock therefore add up and
  // are noticed. After a reboot a later clock is accepted, because nobody knows how long the machine was off.
  const at = isConfirmed ? now : doubt || isSameBoot ? expected : Math.max(expected, now)
  return {
    doubt,
    next: {
      ...machine,
      at,
      agreed: postgres ? !contradicts(postgres) : agreed,
      ...(despite !== undefined && (!postgres || isAccepted(postgres)) && { despite }),
    },
  }
}

/** Boot id for systems without one. Each process then counts as a boot. */
const PROCESS_BOOT = randomUUID()
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

export function readMachine(): Machine {
  try {
    return { boot: bootId(), uptime: Math.round(uptime() * 1000) }
  } catch {
    return { boot: PROCESS_BOOT, uptime: Math.round(performance.now()) }
  }
}

function bootId(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim()
  } catch {
    return PROCESS_BOOT
  }
}
