/** Decisions about the lines of a pasted text, before they are saved. */
import { PASTED_LINES_MAX } from '../shared/guest-limits.ts'
import { getNameKey } from '../shared/guest-names.ts'
import type { GuestBody } from '../shared/guests.ts'
import { applyLimits, parsePastedNames } from '../shared/pasted-names/parse-names.ts'
import type { PastedLine } from '../shared/pasted-names/pasted-line.ts'
import { formatNumber } from '../shared/people-counts.ts'

/** The guests that a line becomes. No guests: the line is left out. */
export type Decisions = ReadonlyMap<string, readonly GuestBody[]>

/** Identifies a line while the text around it is edited. */
export const keyOfLine = ({ line, text }: PastedLine): string => `${line} ${text}`

export interface ReviewedGuest extends GuestBody {
  /** True when the name is already on a list of the night, or earlier in the text. */
  isRepeated: boolean
}

export interface ReviewedLine {
  line: PastedLine
  /** `open`: the line waits for a decision. */
  state: 'added' | 'open' | 'left'
  guests: ReviewedGuest[]
}

export type ReviewedNames =
  | { ok: false; error: string }
  | { ok: true; lines: ReviewedLine[]; guests: ReviewedGuest[]; people: number }

interface Known {
  /** Keys of the names on all lists of the night (`getNameKey`). */
  names: ReadonlySet<string>
  maxCompanions: number
  /** Places of the list. null without a quota */
  left: number | null
}

/** Reads a typed or pasted text, with the decisions about its lines. */
export function reviewNames(
  text: string,
  decisions: Decisions,
  { names, maxCompanions, left }: Known,
): ReviewedNames {
  const parsed = parsePastedNames(text)
  if (!parsed.ok) {
    const pasted = parsed.lines === null ? '' : `, y pegaste ${formatNumber(parsed.lines)}`
    return { ok: false, error: `Se pueden sumar hasta ${formatNumber(PASTED_LINES_MAX)} por vez${pasted}.` }
  }
  const seen = new Set(names)
  const lines = applyLimits(parsed.lines, { maxCompanions, left }).map((line): ReviewedLine => {
    const decided = decisions.get(keyOfLine(line))
    const chosen = decided ?? (line.verdict === 'guest' ? [line] : [])
    const state = decided || line.verdict !== 'check' ? (chosen.length > 0 ? 'added' : 'left') : 'open'
    const guests = chosen.map(({ name, companions, note }) => {
      const key = getNameKey(name)
      const isRepeated = key !== '' && seen.has(key)
      seen.add(key)
      return { name, companions, note, isRepeated }
    })
    return { line, state, guests }
  })
  const guests = lines.flatMap((line) => line.guests)
  return { ok: true, lines, guests, people: countPeople(guests) }
}

export const countPeople = (guests: readonly Pick<GuestBody, 'companions'>[]): number =>
  guests.reduce((people, { companions }) => people + companions + 1, 0)
