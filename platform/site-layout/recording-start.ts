/** Reads the moment at which a link to a recording starts. */

/** Longest start that is passed on, a day. Longer values are mistakes: no recording of the known sites is that long. Seconds */
const START_MAX_SECONDS = 86_400

/** "90", "90s", "1m30s", "1h2m3s". */
const UNITS = /^(?=\d)(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})(?:\.\d{1,3})?s?)?$/i
/** "1:30", "1:02:03". */
const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/

function toSeconds(value: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = UNITS.exec(value) ?? CLOCK.exec(value) ?? []
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start <= START_MAX_SECONDS ? start : 0
}

/** Names of the start in links that YouTube, SoundCloud and Spotify write, in the query or in the fragment. */
const NAMES = ['t', 'start', 'time_continue', 'at']

/** Returns the start in a link in seconds. 0 when the link has none or an unknown value */
export function findStart({ searchParams, hash }: URL): number {
  const fragment = new URLSearchParams(hash.slice(1))
  return (
    [searchParams, fragment]
      .flatMap((values) => NAMES.map((name) => toSeconds(values.get(name) ?? '')))
      .find((seconds) => seconds > 0) ?? 0
  )
}

/** Formats seconds as "1:30" or "1:02:03". */
export function formatClock(seconds: number): string {
  const pad = (value: number) => String(value % 60).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`
}
