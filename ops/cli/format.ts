/** Formats dates, counts and causes in Spanish for the output of commands. */
import type { Doubt } from '../../platform/clock/trusted-time.ts'
import { explainError } from '../../platform/process/explain-error.ts'

/**
 * Formats a time such as '23/11/26, 06:02', in the time zone of the machine, as other tools of the operator do.
 * @param at ms since 1970, or ISO 8601
 */
export const formatTime = (at: number | string): string =>
  new Date(at).toLocaleString('es-AR', { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })

/** Formats 'lunes, 23 de noviembre de 2026, 06:02', for a date that the operator has to check. @param at ms since 1970 */
export const formatDayAndTime = (at: number): string =>
  new Date(at).toLocaleString('es-AR', { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats a duration such as '365 días'. @param ms positive or negative */
function formatDuration(ms: number): string {
  const apart = Math.abs(ms)
  const [count, unit] =
    apart >= 2 * DAY_MS
      ? ([apart / DAY_MS, 'day'] as const)
      : apart >= 2 * HOUR_MS
        ? ([apart / HOUR_MS, 'hour'] as const)
        : ([apart / MINUTE_MS, 'minute'] as const)
  return Math.round(count).toLocaleString('es-AR', { style: 'unit', unit, unitDisplay: 'long' })
}

/** Names of the clocks with which the host's clock is compared. */
export const CLOCK_NAMES = { PostgreSQL: 'el reloj de PostgreSQL', balde: 'el reloj del balde' } as const

export const describeDoubt = ({ whose, by }: Doubt): string =>
  whose === null
    ? `${by > 0 ? 'Saltó' : 'Volvió'} ${formatDuration(by)} ${by > 0 ? 'hacia adelante' : 'hacia atrás'} y nadie lo confirmó`
    : `Está ${formatDuration(by)} ${by > 0 ? 'adelantado' : 'atrasado'}, según ${CLOCK_NAMES[whose]}`

/** Returns the cause of an error in one line, without secrets of a URL. */
export const describeReason = (error: unknown): string => explainError(error).reason

export const formatCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-AR')} ${count === 1 ? one : many}`

const relative = new Intl.RelativeTimeFormat('es-AR')

/** Formats 'hace 3 horas'. @param at ms since 1970 @param now ms since 1970 */
export function formatTimeAgo(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  if (passed < HOUR_MS) return relative.format(-Math.floor(passed / MINUTE_MS), 'minute')
  if (passed < 2 * DAY_MS) return relative.format(-Math.floor(passed / HOUR_MS), 'hour')
  return relative.format(-Math.floor(passed / DAY_MS), 'day')
}
