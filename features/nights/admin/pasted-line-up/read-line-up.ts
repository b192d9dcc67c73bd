/** Reads a pasted line-up into acts with their hours and rooms. */
import { isStruckOut, readChatLine, removeMarks } from '../../../../platform/shared/text/chat-marks.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'
import { findHours, type Hours, minutesBetween, readBareHour } from './hours.ts'
import { isMarked, isNoAct, isRoom, LABEL, removeLinks } from './no-act.ts'
import { readTable, type TableLine } from './read-table.ts'

/** Largest number of lines that are read of one text. */
export const LINES_MAX = 200
/** Longest part of a line that is read. Characters */
export const LINE_LENGTH_MAX = 480
/** Longest text that is read, with a line break after each line. */
export const TEXT_MAX = LINES_MAX * (LINE_LENGTH_MAX + 1)

export interface Act {
  name: string
  /** `HH:mm`, or blank. */
  from: string
  /** `HH:mm`, or blank. */
  to: string
  /** Blank without a room. */
  room: string
  /** The line as it was typed. */
  words: string
}

export interface LineUp {
  acts: Act[]
  /** Lines with letters that are neither acts nor rooms, as they were typed. */
  skipped: string[]
  /** The room of further lines. Blank without one. */
  room: string
}

interface Line {
  typed: string
  /** The line without links, marks and the number of a list. */
  text: string
  /** Set for a line that names the room of the lines below it. */
  room: string | null
  isSkipped: boolean
  hours: Hours | null
}

/** Bullets, arrows, and the dashes and colons between an hour and a name. */
const LEADING_SIGNS = /^[^\p{L}\p{N}"'“”«»‘’()[\]@#¡¿$€£+]+|^[+\s]+/u
const TRAILING_SIGNS = /[\s\-–—|:,;(=▬~_•·*>/→]+$/
const trimSigns = (text: string): string => text.replace(LEADING_SIGNS, '').replace(TRAILING_SIGNS, '').trim()

/** The number of a line in a numbered list. "23. 59" is an hour. */
const ORDINAL = /^(?:#|n[º°.] ?)?(\d{1,2})(?:(?:\)|[º°]|\.?-(?=\s))\s*|\.-?\s+(?!\d{2}(?![\p{L}\d])))(?=\S)/iu
/** A number that counts lines only when the lines around it go on counting. */
const COUNTED = /^(\d{1,2})\s?[-–.)]?\s+(?=\S)/

/**
 * Reads the lines of a text.
 * @param room the room of lines above the first room of the text
 */
export function readLineUp(text: string, room = ''): LineUp {
  const typed = text
    .slice(0, TEXT_MAX)
    .split(/\r\n?|\n/, LINES_MAX)
    .map((line) => line.slice(0, LINE_LENGTH_MAX).toWellFormed())
  const lines = findBareHours(
    readTable(typed)
      .map(readLine)
      .filter(({ typed: line }) => /[\p{L}\p{N}]/u.test(line)),
  )
  readRanges(lines)
  const followsName = areHoursBelow(lines)
  skipAround(lines)
  const read: LineUp = { acts: [], skipped: [], room }
  let hours: Hours | null = null
  for (const line of lines) {
    if (line.room !== null) {
      read.room = line.room
      hours = null
      if (line.text === '') continue
    }
    if (line.isSkipped) {
      read.skipped.push(line.typed.trim())
      continue
    }
    const rest = line.hours?.rest ?? line.text
    const names = splitNames(rest)
    if (names.length === 0) {
      // Hours on a line of their own are those of the names below, or of the name above.
      if (line.hours && followsName) setHours(read.acts, line.hours)
      else if (line.hours && isOfNight(line.hours)) read.skipped.push(line.typed.trim())
      else hours = line.hours
      continue
    }
    const { from = '', to = '' } = line.hours ?? hours ?? {}
    read.acts.push(...names.map((name) => ({ name, from, to, room: read.room, words: line.typed.trim() })))
    if (line.hours) hours = null
  }
  return read
}

/** From this length on, hours on a line of their own are those of the whole night. Minutes */
const NIGHT_MIN = 300

const isOfNight = ({ from, to }: Hours): boolean => to !== '' && minutesBetween(from, to) >= NIGHT_MIN

/** Lines with both hours from which "3:30 - 5 Nadia" has both too. */
const RANGES_MIN = 2

function readRanges(lines: readonly Line[]): void {
  if (lines.filter(({ hours }) => hours && hours.to !== '').length < RANGES_MIN) return
  for (const line of lines)
    if (line.hours?.to === '' && /\s[-–—]\s\d{1,2}\s\p{L}/u.test(line.text))
      line.hours = findHours(line.text, true)
}

/** Returns the lines of acts, with a line for each room. */
export const formatActs = (acts: readonly Act[]): string =>
  acts
    .flatMap(({ name, from, to, room }, index) => [
      ...(room !== '' && room !== acts[index - 1]?.room ? [`${room}:`] : []),
      [[from, to].filter(Boolean).join(' - '), name].filter(Boolean).join(' '),
    ])
    .join('\n')

const setHours = (acts: Act[], { from, to }: Hours): void => {
  const last = acts.at(-1)
  if (last && last.from === '') Object.assign(last, { from, to })
}

/** Removes the account of an act after its name. */
const removeHandles = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N})\]] )[([]?@[\w.]{2,40}[)\]]?/gu, '').replace(/ +/g, ' ')

