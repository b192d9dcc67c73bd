/** Parses lines such as '23:59 Mica Oyola' or 'Nadia - 1am a 3am' into the names and hours of rows. */

/** Largest number of lines that one text adds. */
export const LINES_MAX = 100
/** Longest part of a line that is read. Characters */
export const LINE_LENGTH_MAX = 200
/** Longest text that is read, with a line break after each line. */
export const TEXT_MAX = LINES_MAX * (LINE_LENGTH_MAX + 1)

export interface PastedLine {
  name: string
  /** `HH:mm`, or blank. */
  from: string
  /** `HH:mm`, or blank. */
  to: string
}

/** A number is an hour only with minutes or with one of these words: '23:59', '23.59', '1am', '23 hs'. A name can begin with a number. */
const HOUR = String.raw`(\d{1,2})(?:[:.h](\d{2}))?(?!\d)\s?(am\b|pm\b|a\.\s?m\.|p\.\s?m\.|hs\b\.?|h\b)?`
const RANGE = String.raw`${HOUR}\s?(?:-|–|—|\ba\b|\bhasta\b|\bto\b)\s?(?:las?\s)?${HOUR}`
const atStart = (hours: string) => new RegExp(`^${hours}`, 'i')
const atEnd = (hours: string) => new RegExp(String.raw`(?:^|[\s(\[])${hours}[)\]]?$`, 'i')
/** Patterns for the hours of a line. The first one that matches valid hours counts. */
const PATTERNS = [atStart(RANGE), atStart(HOUR), atEnd(RANGE), atEnd(HOUR)]

/** Bullets, and the dashes and colons between an hour and a name. */
const SIGNS = String.raw`\s\-–—*•·●▪►>|:,;.`
const LEADING_SIGNS = new RegExp(`^[${SIGNS}]+`)
const TRAILING_SIGNS = /[\s\-–—|:,;([]+$/
/** The number of a line in a numbered list. With a digit after the dot, as in '23. 59', it can be an hour. */
const ORDINAL = /^\d{1,2}(?:\)\s+|\.\s+(?!\d))/

/** Returns an hour as `HH:mm`. null for a number that is no hour. */
function toHour(hours: string | undefined, minutes: string | undefined, word: string | undefined) {
  if (hours === undefined || (minutes === undefined && word === undefined)) return null
  const letter = word?.[0]?.toLowerCase()
  const isTwelveHour = letter === 'a' || letter === 'p'
  const hour = Number(hours)
  if (isTwelveHour ? hour < 1 || hour > 12 : hour > 24) return null
  const hourOfDay = isTwelveHour ? (hour % 12) + (letter === 'p' ? 12 : 0) : hour % 24
  if (Number(minutes ?? 0) > 59) return null
  return `${String(hourOfDay).padStart(2, '0')}:${minutes ?? '00'}`
}

/** Parses a line. Without hours the whole line is the name. */
function parseLine(line: string): PastedLine {
  const text = line
    .slice(0, LINE_LENGTH_MAX)
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(LEADING_SIGNS, '')
    .replace(ORDINAL, '')
    .trim()
  for (const pattern of PATTERNS) {
    const match = pattern.exec(text)
    if (!match) continue
    const [whole, ...parts] = match
    const from = toHour(parts[0], parts[1], parts[2])
    const to = parts.length > 3 ? toHour(parts[3], parts[4], parts[5]) : ''
    if (from !== null && to !== null)
      return {
        name: trimSigns(text.slice(0, match.index) + text.slice(match.index + whole.length)),
        from,
        to,
      }
  }
  return { name: trimSigns(text), from: '', to: '' }
}

const trimSigns = (text: string): string => text.replace(LEADING_SIGNS, '').replace(TRAILING_SIGNS, '').trim()

/** Returns the rows of a text. Lines without a name, and headings such as 'Line-up:', are left out. */
export const parseLines = (text: string): PastedLine[] =>
  text
    .slice(0, TEXT_MAX)
    .split(/\r\n?|\n/, LINES_MAX)
    .filter((line) => !/:\s*$/.test(line.slice(-LINE_LENGTH_MAX)))
    .map(parseLine)
    .filter(({ name }) => /[\p{L}\p{N}]/u.test(name))
