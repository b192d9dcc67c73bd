/** Reads a text of a chat or a spreadsheet, with a name per line, into lines with a verdict. */
import {
  hasCross,
  isStruckOut,
  isSystemText,
  LINE_MAX,
  readChatLine,
  removeMarks,
} from '../../../../platform/shared/text/chat-marks.ts'
import { PASTED_LINES_MAX, PASTED_TEXT_MAX } from '../guest-limits.ts'
import { formatNumber } from '../people-counts.ts'
import { breakAtNumbers, findRuns, type ListNumber, readListNumber } from './list-numbers.ts'
import { HEADING, isRefusal, isSignOff, namesEvent } from './no-person.ts'
import type { PastedLine } from './pasted-line.ts'
import { areTurned, check, isTurnedName, type ReadLine, readLine, skip, turnName } from './read-line.ts'
import { findTables } from './spreadsheet.ts'

export type PastedNames =
  | { ok: true; lines: PastedLine[] }
  /** `lines` is null when the text is too long to be read. */
  | { ok: false; lines: number | null }

/** Limits of a list. null where it has none. */
export interface ListLimits {
  maxCompanions: number | null
  /** Places that are left, companions included. */
  left: number | null
}

/** Reads the lines of a text, without the limits of a list. Blank lines are left out, and no other line is. */
export function parsePastedNames(text: string): PastedNames {
  if (text.length > PASTED_TEXT_MAX) return { ok: false, lines: null }
  const all = text.split(/\r\n?|\n/)
  const filled = all.flatMap((typed, index) => (typed.trim() === '' ? [] : [{ line: index + 1, typed }]))
  if (filled.length > PASTED_LINES_MAX) return { ok: false, lines: filled.length }
  const tables = findTables(filled.map(({ typed }) => trimAroundQuotes(typed)))
  const inTable = new Map(
    tables.flatMap(({ from, rows }) => rows.map((row, index) => [from + index, row] as const)),
  )
  const plain = readLines(filled.filter((_, index) => !inTable.has(index)))
  const read = filled.map((line, index) => ({
    ...line,
    read: inTable.get(index) ?? (plain.shift() as ReadLine),
  }))
  return {
    ok: true,
    lines: read.map(({ line, typed, read: values }) => ({
      line,
      text: typed.slice(0, LINE_MAX).toWellFormed(),
      ...values,
    })),
  }
}

/** Removes blanks and invisible characters before and after the quotes of a line, where they would hide a quoted cell. */
const trimAroundQuotes = (line: string): string =>
  line.replace(/^[\p{Cf}\u00a0 ]+(?=")/u, '').replace(/(?<=")[\p{Cf}\u00a0 ]+$/u, '')

interface TypedLine {
  line: number
  typed: string
}

function readLines(lines: readonly TypedLine[]): ReadLine[] {
  const prepared = lines.map((line, index) => prepareLine(line, lines[index - 1]))
  const runs = findRuns(prepared.map(({ item, reason }) => (reason === null ? item.number : null)))
  // Shirts of a team are numbered, but not in order.
  const areBare =
    prepared.filter(({ item }) => item.style === 'bare' && item.rest !== '').length >= BARE_LINES
  const isInRun = runs.map((isRun, index) => isRun || (areBare && prepared[index]?.item.style === 'bare'))
  const texts = prepared.map(({ item }, index) => chooseText(item, isInRun[index] === true))
  const turned = findTurned(prepared, texts)
  const firstNumbered = findFirstNumbered(
    prepared.map(({ item }, index) => item.style === 'sure' || isInRun[index] === true),
  )
  const titleSigns = countTitleSigns(prepared)
  /** Heading above absent guests. */
  let refusal: string | null = null
  return prepared.map(({ reason, chat, item }, index) => {
    const text = texts[index] as string
    if (reason !== null) return skip(reason)
    if (text === '') return skip(item.number === null ? 'No tiene ningún nombre.' : 'Es un lugar vacío.')
    const isRefused = isRefusal(text)
    const read: ReadLine = isRefused
      ? skip(HEADING)
      : readLine(
          turned[index] && isTurnedName(text) ? turnName(text) : text,
          item.isMarked && (isInRun[index] === true || !['bare', 'word'].includes(item.style ?? '')),
        )
    if (chat.isMessage || read.reason === HEADING) refusal = isRefused ? text : null
    const signs = read.companions === 0 ? (titleSigns[index] as number) : 0
    if (index < firstNumbered && read.companions === 0) return skip('Está antes de la lista.')
    if (read.verdict !== 'guest') return read
    if (signs > 1) return skip(HEADING)
    const doubt =
      refusal !== null
        ? `Está debajo de «${refusal}».`
        : hasCross(chat.text)
          ? 'Tiene una cruz.'
          : signs === 1 && read.note === null
            ? '¿Es un título?'
            : !item.isMarked && !chat.isMessage && isSignOff(texts[index - 1] ?? '')
              ? 'Parece una firma.'
              : null
    return doubt === null ? doubtNumber(read, item, isInRun[index] === true) : check(read, doubt)
  })
}