/** Reads any line as an act. */
export function readAct(typed: string, room: string): Act {
  const text = trimSigns(removeMarks(readChatLine(typed).text))
  const { from = '', to = '', rest = text } = findHours(text) ?? {}
  return { name: trimSigns(rest) || text || typed.trim(), from, to, room, words: typed }
}

function readLine({ typed, text: written, room }: TableLine): Line {
  const line = readText(typed, written)
  return room === null ? line : { ...line, room }
}

function readText(typed: string, written: string): Line {
  const chat = readChatLine(written)
  const marked = removeMarks(removeLinks(chat.text))
  const text = trimSigns(removeHandles(marked.replace(LEADING_SIGNS, '').replace(ORDINAL, '')))
  const line: Line = { typed, text, room: null, isSkipped: false, hours: null }
  if (chat.isSystem || isMarked(chat.text) || isStruckOut(chat.text) || text === '')
    return { ...line, isSkipped: true }
  const hasColon = /:\W*$/.test(marked)
  if (findHours(text) === null && isRoom(text, hasColon)) return { ...line, text: '', room: text }
  const [, label, rest] = /^([^:]{1,40}):\s+(.+)$/.exec(text) ?? []
  if (label !== undefined && rest !== undefined && !/\d$/.test(label)) {
    if (LABEL.test(fold(label).trim())) return { ...line, ...readHours(rest) }
    if (isRoom(label.trim(), true)) return { ...line, room: label.trim(), ...readHours(rest) }
  }
  // "Tocan Ana, Beto + Caro"
  const listed = /^(?:tocan|con|junto a|line ?up)\s+(?=\p{Lu}.*[,+])/iu.exec(text)
  if (listed) return { ...line, ...readHours(text.slice(listed[0].length)) }
  if (isNoAct(text)) return { ...line, isSkipped: true }
  if (hasColon && findHours(text) === null) {
    // A word or two before a colon name a room, more are a heading.
    const isShort = text.split(' ').length <= 2 && !LABEL.test(fold(text))
    return isShort ? { ...line, text: '', room: text } : { ...line, isSkipped: true }
  }
  return { ...line, ...readHours(text) }
}

function readHours(text: string): Pick<Line, 'text' | 'hours' | 'isSkipped'> {
  const hours = findHours(text)
  const rest = trimSigns(hours?.rest ?? text)
  // "Desde las 23" without a name is the opening of the night.
  const isOpening = rest === '' && /^(?:desde|hasta|from|a partir)\b/i.test(text)
  return { text, hours, isSkipped: isOpening || (rest !== '' && isNoAct(rest)) }
}

