/** Finds the hours in a line of a line-up: "23:59 Mica", "Nadia 2 - 3:30", "5am - close Tránsito". */

export interface Hours {
  /** `HH:mm` */
  from: string
  /** `HH:mm`, or blank. */
  to: string
  /** The line without the hours. */
  rest: string
}

/** A number, with minutes or with a word such as "am", "hs". */
const HOUR = String.raw`(\d{1,2})(?:[:.h](\d{2}))?(?!\d|[.:]\d)\s?(a\. ?m\b\.?|p\. ?m\b\.?|am\b|pm\b|hs\b\.?|hrs?\b\.?|horas?\b|h\b\.?)?`
const BEFORE = String.raw`(?:(?:de|desde|from|a partir de|a)\b ?(?:las? )?|@ ?)?`
const UNTIL = String.raw`\s?(?:-|–|—|/|→|➔|>|~|\ba\b|\bal?\b|\bhasta\b|\bto\b|\btill?\b|\buntil\b|às?(?= )|at[ée](?= ))\s?`
const END = `(?:las? )?${HOUR}`
const CLOSE = String.raw`(?:el |la |o )?(?:close|closing|cierre|end|fi[nm](?:al)?|late|amanecer|sunrise|…|\.\.\.|\?+)(?!\p{L})`

const RANGE = `${BEFORE}${HOUR}${UNTIL}${END}`
const OPEN_RANGE = `${BEFORE}${HOUR}${UNTIL}${CLOSE}`
const SINGLE = BEFORE + HOUR
/** Cells of a table, and hours of four digits: "00:00 02:00", "2330/0100". */
const TWO_CELLS = String.raw`(\d{1,2})[:.](\d{2})(?!\d) (\d{1,2})[:.](\d{2})(?!\d)`
const FOUR_DIGITS = String.raw`(?<!\d)(\d{2})(\d{2})\s?[-–—/a]\s?(\d{2})(\d{2})(?!\d)`

const atStart = (hours: string) => new RegExp(`^[(\\[]?${hours}[)\\]]?(?=[^\\p{L}\\d]|$)`, 'iu')
const atEnd = (hours: string) => new RegExp(String.raw`(?:^|[\s(\[|,:])${hours}[)\]]?$`, 'iu')
const inside = (hours: string) => new RegExp(String.raw`(?<=\s)[(\[]?${hours}[)\]]?(?=\s)`, 'iu')

/** The first pattern that matches valid hours counts. */
const RANGES = [
  atStart(RANGE),
  atStart(OPEN_RANGE),
  atEnd(RANGE),
  atEnd(OPEN_RANGE),
  inside(RANGE),
  inside(OPEN_RANGE),
]
const CELLS = [TWO_CELLS, FOUR_DIGITS].flatMap((hours) => [atStart(hours), atEnd(hours)])
const SINGLES = [atStart(SINGLE), atEnd(SINGLE)]

interface Clock {
  time: string
  /** True with minutes or with a word. */
  isSure: boolean
  half: 'am' | 'pm' | null
}

/** Returns an hour, or null for a number that is none. */
function readClock(
  hours: string | undefined,
  minutes: string | undefined,
  word: string | undefined,
): Clock | null {
  if (hours === undefined || Number(minutes ?? 0) > 59) return null
  const letter = word?.[0]?.toLowerCase()
  const half = letter === 'a' ? 'am' : letter === 'p' ? 'pm' : null
  const hour = Number(hours)
  if (half === null ? hour > 24 : hour < 1 || hour > 12) return null
  return {
    time: formatTime(half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0), minutes),
    isSure: minutes !== undefined || word !== undefined,
    half,
  }
}

const formatTime = (hour: number, minutes = '00'): string =>
  `${String(hour % 24).padStart(2, '0')}:${minutes}`

/** An hour without "am" or "pm" is in the half of the day of the hour after it: "1 - 3pm". "11 - 1am" crosses midnight. */
function shareHalf(from: Clock, to: Clock, hours: string, minutes: string | undefined): string {
  const hour = Number(hours)
  if (from.half !== null || to.half === null || hour === 0 || hour > 12) return from.time
  const isLater = (hour % 12) * 60 + Number(minutes ?? 0) > toMinutes(to.time) % 720
  const isAfternoon = (to.half === 'pm') !== isLater
  return formatTime((hour % 12) + (isAfternoon ? 12 : 0), minutes)
}

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Returns the hours of a line. null when it has none
 * @param hasRanges true when other lines have both hours, so that "3:30 - 5 Nadia" has both too
 */