type PreparedLine = ReturnType<typeof prepareLine>

/** Shortest block of a longer text that decides for itself whether its names are turned. Lines */
const TURNED_BLOCK = 3

/** Returns for each line whether the whole text, or its block between blank and skipped lines, has turned names. */
function findTurned(prepared: readonly PreparedLine[], texts: readonly string[]): boolean[] {
  if (areTurned(texts)) return texts.map(() => true)
  const blocks: string[][] = []
  const blockOf = prepared.map(({ isAfterGap, reason }, index) => {
    if (isAfterGap || reason !== null || blocks.length === 0) blocks.push([])
    const block = blocks.at(-1) as string[]
    block.push(texts[index] as string)
    return block
  })
  const turned = new Map(
    blocks.map((block) => [block, block.filter(isTurnedName).length >= TURNED_BLOCK && areTurned(block)]),
  )
  return blockOf.map((block) => turned.get(block) === true)
}

function prepareLine({ line, typed }: TypedLine, before: TypedLine | undefined) {
  const chat = readChatLine(typed)
  const text = writeSpokenSigns(removeMarks(chat.text))
  const reasons: [boolean, string][] = [
    [chat.isSystem || isSystemText(text), 'Es un aviso del chat.'],
    [isStruckOut(chat.text), 'Está tachado.'],
    [typed.length > LINE_MAX, 'Es un texto largo.'],
    [POINTER.test(chat.text), HEADING],
  ]
  const reason = reasons.find(([isTrue]) => isTrue)?.[1] ?? null
  return { reason, text, chat, item: readListNumber(text), isAfterGap: line !== (before?.line ?? -1) + 1 }
}

/** Returns the line without the number of the list. */
function chooseText({ number, style, line, rest }: ListNumber, isInRun: boolean): string {
  const broken = number === null ? rest : breakAtNumbers(rest, number)
  return broken === rest && !isInRun && (style === 'glued' || style === 'word') ? line : broken
}

/** A pin before an address, and a hand at the end of a line that points to the list below it. */
const POINTER = /^[\s*_>]*📍.*\d|[👇⬇🔽](?:\ufe0f|\p{Emoji_Modifier}|\s)*$/u

/** Writes the signs of a dictated line: "Ana signo más uno", "Ana coma Beto", "Ana entre paréntesis prensa". */
const writeSpokenSigns = (text: string): string =>
  text
    .replace(/ coma (?=\p{L})/gu, ', ')
    .replace(/ (?:signo|s[ií]mbolo) m[aá]s /giu, ' + ')
    .replace(/ (?:entre|abre|abrir) par[eé]ntesis ([^()]*?)(?: (?:cierra|cerrar) par[eé]ntesis|$)/iu, ' ($1)')
    .replace(/(?:^| )(?:punto(?: y)? (?:aparte|seguido|final)|nueva l[ií]nea)$/iu, '')

