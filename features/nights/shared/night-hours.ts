/** Computes the state of a night at a time: its badge, the current artists, and the time of the next change. */
import {
  addDays,
  NIGHT_ENDS_AT_HOUR,
  nightDay,
  placeInNight,
  sortByNightTime,
  timeOfDay,
} from '../../../platform/shared/night-dates.ts'
import { toInstant } from '../../../platform/shared/zoned-dates.ts'

/** Hour from which the night of the current day is shown as ESTA NOCHE, and the night before as YA PASÓ. */
const NOON = '12:00'

/** Assumed duration of a night that has no end. Hours */
export const USUAL_HOURS = 6

const HOUR_MS = 3_600_000

export interface NightHours {
  date: string
  endsAt: string | null
  lineup: readonly { _id: string; room: string | null; from: string | null; to: string | null }[]
}

export interface NightStage {
  /** 'tonight' from noon to doors, 'now' from doors to the end, 'closed' until noon of the next day, then 'over'. */
  stage: 'ahead' | 'tonight' | 'now' | 'closed' | 'over'
  /** True from 08:00 of the next morning. Lists of coming nights no longer contain it. */
  isPast: boolean
  /** Ids of the line-up rows whose artists play now. Empty before doors and after the end. */
  playing: string[]
  /** Time of the next change. ms since 1970. null when no change follows */
  changesAt: number | null
}

/** Returns when doors open and when the night ends, ms since 1970. null when the night has no hour. */
export function computeHours({ date, endsAt }: Omit<NightHours, 'lineup'>, timeZone: string) {
  const doors = timeOfDay(date) === null ? null : toInstant(date, timeZone)
  const end = endsAt === null ? null : toInstant(placeInNight(date, endsAt), timeZone)
  if (doors === null) return { doors, end }
  // A date with its own UTC offset can be after the end. The night then gets the usual duration.
  return { doors, end: end !== null && end > doors ? end : doors + USUAL_HOURS * HOUR_MS }
}

/** Returns 08:00 of the morning after a night. ms since 1970 */
export const computeMorningAfter = (date: string, timeZone: string): number =>
  toInstant(`${addDays(nightDay(date))}T${String(NIGHT_ENDS_AT_HOUR).padStart(2, '0')}:00`, timeZone)

/** @param now ms since 1970 @param timeZone IANA name of the club's time zone */
export function computeStage(night: NightHours, now: number, timeZone: string): NightStage {
  const day = nightDay(night.date)
  const noon = toInstant(`${day}T${NOON}`, timeZone)
  const nextNoon = toInstant(`${addDays(day)}T${NOON}`, timeZone)
  const morning = computeMorningAfter(night.date, timeZone)
  const { doors, end } = computeHours(night, timeZone)
  const isOn = doors !== null && end !== null && doors <= now && now < end
  const sets = isOn ? computeSets(night, timeZone) : []
  const isClosed = now >= Math.min(end ?? morning, morning)
  const stageBefore = now >= noon ? 'tonight' : 'ahead'
  const stageAfter = now >= nextNoon ? 'over' : 'closed'
  const changes = [noon, morning, nextNoon, doors, end, ...sets.flatMap(({ from, to }) => [from, to])]
  return {
    stage: isOn ? 'now' : isClosed ? stageAfter : stageBefore,
    isPast: now >= morning,
    playing: sets.filter(({ from, to }) => from <= now && (to === null || now < to)).map(({ _id }) => _id),
    changesAt: changes.reduce<number | null>(
      (next, at) => (at !== null && at > now && (next === null || at < next) ? at : next),
      null,
    ),
  }
}

/**
 * Returns when each row with an hour begins and ends, ms since 1970. A row without an end lasts until the next row in its room
 * begins. `to` is null when it lasts until the end of the night.
 */
export function computeSets({ date, lineup }: Omit<NightHours, 'endsAt'>, timeZone: string) {
  const at = (hour: string) => toInstant(placeInNight(date, hour), timeZone)
  const rows = sortByNightTime(date, lineup).flatMap(({ from, ...row }) =>
    from === null ? [] : [{ ...row, from: at(from) }],
  )
  return rows.map(({ _id, room, from, to }, index) => ({
    _id,
    from,
    to:
      to === null
        ? (rows.slice(index + 1).find((next) => next.room === room && next.from > from)?.from ?? null)
        : at(to),
  }))
}
