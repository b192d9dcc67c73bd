/** Address of the screen of a season, and the limits of its period. The browser loads this file, so it needs no zod. */

export const SEASON_PATH = '/admin/temporada'

/** Longest period, both ends included. Two years, one of them a leap year */
export const SEASON_DAYS_MAX = 731
export const SEASON_NIGHTS_MAX = 400

const MONTHS_BEFORE = 3

/** Returns the first day of the period of three months that ends on a day. @param to `YYYY-MM-DD` */
export function findUsualStart(to: string): string {
  const day = new Date(`${to}T00:00:00Z`)
  const date = day.getUTCDate()
  day.setUTCMonth(day.getUTCMonth() - MONTHS_BEFORE)
  // 31 May minus three months is 3 March, because February has no 31st.
  if (day.getUTCDate() !== date) day.setUTCDate(0)
  return day.toISOString().slice(0, 10)
}
