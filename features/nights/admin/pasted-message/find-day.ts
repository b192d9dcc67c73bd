/** Finds the day of a night in the lines of a message: "VIE 04/12", "viernes 4 de diciembre", "este sábado". */
import { isDate } from '../../../../platform/shared/dates.ts'
import { addDays } from '../../../../platform/shared/night-dates.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'

/** Names of the days from Sunday, in Spanish, English and Portuguese, without accents. */
const DAYS = [
  'domingo|dom|sunday|sun',
  'lunes|lun|monday|mon|segunda',
  'martes|tuesday|tues|tue|terca',
  'miercoles|mie|wednesday|wed|quarta',
  'jueves|jue|thursday|thurs|thu|quinta',
  'viernes|vie|vier|friday|fri|sexta',
  'sabados|sabado|sab|saturday|sat',
]
const MONTHS = [
  'enero|ene|january|jan|janeiro',
  'febrero|feb|february|fevereiro|fev',
  'marzo|mar|march|marco',
  'abril|abr|april|apr',
  'mayo|may|maio|mai',
  'junio|jun|june|junho',
  'julio|jul|july|julho',
  'agosto|ago|august|aug',
  'septiembre|setiembre|sept|sep|set|september|setembro',
  'octubre|oct|october|outubro|out',
  'noviembre|nov|november|novembro',
  'diciembre|dic|december|dec|dezembro|dez',
]
const DAY = `(?:${DAYS.join('|')})\\b\\.?`
const MONTH = `(?:${MONTHS.join('|')})\\b\\.?`
const YEAR = String.raw`(?:,? ?(?:de(?:l)? |/ ?)?(?<year>20\d{2})\b)?`

/** Each pattern has the groups `day`, `month`, `year` by name. */
const PATTERNS = [
  new RegExp(
    String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th|º|°|o)? ?(?:de |of |/ ?|- ?)?(?<month>${MONTH})${YEAR}`,
    'g',
  ),
  new RegExp(String.raw`\b(?<month>${MONTH}) (?<day>\d{1,2})(?:st|nd|rd|th)?\b(?![:.]\d)${YEAR}`, 'g'),
  /(?<![\d$€£./:-])(?<day>0?[1-9]|[12]\d|3[01]) ?[/.-] ?(?<month>0?[1-9]|1[0-2])(?: ?[/.-] ?(?<year>20\d{2}|\d{2}))?(?![\d/:]|[.,-]\d| ?(?:hs|h|k|am|pm)\b)/g,
  /\b(?<year>20\d{2})-(?<month>\d{2})-(?<day>\d{2})\b/g,
]
const WEEKDAY = new RegExp(`\\b${DAY}`, 'g')
const TODAY = /\b(?:hoy|esta noche|today|tonight)\b/
const TOMORROW = /\bmanana\b(?! ?(?:a la|por la))|\btomorrow\b/
/** Words of sentences about other days. */
const ELSEWHERE =
  /\b(?:gira|tour|pasad[oa]|ultim[oa]|agoto|debut[oó]?|desde (?:el )?(?:20|19)|edicion anterior|proxim[oa] fecha|tambien|vence|hasta el|until|nacid[oa]|fundad[oa]|album|disco|ep\b|release|sello|devolucion|cierra|cierran)\b/

export interface FoundDay {
  /** `YYYY-MM-DD` */
  day: string
  /** Index of the line. */
  line: number
  score: number
}

/** Returns the day that a message most likely means. @param today `YYYY-MM-DD` */
export function findDay(lines: readonly string[], today: string): FoundDay | null {
  const found = lines.flatMap((line, index) => readDays(fold(line), index, today))
  const best = Math.max(...found.map(({ score }) => score))
  return found.find(({ score }) => score === best) ?? null
}

function readDays(text: string, line: number, today: string): FoundDay[] {
  const base = ELSEWHERE.test(text) ? -3 : 0
  const weekdays = [...text.matchAll(WEEKDAY)].map(([word]) => indexOf(DAYS, word))
  const dates = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(({ groups = {} }) => {
    const read = completeDay(groups, weekdays, today)
    return read === null ? [] : [{ ...read, line, score: read.score + base }]
  })
  if (dates.length > 0) return dates
  if (TODAY.test(text)) return [{ day: today, line, score: base + 1 }]
  if (TOMORROW.test(text)) return [{ day: addDays(today), line, score: base + 1 }]
  const [weekday] = weekdays
  // A line of many words mentions a day in passing.
  if (weekday === undefined || text.split(' ').length > WEEKDAY_WORDS) return []
  return [{ day: nextWeekday(weekday, today), line, score: base }]
}

/** Longest line in which the name of a day alone is the day of the night. Words */
const WEEKDAY_WORDS = 8

function completeDay(
  groups: Record<string, string | undefined>,
  weekdays: readonly number[],
  today: string,
): { day: string; score: number } | null {
  const { day = '', month = '', year } = groups
  const isNamed = !/^\d/.test(month)
  const number = isNamed ? indexOf(MONTHS, month) + 1 : Number(month)
  const years = year === undefined ? nextYears(today) : [Number(year.length === 2 ? `20${year}` : year)]
  const days = years
    .map((one) => `${one}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter((one) => isDate(one) && one >= today)
  const [first] = days
  if (first === undefined) return null
  const onWeekday = days.find((one) => weekdays.includes(new Date(`${one}T00:00Z`).getUTCDay()))
  const chosen = onWeekday ?? first
  const isFar = chosen > addDays(today, FAR_DAYS)
  const score = 3 + (onWeekday ? 3 : 0) + (isNamed ? 1 : 0) + (year ? 1 : 0) - (isFar ? 3 : 0)
  return { day: chosen, score }
}

/** Nights are announced at most this long before. */
const FAR_DAYS = 240

const nextYears = (today: string): number[] => [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]

function nextWeekday(weekday: number, today: string): string {
  const from = new Date(`${today}T00:00Z`).getUTCDay()
  return addDays(today, (weekday - from + 7) % 7)
}

/** Returns the index of the alternatives that have a word. */
const indexOf = (names: readonly string[], word: string): number =>
  names.findIndex((alternatives) => alternatives.split('|').includes(word.replace('.', '')))

/** Removes days from a line, so that their numbers are not read as hours. */
export function removeDays(line: string): string {
  const folded = fold(line)
  // The words are cut from the line itself, which has other lengths when folding changes them.
  const text = folded.length === line.length ? line : folded
  const spans = [...PATTERNS, WEEKDAY].flatMap((pattern) =>
    [...folded.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length] as const),
  )
  return [...text].length === text.length
    ? [...text].map((sign, at) => (spans.some(([from, to]) => at >= from && at < to) ? ' ' : sign)).join('')
    : text
}
