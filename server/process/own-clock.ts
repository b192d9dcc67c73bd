/** The process tells the club's time itself: the first formatter of a process takes 15 ms, a twentieth of a start. */
import { type Clock, setClock } from '../../contract/dates.ts'

const two = (count: number): string => String(count).padStart(2, '0')

const ownClock: Clock = {
  format(instant) {
    const date = new Date(instant)
    const year = String(date.getFullYear()).padStart(4, '0')
    const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
  },
}

/** From now on `Date` tells the time of `timeZone` in this process, and is asked for it. */
export function liveIn(timeZone: string): void {
  process.env.TZ = timeZone
  setClock(timeZone, ownClock)
}
