/**
 * Decides whether the host's clock can be right. Every deletion by age depends on this judgement. It compares the clock with
 * the last trusted time, stored in a row of `settings`, and with the clocks of PostgreSQL and of the bucket.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { ClockDifference } from './clock-offset.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Largest difference between the clock and the expected time: a machine that was off for a night and a day. ms */
const JUMP_MS = 36 * HOUR_MS
/** Largest difference between our clock and another machine's. ms */
const APART_MS = 5 * MINUTE_MS

/** The machine's uptime counter, which cannot be set. */
export interface Machine {
  /** Identifies the boot since which `uptime` counts. */
  boot: string
  /** ms, suspended time included */
  uptime: number
}

/** The row of `settings`. */
export interface TrustedTime extends Machine {
  /** ms since 1970, when the machine's counter read `uptime` */
  at: number
  /** PostgreSQL's clock agreed with ours during this boot. */
  agreed: boolean
  /** The difference to PostgreSQL's clock that an operator confirmed. ms */
  despite?: number
}

/** Why the clock cannot be trusted. */
export interface Doubt {
  /** Whose clock contradicts ours. null: our clock jumped, and no other machine's clock confirms it. */
  whose: ClockDifference['whose'] | null
  /** How far our clock is ahead of the other clock or of the expected time. ms, negative when it is behind */
  by: number
}

export interface Judgement {
  doubt: Doubt | null
  /** The row that replaces the judged one. */
  next: TrustedTime
}

/** How far the clock is ahead of the expected time, and whether the machine has run without a reboot since. */
export function jumpOf(trusted: TrustedTime, now: number, { boot, uptime }: Machine) {
  const isSameBoot = trusted.boot === boot && uptime >= trusted.uptime
  const expected = trusted.at + (isSameBoot ? uptime - trusted.uptime : 0)
  return { isSameBoot, expected, jump: now - expected }
}

export const isFar = (jump: number): boolean => Math.abs(jump) > JUMP_MS
export const isApart = ({ offset }: Pick<ClockDifference, 'offset'>): boolean => Math.abs(offset) > APART_MS

/** @param others the other clocks that answered */
export function judgeTime(
  trusted: TrustedTime,
  now: number,
  machine: Machine,
  others: ClockDifference[],
): Judgement {
  const { isSameBoot, expected, jump } = jumpOf(trusted, now, machine)
  const { despite } = trusted
  const isAccepted = ({ whose, offset }: ClockDifference) =>
    whose === 'PostgreSQL' && despite !== undefined && Math.abs(offset - despite) <= APART_MS
  const contradiction = others.find((other) => isApart(other) && !isAccepted(other))
  const postgres = others.find(({ whose }) => whose === 'PostgreSQL')
  const agreed = trusted.boot === machine.boot && trusted.agreed
  // A PostgreSQL that agreed before a jump and agrees after it jumped too: both share a clock, such as two containers.
  const isConfirmed =
    !contradiction &&
    others.some((other) => other.isSeparate && !isApart(other) && !(agreed && other === postgres))
  const doubt: Doubt | null = contradiction
    ? { whose: contradiction.whose, by: contradiction.offset }
    : isFar(jump) && !isConfirmed
      ? { whose: null, by: jump }
      : null
  // Within one boot the expected time advances only by the uptime counter, so that small jumps add up. How long a machine
  // was off cannot be known.
  const at = isConfirmed ? now : doubt || isSameBoot ? expected : Math.max(expected, now)
  return {
    doubt,
    next: {
      ...machine,
      at,
      agreed: postgres ? !isApart(postgres) : agreed,
      ...(despite !== undefined && (!postgres || isAccepted(postgres)) && { despite }),
    },
  }
}

/** Systems without boot ids: each process counts as a boot. */
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
