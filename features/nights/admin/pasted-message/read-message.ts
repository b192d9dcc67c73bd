/** Reads a whole message about a night into guesses for its form. Each guess has the words that it was read from. */
import { readChatLine, removeMarks } from '../../../../platform/shared/text/chat-marks.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'
import { findFirstHour, findHours } from '../pasted-line-up/hours.ts'
import { isMarked, isNoAct, LABEL, removeLinks } from '../pasted-line-up/no-act.ts'
import { type Act, LINE_LENGTH_MAX, LINES_MAX, readLineUp } from '../pasted-line-up/read-line-up.ts'
import { findDay, removeDays } from './find-day.ts'
import { findLink } from './find-link.ts'
import { type FoundOffer, findOffers } from './find-offers.ts'

export interface Guess<T> {
  value: T
  /** The words of the message. */
  words: string
}

export interface NightMessage {
  title: Guess<string> | null
  /** `YYYY-MM-DD` */
  day: Guess<string> | null
  /** `HH:mm` */
  doors: Guess<string> | null
  /** `HH:mm` */
  endsAt: Guess<string> | null
  url: Guess<string> | null
  ageMin: Guess<number> | null
  offers: Guess<FoundOffer>[]
  acts: Act[]
  /** Lines without a value. */
  rest: string[]
}

/** Longest message that is read. UTF-16 code units */
export const MESSAGE_MAX = 20_000

interface Line {
  typed: string
  /** The line without the marks of a chat. */
  text: string
  /** True for a line with a value. */
  isRead: boolean
}