/** From this number of lines on, numbers without a sign are those of a list. */
const BARE_LINES = 3
/** Longest heading above a list. Lines */
const HEADING_LINES = 5
/** True when most lines have a mark. */
const areMost = (marks: readonly boolean[]): boolean =>
  marks.filter(Boolean).length >= Math.max(3, marks.length * 0.6)

/** Returns the index of the first numbered line of a numbered list, or 0. Lines above it are its heading. */
function findFirstNumbered(isNumbered: readonly boolean[]): number {
  const first = isNumbered.indexOf(true)
  return first !== -1 && first <= HEADING_LINES && areMost(isNumbered.slice(first)) ? first : 0
}

/**
 * Counts the signs of a title for each line above a block of lines: capitals, bold or emoji that are rare in the text, no
 * bullet above bullets, words of an event.
 */
function countTitleSigns(lines: readonly PreparedLine[]): number[] {
  const isLoud = lines.map(({ chat, text, item }) => item.number === null && isEmphasised(chat.text, text))
  const isMarked = lines.map(({ chat, item }) => item.isMarked || startsWithEmoji(chat.text))
  const isRare = isLoud.filter(Boolean).length < lines.length / 2
  return lines.map(({ isAfterGap, text }, index) => {
    const next = lines[index + 1]
    if (!next || (index > 2 && (!isAfterGap || next.isAfterGap))) return 0
    const signs = [
      isRare && isLoud[index],
      !isMarked[index] && isMarked[index + 1] && areMost(isMarked),
      index < HEADING_LINES && namesEvent(text),
    ]
    const count = signs.filter(Boolean).length
    return isAfterGap || count > 1 ? count : 0
  })
}

/** True for a line in capitals, in bold or between emoji. */
const isEmphasised = (chat: string, text: string): boolean =>
  (/\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text)) ||
  /^[\s>]*\*[^*]+\*[\s:]*$/.test(chat) ||
  (startsWithEmoji(chat) && /\p{So}\ufe0f?[\s*_]*$/u.test(chat))

const startsWithEmoji = (chat: string): boolean => /^(?:[\s>*_]*\p{So}|\* )/u.test(chat)

function doubtNumber(read: ReadLine, { number, style }: ListNumber, isInRun: boolean): ReadLine {
  if (((style === 'glued' || style === 'word') && !isInRun) || /^\d{1,4}[-–]\p{L}/u.test(read.name))
    return check(read, '¿El número es del nombre?')
  if (style === 'bare' && !isInRun && number !== null)
    return check(
      { ...read, companions: Math.max(read.companions, number - 1) },
      `¿El ${number} es cuánta gente viene?`,
    )
  return read
}

/** Marks guests with more companions than the list allows, and guests over its quota. */
export function applyLimits(lines: readonly PastedLine[], { maxCompanions, left }: ListLimits): PastedLine[] {
  let people = 0
  return lines.map((line) => {
    if (line.verdict === 'skip') return line
    if (maxCompanions !== null && line.companions > maxCompanions && !line.split)
      return { ...line, verdict: 'check', reason: describeCompanions(line.companions, maxCompanions) }
    if (line.verdict !== 'guest' || left === null) return line
    const needed = line.companions + 1
    if (people + needed > left) return { ...line, verdict: 'check', reason: describePlaces(left - people) }
    people += needed
    return line
  })
}

const describeCompanions = (typed: number, max: number): string =>
  max === 0
    ? `Dice +${typed}, y esta lista es sin acompañantes.`
    : `Dice +${typed}, y en esta lista se puede llevar hasta ${max}.`

const describePlaces = (left: number): string =>
  left <= 0
    ? 'No entra: la lista está completa.'
    : `No entra: ${left === 1 ? 'queda 1 lugar' : `quedan ${formatNumber(left)} lugares`}.`
