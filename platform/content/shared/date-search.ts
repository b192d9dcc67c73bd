/** Finds dates in the text of a search, such as 'octubre 2024' or '12/10'. */
import { monthNames } from '../../shared/night-dates.ts'
import { fold } from '../../shared/text/fold.ts'

export interface DateTerm {
  /** The part of the search text that was read as a date. Texts of items can contain it too. */
  text: string
  /**
   * Patterns for `like` with the characters of a date `YYYY-MM-DD`, in which `_` stands for any digit. A date matches one of
   * them: 'nov 24' is a day of any November, or November 2024.
   */
  patterns: string[]
}

export interface DateSearch {
  dates: DateTerm[]
  /** The rest of the search text. */
  words: string
}

/** Each date is one more condition of the query. Later dates are searched as words. */
const DATES_MAX = 4

/** Shorter beginnings of a month are words. So is 'set', which means a recording of an artist. */
const MONTH_LETTERS_MIN = 3
const months = [
  ...monthNames.map((name, index) => ({ name, month: index + 1 })),
  { name: 'setiembre', month: 9 },
]

const beginnings = months.flatMap(({ name, month }) =>
  Array.from({ length: name.length - MONTH_LETTERS_MIN + 1 }, (_, cut) => ({
    word: name.slice(0, name.length - cut),
    month,
  })),
)
const monthOfWord = new Map(beginnings.map(({ word, month }) => [word, month]))
monthOfWord.delete('set')

/** The years that a search can name. Other numbers of four digits are words. */
const YEAR = '(?:19|20)\\d\\d'
const SHAPES = [
  `(?<isoYear>${YEAR})-(?<isoMonth>\\d{1,2})(?:-(?<isoDay>\\d{1,2}))?`,
  `(?<day>\\d{1,2})[/.-](?<month>\\d{1,2})(?:[/.-](?<year>${YEAR}|\\d\\d))?`,
  `(?<monthOfYear>\\d{1,2})[/.-](?<yearOfMonth>${YEAR})`,
  `(?:(?<dayBefore>\\d{1,2})\\s+(?:de\\s+)?)?(?<name>${[...monthOfWord.keys()].join('|')})(?:\\s+(?:del?\\s+)?(?<after>\\d{1,2})|\\s+del?(?=\\s))?`,
  `(?<yearAlone>${YEAR})`,
].join('|')

const pad = (number: string | number): string => String(number).padStart(2, '0')

/** Returns the pattern of a date. null for a day or month that no calendar has. */
function toPattern(year: string | undefined, month: number | null, day: string | undefined): string | null {
  if (month !== null && (month < 1 || month > 12)) return null
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return null
  const fullYear = year?.length === 2 ? `20${year}` : year
  return `${fullYear ?? '____'}-${month === null ? '__' : pad(month)}-${day === undefined ? '__' : pad(day)}%`
}

function readDate(part: Partial<Record<string, string>>): string[] {
  const { isoYear, isoMonth, isoDay, day, month, year, monthOfYear, yearOfMonth, dayBefore, name, after } =
    part
  const readAll = (): (string | null)[] => {
    if (isoMonth) return [toPattern(isoYear, Number(isoMonth), isoDay)]
    if (month) return [toPattern(year, Number(month), day)]
    if (monthOfYear) return [toPattern(yearOfMonth, Number(monthOfYear), undefined)]
    if (part.yearAlone) return [toPattern(part.yearAlone, null, undefined)]
    const named = monthOfWord.get(name ?? '')
    if (named === undefined) return []
    if (after === undefined) return [toPattern(undefined, named, dayBefore)]
    const ofYear = after.length === 2 ? toPattern(after, named, dayBefore) : null
    return dayBefore ? [ofYear] : [toPattern(undefined, named, after), ofYear]
  }
  return readAll().filter((pattern) => pattern !== null)
}

/** Splits the text of a search into dates and words. @param q at most `QUERY_MAX` characters */
export function readDateSearch(q: string): DateSearch {
  const dates: DateTerm[] = []
  // Letters and digits around a date would make it a part of a word or of a longer number.
  const date = new RegExp(`(?<![\\p{L}\\p{N}]|\\d[/.-])(?:${SHAPES})(?![\\p{L}\\p{N}]|[/.-]\\d)`, 'gu')
  const words = fold(q).replace(date, (text: string, ...rest: unknown[]) => {
    const patterns = dates.length < DATES_MAX ? readDate(rest.at(-1) as Partial<Record<string, string>>) : []
    if (patterns.length === 0) return text
    dates.push({ text, patterns })
    return ' '
  })
  return { dates, words }
}