/** Finds bare numbers that are hours in the whole text, and removes those that count its lines. */
function findBareHours(lines: Line[]): Line[] {
  const open = lines.filter(({ hours, isSkipped, room }) => !hours && !isSkipped && room === null)
  const counted = open.map(({ text }) => Number(COUNTED.exec(text)?.[1] ?? Number.NaN))
  const isRun = counted.filter((number, index) => number === (counted[index - 1] ?? 0) + 1).length
  if (isRun >= RUN_MIN && isRun >= counted.length / 2)
    return lines.map((line) =>
      open.includes(line) ? { ...line, ...readHours(line.text.replace(COUNTED, '')) } : line,
    )
  const bare = open.filter(({ text }) => readBareHour(text))
  const known = lines.filter(({ hours }) => hours).length
  // One number can be part of a name, so other lines must have hours too.
  if (bare.length === 0 || (known === 0 && bare.length < Math.max(2, open.length / 2))) return lines
  if (known > 0 && bare.some(({ text }) => /^\d(?!\d)/.test(text)) && bare.length === 1) return lines
  return lines.map((line) => (bare.includes(line) ? { ...line, hours: readBareHour(line.text) } : line))
}

/** Shortest run of counted lines. */
const RUN_MIN = 3

const isHourOnly = ({ hours }: Line): boolean => hours !== null && trimSigns(hours.rest) === ''

/** True when hours on lines of their own are below the names. */
function areHoursBelow(lines: readonly Line[]): boolean {
  const open = lines.filter(({ isSkipped, room }) => !isSkipped && room === null)
  return open.some(isHourOnly) && !isHourOnly(open[0] as Line) && open[1] !== undefined && isHourOnly(open[1])
}

/** Share of lines with hours from which a text is a timetable. */
const TIMETABLE_SHARE = 0.7
const TIMETABLE_MIN = 3

/** Skips lines without hours above and below a timetable, such as its title. */
function skipAround(lines: Line[]): void {
  const open = lines.filter(({ isSkipped, room }) => !isSkipped && room === null)
  const timed = open.filter(({ hours }) => hours)
  // Names without hours above the first of several rooms are the title of the night.
  const firstRoom = lines.findIndex(({ room }) => room !== null)
  if (lines.filter(({ room }) => room !== null).length > 1)
    for (const line of lines.slice(0, firstRoom)) if (line.hours === null) line.isSkipped = true
  if (open.some(isHourOnly) || timed.length < TIMETABLE_MIN || timed.length < open.length * TIMETABLE_SHARE)
    return
  const first = open.findIndex(({ hours }) => hours)
  const last = open.findLastIndex(({ hours }) => hours)
  open.forEach((line, index) => {
    if (index < first || index > last) line.isSkipped = true
  })
}

/** Splits the names of several acts. "b2b", "vs", "&" and "y" are within one act. */
function splitNames(text: string): string[] {
  const list = splitOutside(text)
  const names =
    list.length > 1 ? list.flatMap((part, index) => splitLast(part, index === list.length - 1)) : list
  return names
    .map(trimSigns)
    .filter((name) => /[\p{L}\p{N}]/u.test(name) && (names.length === 1 || !isNoAct(name)))
}

/** Splits at commas, spaced slashes, bars, dots and plus signs that are not in brackets. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: sign, index } of text.matchAll(/[([]|[)\]]|[,;]|\s(?:[/|·•+×]|\/\/)(?=\s)/g)) {
    if (/[([]/.test(sign)) depth++
    else if (/[)\]]/.test(sign)) depth = Math.max(0, depth - 1)
    else if (depth === 0) {
      parts.push(text.slice(from, index))
      from = index + sign.length
    }
  }
  return [...parts, text.slice(from)]
}

/** Splits the last name of a list: "Ana, Beto y Caro". */
const splitLast = (part: string, isLast: boolean): string[] =>
  isLast ? part.split(/(?:^|\s)(?:y|e|and)\s(?=\S)/i) : [part]