export function findHours(text: string, hasRanges = false): Hours | null {
  for (const pattern of CELLS) {
    const match = pattern.exec(text)
    const from = readClock(match?.[1], match?.[2], undefined)
    const to = readClock(match?.[3], match?.[4], undefined)
    if (match && from && to) return { from: from.time, to: to.time, rest: cut(text, match) }
  }
  for (const pattern of RANGES) {
    const match = pattern.exec(text)
    if (!match) continue
    const [, hours = '', minutes, word, ...end] = match
    const from = readClock(hours, minutes, word)
    const to = readClock(end[0], end[1], end[2])
    if (!from || (end[0] !== undefined && !to)) continue
    const rest = cut(text, match)
    const start = to ? shareHalf(from, to, hours, minutes) : from.time
    if (
      to &&
      ((!hasRanges && isSignBeforeName(match[0], from, to, rest)) ||
        (!from.isSure && /\p{L}/u.test(rest) && isTooLong(start, to.time)))
    )
      continue
    if (!from.isSure && !to?.isSure && !mayBeBare(match, to)) continue
    return { from: start, to: to?.time ?? '', rest }
  }
  for (const pattern of SINGLES) {
    const match = pattern.exec(text)
    const from = match && readClock(match[1], match[2], match[3])
    if (match && from && (from.isSure || SAID.test(match[0])) && !TITLE_ALONE.test(cut(text, match)))
      return { from: from.time, to: '', rest: cut(text, match) }
  }
  return null
}

/** True for "23:59 - 2 Minds": a dash between spaces, a bare number and a name. */
const isSignBeforeName = (matched: string, from: Clock, to: Clock, rest: string): boolean =>
  from.isSure && !to.isSure && /\s[-–—]\s/.test(matched) && /^\s*\p{L}/u.test(rest)

/** Longest set with a bare number at its beginning. In "Rambla 21 - 4:00" the number is part of the name. Minutes */
const BARE_SET_MAX = 360

const isTooLong = (from: string, to: string): boolean => minutesBetween(from, to) > BARE_SET_MAX

/** Minutes from one hour to the next time that a clock shows the other. @param from `HH:mm` */
export const minutesBetween = (from: string, to: string): number =>
  (toMinutes(to) - toMinutes(from) + DAY) % DAY

const DAY = 24 * 60

/** True for two bare numbers at an end of the line: "00-02 Mica". With a slash they are a date, within the line they belong to a name. */
const mayBeBare = (match: RegExpExecArray, to: Clock | null): boolean =>
  (to !== null || /\p{L}{3}$/u.test(match[0])) &&
  !match[0].includes('/') &&
  (match.index === 0 || match.index + match[0].length === match.input.length)

/** In "DJ 4AM" the hour is the name. */
const TITLE_ALONE = /^\s*(?:dj|mc|vj)\s*$/i

/** "a las 4", "desde 3", "@ 2": these words make a bare number an hour. */
const SAID = /\b(?:las|desde|from|partir)\b|@/i

const cut = (text: string, match: RegExpExecArray): string =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`

/** Matches an hour without minutes and without a word at the beginning of a line: "00 Mica", "0030 Nadia". */
const BARE = /^(\d{2}|\d{4}|\d)(?:\s?[-–—|:.]+)?\s+(?=\P{N})/u

/** Reads a bare number at the beginning as an hour, for a text in which such numbers are hours. */
export function readBareHour(text: string): Hours | null {
  const match = BARE.exec(text)
  const digits = match?.[1] ?? ''
  const clock =
    digits.length === 4
      ? readClock(digits.slice(0, 2), digits.slice(2), undefined)
      : readClock(digits || undefined, undefined, undefined)
  return match && clock ? { from: clock.time, to: '', rest: text.slice(match[0].length) } : null
}

const ANYWHERE = new RegExp(`(?<![\\d.,$€])${BEFORE}${HOUR}`, 'giu')

/** Returns the first hour within a text. Blank without one */
export function findFirstHour(text: string): string {
  for (const match of text.matchAll(ANYWHERE)) {
    const clock = readClock(match[1], match[2], match[3])
    if (clock && (clock.isSure || SAID.test(match[0]))) return clock.time
  }
  return ''
}
