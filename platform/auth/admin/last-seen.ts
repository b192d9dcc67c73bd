/** How long ago somebody was there, in words that are true for as long as a list stays open. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Beyond it a date says more. */
const DAYS_MAX = 30

const words = new Intl.RelativeTimeFormat('es-AR')

/** 'hace menos de una hora', 'hace 3 horas', 'hace 12 días'; null: longer ago. @param instant ISO 8601 @param now ms since 1970 */
export function ago(instant: string, now: number): string | null {
  const passed = now - Date.parse(instant)
  if (passed < HOUR_MS) return 'hace menos de una hora'
  if (passed < DAY_MS) return words.format(-Math.floor(passed / HOUR_MS), 'hour')
  const days = Math.floor(passed / DAY_MS)
  return days <= DAYS_MAX ? words.format(-days, 'day') : null
}
