/** Reads a whole chat as WhatsApp exports it: `_chat.txt` of iOS, `WhatsApp Chat with ….txt` of Android. */
import { isDate } from '../../../../platform/shared/dates.ts'
import { plainSpaces, stripInvisible } from '../../../../platform/shared/text/clean.ts'

export interface ChatMessage {
  /** `YYYY-MM-DD` on the clock of the phone. */
  day: string
  author: string
  /** Lines that are not blank. */
  lines: string[]
}

/**
 * The two separators are compared in code: WebKit finds no back reference of a `u` expression in a text with characters above
 * U+00FF, such as the spaces of an hour.
 */
const DATE = String.raw`(\d{1,4}([/.-])\d{1,2}([/.-])\d{1,4})`

/** The words around an hour depend on the language of the phone: "a las 21:03", "9:03 p. m.", "下午9:03". */
const STAMPS = [
  /** "[22/11/26, 21:03:15] " of iOS. A direction mark is before it when the program wrote the message. */
  new RegExp(String.raw`^\p{Cf}{0,4}\[${DATE}[,.]?\s[^\]\d]{0,12}\d{1,2}[:.]\d{2}[^\]]{0,24}\]\s`, 'u'),
  /** "22/11/26, 21:03 - " of Android. */
  new RegExp(
    String.raw`^\p{Cf}{0,4}${DATE}[,.]?\s[\p{L}\s]{0,12}\d{1,2}[:.]\d{2}(?:[:.]\d{2})?[\p{L}\s.]{0,12}\s[-–]\s`,
    'u',
  ),
]

interface Stamp {
  /** As it was written. */
  date: string
  /** The program, the separator, and whether the year is first. All stamps of a chat are alike. */
  shape: string
  length: number
}

function readStamp(line: string): Stamp | null {
  for (const [program, stamp] of STAMPS.entries()) {
    const [whole, date, separator, second] = stamp.exec(line) ?? []
    if (whole !== undefined && date !== undefined && separator === second)
      return { date, shape: `${program}${separator}${isYearFirst(date)}`, length: whole.length }
  }
  return null
}

const isYearFirst = (date: string): boolean => /^\d{3}/.test(date)

/** Makes a day `YYYY-MM-DD` of three numbers. null when there is no such day. */
type DateOrder = (numbers: readonly string[]) => string | null

const dayFirst: DateOrder = ([day, month, year]) => toDay(year, month, day)
const monthFirst: DateOrder = ([month, day, year]) => toDay(year, month, day)
const yearFirst: DateOrder = ([year, month, day]) => toDay(year, month, day)

function toDay(year = '', month = '', day = ''): string | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(text) ? text : null
}

/**
 * Reads the dates of a chat in one order: the one with the fewest impossible dates, then the one in which dates go back
 * least often, then the day first. A date in the text of a message can be impossible or go back in the right order too.
 */
function readDates(dates: readonly string[]): ReadonlyMap<string, string | null> {
  const distinct = [...new Set(dates)]
  const readIn = (order: DateOrder) => {
    const days = new Map(distinct.map((date) => [date, order(date.split(/\D/))]))
    let impossible = 0
    let back = 0
    let before = ''
    for (const date of dates) {
      const day = days.get(date) ?? null
      if (day === null) impossible++
      else {
        if (day < before) back++
        before = day
      }
    }
    return { days, impossible, back }
  }
  if (distinct[0] !== undefined && isYearFirst(distinct[0])) return readIn(yearFirst).days
  const [day, month] = [readIn(dayFirst), readIn(monthFirst)]
  return (month.impossible - day.impossible || month.back - day.back) < 0 ? month.days : day.days
}

interface Message extends Omit<ChatMessage, 'author'> {
  /** As it was written. null when the program wrote the message. */
  author: string | null
}

/** Reads the messages of people, in the order of the file. Takes time linear in the length of the text. */
export function readChat(text: string): ChatMessage[] {
  const lines = text.split(/[\r\n]+/)
  const stamps = lines.map(readStamp)
  const shape = stamps.find((stamp) => stamp !== null)?.shape
  // A message can contain lines of another chat.
  const own = stamps.map((stamp) => (stamp?.shape === shape ? stamp : null))
  const days = readDates(own.filter((stamp) => stamp !== null).map(({ date }) => date))
  const messages: Message[] = []
  for (const [index, line] of lines.entries()) {
    const stamp = own[index]
    const day = stamp && days.get(stamp.date)
    if (stamp && day) messages.push(beginMessage(day, line.slice(stamp.length)))
    else messages.at(-1)?.lines.push(line)
  }
  const names = new Map<string, string>()
  return messages.flatMap(({ day, author, lines: all }) => {
    const filled = all.filter((line) => line.trim() !== '')
    const [first] = filled
    if (author === null || first === undefined || (filled.length === 1 && OF_PROGRAM.test(first))) return []
    const name = names.get(author) ?? cleanAuthor(author)
    names.set(author, name)
    return [{ day, author: name, lines: filled }]
  })
}

const AUTHOR = /^([^:]{1,100}):(?:\s|$)/

function beginMessage(day: string, rest: string): Message {
  const [whole = '', author = ''] = AUTHOR.exec(rest) ?? []
  return whole === '' || hasOpenQuote(author)
    ? { day, author: null, lines: [] }
    : { day, author, lines: [rest.slice(whole.length)] }
}

/** True in 'Ana creó el grupo "Lista', before ': viernes"'. */
const hasOpenQuote = (text: string): boolean => (text.match(/["“”«»]/g)?.length ?? 0) % 2 === 1

/** Removes the direction marks of telephone numbers, and spaces that do not break. */
const cleanAuthor = (name: string): string => plainSpaces(stripInvisible(name)).trim()

/** Text in place of a file, or of an event of the group. iOS puts a direction mark before it. */
const OF_PROGRAM = /^\s*(?:\u200e|<[^<>]+>\s*$)/