/** Reads a message. @param today `YYYY-MM-DD` */
export function readNightMessage(message: string, today: string): NightMessage {
  const lines = message
    .slice(0, MESSAGE_MAX)
    .split(/\r\n?|\n/, LINES_MAX)
    .map((typed): Line => {
      const { text, isSystem } = readChatLine(typed.slice(0, LINE_LENGTH_MAX))
      return { typed: typed.trim(), text: isSystem ? '' : text, isRead: isSystem }
    })
  const take = (index: number): string => {
    const line = lines[index] as Line
    line.isRead = true
    return line.typed
  }
  const plain = lines.map(({ text }) => removeMarks(text))
  const day = findDay(plain, today)
  const link = findLink(plain)
  const hours = findOpening(plain, day?.line ?? -1)
  const offers = findAllOffers(plain)
  const age = findAge(plain)
  const guesses = {
    day: day && { value: day.day, words: take(day.line) },
    url: link && { value: link.url, words: take(link.line) },
    doors: hours && { value: hours.from, words: take(hours.line) },
    endsAt: hours && hours.to !== '' ? { value: hours.to, words: take(hours.endLine) } : null,
    ageMin: age && { value: age.value, words: take(age.line) },
    offers: offers.map(({ line, offer }) => ({ value: offer, words: take(line) })),
  }
  const title = findTitle(lines, day?.line ?? -1)
  const name = title && { value: title.value, words: take(title.line) }
  const found = findActs(lines)
  const soloist =
    found.length === 0 && name ? /^(.{2,}?) \(?all night long\b/i.exec(name.value)?.[1] : undefined
  const acts =
    name && soloist !== undefined
      ? [{ name: cleanTitle(soloist), from: '', to: '', room: '', words: name.words }]
      : found
  return {
    title: name,
    ...guesses,
    acts,
    rest: lines.filter(({ isRead, text }) => !isRead && /[\p{L}\p{N}]/u.test(text)).map(({ typed }) => typed),
  }
}

interface Opening {
  from: string
  /** Blank without an end. */
  to: string
  line: number
  endLine: number
}

const OPENING =
  /\b(?:puertas?|apertura|abre|abren|abrimos|doors?|open(?:s|ing)?|inicio|inicia|arranca(?:mos)?|empieza|comienza|horarios?|hora|desde|a partir|abertura|portas?|start(?:s|ing)?|from)\b/
const DOORS = /\b(?:puertas?|apertura|abrimos|doors?)\b/
const CLOSING = /\b(?:cierre|cierra|cerramos|cortamos|close|closing|curfew|fin|hasta|ends?|until|till)\b/
/** Hours with another meaning: of lists, prices and sets. */
const OTHER_HOURS =
  /\b(?:lista|free|gratis|antes de|2x1|anticipad[ao]s?|preventa|limite|promo|happy|consumicion|before|guest ?list|early|warm ?up|set|estacionamiento|menores|subte|tren|after|cupo|presale|entradas?|boleteria|taquilla|venta|whatsapp|lunes a|ingreso)\b/

/** Finds the hours of a night: after a word such as "puertas", or beside its day. */
function findOpening(lines: readonly string[], dayLine: number): Opening | null {
  const found = lines.flatMap((line, index) =>
    removeDays(line)
      .split(/[,;·|]/)
      .flatMap((part) => readOpening(toHourWords(part), index, dayLine) ?? []),
  )
  const best = Math.max(...found.map(({ score }) => score))
  const opening = found.find(({ score }) => score === best)
  if (!opening) return null
  return opening.to === '' ? { ...opening, ...findEnd(lines, opening) } : opening
}

/** Reads the opening in a part of a line. null for a part without one */
function readOpening(part: string, line: number, dayLine: number): (Opening & { score: number }) | null {
  const folded = fold(part)
  const opening = OPENING.exec(folded)
  if (/[$€]/.test(part) || OTHER_HOURS.test(folded) || (!opening && CLOSING.test(folded))) return null
  const text = opening ? part.slice(opening.index) : part
  const ends = findHours(text)
  // After the word the hours can be anywhere: "las puertas se abren a las 23.30 hs y el show comienza a la 1".
  const first = opening && (ends?.to ?? '') === '' ? findFirstHour(text) : ''
  const from = first || (ends?.from ?? '')
  if (from === '') return null
  const to = ends?.to ?? ''
  const isAlone =
    ends?.from === from &&
    !/\p{L}{2}/u.test(ends.rest.replace(/\b(?:hs?|hrs|horas|de|la|las|a|al|hora|noche)\b/giu, ''))
  const isNear = line === dayLine || (isAlone && (to !== '' || line === dayLine + 1))
  if (!opening && !isNear) return null
  const score =
    (opening ? 3 : 0) +
    (DOORS.test(folded) ? 1 : 0) +
    (line === dayLine ? 2 : 0) +
    (isAlone ? 1 : 0) +
    (to === '' ? 0 : 1)
  return { from, to, line, endLine: line, score }
}

/** Finds the end of a night in its own line, or in a line such as "Cierre 07:00". */
function findEnd(
  lines: readonly string[],
  { from, line: openingLine }: Opening,
): Pick<Opening, 'to' | 'endLine'> {
  for (const [index, line] of lines.entries()) {
    const folded = fold(line)
    const at = CLOSING.exec(folded)
    if (!at || (index !== openingLine && (OTHER_HOURS.test(folded) || /[$€]/.test(line)))) continue
    const rest = toHourWords(removeDays(line).slice(at.index + at[0].length)).replace(/^\D{0,12}/, '')
    const to = findFirstHour(`las ${rest}`)
    if (to !== '' && to !== from) return { to, endLine: index }
  }
  return { to: '', endLine: openingLine }
}

const HOUR_WORDS: [RegExp, string][] = [
  [/\bmedianoche\b|\bmidnight\b/gi, '00:00'],
  [/\bmediod[ií]a\b|\bnoon\b/gi, '12:00'],
]
/** Writes words for hours as hours, and removes signs of a clock around them. */
const toHourWords = (text: string): string =>
  HOUR_WORDS.reduce((all, [pattern, hour]) => all.replace(pattern, hour), text)
    .replace(/\b(?:de la (?:noche|ma[nñ]ana|madrugada))\b/giu, ' ')
    .replace(/ +/g, ' ')
    .replace(/[\s.!]+$/, '')
    .trim()

function findAllOffers(lines: readonly string[]): { line: number; offer: FoundOffer }[] {
  let isUnderTickets = false
  return lines.flatMap((line, index) => {
    const folded = fold(removeLinks(line))
    const found = findOffers(removeDays(removeLinks(line)), isUnderTickets)
    isUnderTickets =
      line.trim() !== '' && (TICKETS_HEADING.test(folded) || (isUnderTickets && found.length > 0))
    return found.map((offer) => ({ line: index, offer }))
  })
}

const TICKETS_HEADING =
  /^\W*(?:entradas?|precios?|tickets?|boletos?|valores?|anticipadas?|preventas?|prices?|ingressos?)\b(?: \S+){0,2}\W*$/

function findAge(lines: readonly string[]): { value: number; line: number } | null {
  for (const [index, line] of lines.entries()) {
    const match =
      /\+ ?(1[68]|21)\b|\b(1[68]|21) ?\+|(?:mayores|maiores) de (1[68]|21)\b|\bover (1[68]|21)s?\b/.exec(
        fold(line),
      )
    const age = match?.slice(1).find((one) => one !== undefined)
    if (age !== undefined) return { value: Number(age), line: index }
  }
  return null
}

/** Lines above this one can be the title. */
const TITLE_LINES = 8
/** Longest title. Characters and words */
const TITLE_MAX = 80
const TITLE_WORDS = 9

function findTitle(lines: readonly Line[], dayLine: number): { value: string; line: number } | null {
  const heads = lines
    .map(({ text, isRead }, index) => ({
      index,
      plain: removeMarks(text),
      isRead,
      isMarkedLine: isMarked(text),
    }))
    .filter(({ plain }) => /\p{L}/u.test(plain))
  for (const { index, plain } of heads) {
    const value = cleanTitle(NAMED.exec(plain)?.[1] ?? INFO_OF.exec(plain)?.[1] ?? '')
    if (value !== '') return { value, line: index }
  }
  for (const [place, { index, plain, isRead, isMarkedLine }] of heads.slice(0, TITLE_LINES).entries()) {
    const presented = PRESENTED.exec(plain)
    if (presented && countWords(plain) <= TITLE_WORDS + 3) {
      const next = heads[place + 1]
      const [, quoted, rest = ''] = /^["“«]([^"”»]+)["”»]/.exec(presented[1] as string) ?? [
        null,
        null,
        presented[1],
      ]
      const value = cleanTitle(quoted ?? rest)
      if (value !== '') return { value, line: index }
      if (next && isTitle(cleanTitle(next.plain))) return { value: cleanTitle(next.plain), line: next.index }
    }
    // Beside the day a line can have the title, other lines with a value have none.
    if (isMarkedLine || (isRead && index !== dayLine)) continue
    const parts = isRead ? removeDays(plain).split(/\s[|·•\-–—]\s|\s{2,}/) : [plain]
    const value = parts
      .map(cleanTitle)
      .find((part) => isTitle(part) && (!isRead || /^[\p{Lu}\d]/u.test(part)))
    if (value !== undefined) return { value, line: index }
  }
  return findBold(lines.slice(0, TITLE_LINES))
}

