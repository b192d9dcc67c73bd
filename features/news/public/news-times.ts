import { zonedDate } from '../../../platform/shared/zoned-dates.ts'

/** When a news item was published and last changed. One that bears a day to come has not changed since. */
export function newsTimes({ date, updatedAt }: { date: string; updatedAt: string }, timeZone: string) {
  const published = zonedDate(date, timeZone)
  return { published, modified: Date.parse(updatedAt) > Date.parse(published) ? updatedAt : published }
}