/** Finds the title in a sentence, where it is bold: "Vuelve *LATIDO* este viernes". */
function findBold(lines: readonly Line[]): { value: string; line: number } | null {
  for (const [line, { text }] of lines.entries()) {
    const value = cleanTitle(/\*([^*]{3,60})\*/.exec(text)?.[1] ?? '')
    if (isTitle(value)) return { value, line }
  }
  return null
}

/** "Nombre: Marea", "Event: Marea", "name is Marea" */
const NAMED =
  /(?:^[^\p{L}]*(?:nombre|evento|event|name|t[ií]tulo|title|ciclo|fiesta)\s*:\s*|\b(?:name is|se llama) )([^(]{2,80})/iu
/** "info de MAREA" */
const INFO_OF = /\b[Ii]nfo (?:de|del|of|for) (\p{Lu}.{1,60})$/u
const PRESENTED = /\b(?:presenta|presentan|presents?|pres\.|invita|apresenta)(?![\p{L}])[\s:]*(.*)$/iu

/** Number of words. Letters with spaces between them, as in "M A R E A", are one. */
const countWords = (text: string): number => text.split(' ').filter((word) => word.length > 1).length

const isTitle = (text: string): boolean =>
  /\p{L}/u.test(text) &&
  text.length <= TITLE_MAX &&
  countWords(text) <= TITLE_WORDS &&
  (!isNoAct(text) || /^(?:\p{L} )+\p{L}$/u.test(text)) &&
  findHours(text) === null &&
  !LABEL.test(fold(text).replace(/\W+$/, '')) &&
  !/@|^(?:este|esta|proximo|the|on)$|\b(?:hola+|wena|buenas|equipo|info|fecha|adjunto|asunto|subject|fwd?|re|gacetilla|hi|hey|hello|dear|difusion|reenviar)\b/.test(
    fold(text),
  )

const cleanTitle = (text: string): string =>
  removeLinks(text)
    .replace(/^[^\p{L}\p{N}«"“(]+|[\s\-–—:.,;|·•>→]+$/gu, '')
    .replace(/^["“«]([^"“”«»]*)["”»]$/u, '$1')
    .trim()

const LINE_UP =
  /\b(?:line ?-? ?up|artistas|djs|timetable|set ?times?|horarios|cartel|programacion|running order)\b/

/** Finds the acts: the lines below "line up", or those that look like a line-up. */
function findActs(lines: Line[]): Act[] {
  const blocks = splitBlocks(lines)
  const heading = blocks.findIndex((block) => block.some(({ text }) => LINE_UP.test(fold(removeMarks(text)))))
  const candidates = heading === -1 ? blocks : blocks.slice(heading)
  const from = candidates.findIndex((block) =>
    heading === -1 ? looksLikeLineUp(block) : read(block).acts.length > 0,
  )
  if (from === -1) return []
  const first = candidates[from] as Line[]
  const isTimed = read(first).acts.some((act) => act.from !== '')
  const later = candidates.slice(from + 1).filter((block) => continuesLineUp(block, isTimed))
  const used = [...candidates.slice(0, heading === -1 ? 0 : from), first, ...later].flat()
  const { acts, skipped } = readLineUp(used.map(({ typed }) => typed).join('\n'))
  for (const line of used) if (acts.length > 0 && !skipped.includes(line.typed)) line.isRead = true
  return acts
}

/** Share of acts with hours in a later block of a line-up with hours. */
const TIMED_SHARE = 0.6

/** True for a later block of the same line-up: with a room, or with hours when the first block has hours. */
function continuesLineUp(block: readonly Line[], isTimed: boolean): boolean {
  const { acts, skipped } = read(block)
  return (
    skipped.length <= acts.length &&
    acts.some((act) => act.room !== '' || (isTimed && act.from !== '')) &&
    (!isTimed || acts.filter((act) => act.from !== '').length >= acts.length * TIMED_SHARE)
  )
}

/** Splits the lines without a value into blocks. A blank line and a line with a value end a block. */
function splitBlocks(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [[]]
  for (const line of lines)
    if (line.isRead || line.text === '') blocks.push([])
    else (blocks.at(-1) as Line[]).push(line)
  return blocks.filter((block) => block.length > 0)
}

const read = (block: readonly Line[]) => readLineUp(block.map(({ typed }) => typed).join('\n'))

/** True for a block with hours, rooms or a list of names. */
function looksLikeLineUp(block: readonly Line[]): boolean {
  const { acts, skipped } = read(block)
  if (acts.length === 0 || skipped.length > acts.length) return false
  const timed = acts.filter(({ from }) => from !== '').length
  const isList = acts.length >= 3 && acts.length > block.length
  const isLabelled = block.some(({ text }) =>
    LABEL.test(fold(/^([^:]{1,30}):/.exec(removeMarks(text))?.[1] ?? '')),
  )
  return (
    timed >= 2 ||
    isList ||
    isLabelled ||
    acts.some(({ room }) => room !== '') ||
    (acts.length >= 2 && acts.every(({ name }) => name.split(' ').length <= ACT_WORDS))
  )
}

/** Longest name of an act in a list without hours. Words */
const ACT_WORDS = 5
