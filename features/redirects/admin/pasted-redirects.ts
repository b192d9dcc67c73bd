/** Reads pasted lists of redirects: one a line, with an arrow, spaces, or as CSV with a comma, a semicolon or a tab. */
import { findRowFaults, isStepTo, readFrom, readTo } from '../shared/redirect-addresses.ts'
import { REDIRECTS_MAX } from '../shared/redirect-limits.ts'
import type { Redirect } from '../shared/redirects.ts'

/** Limit of a pasted text: 2,000 lines of ordinary length. Characters */
export const PASTED_MAX = 400_000
/** Two addresses that are as long as allowed, with their site. Characters */
const LINE_MAX = 1_500

export interface RefusedLine {
  /** Number of the line, from 1. */
  line: number
  text: string
  reason: string
}

export interface PasteReview {
  added: Redirect[]
  refused: RefusedLine[]
}

interface ReviewOptions {
  /** The stored redirects. */
  rows: readonly Redirect[]
  /** Origins of this site. */
  origins: readonly string[]
  /** Reasons of the server, by the old address that it refused. */
  refusals: ReadonlyMap<string, string>
}

/** Lines of an Apache configuration begin with these words. */
const APACHE = /^Redirect(?:Permanent|Temp)?\s+(?:30\d\s+|permanent\s+|temp\s+)?/i
/** Further columns of an exported list, such as a status, and separators at the end. */
const LAST_COLUMN = /[;,\t ]+(?:30\d)?[;,\t ]*$/
const SEPARATOR = /\s*(?:→|⇒|->|=>)\s*|\s*[;,\t]\s*|\s+/g
const ADDRESS = /^(?:\/|https?:\/\/)/i

const unquote = (cell: string): string => cell.trim().replace(/^"(.*)"$/s, '$1')

/** Splits a line at the first separator before an address, because addresses can have commas and semicolons. */
function splitLine(text: string): { from: string; to: string } | null {
  const line = text.replace(APACHE, '').replace(LAST_COLUMN, '')
  for (const { 0: separator, index } of line.matchAll(SEPARATOR)) {
    const to = unquote(line.slice(index + separator.length))
    if (index > 0 && ADDRESS.test(to)) return { from: unquote(line.slice(0, index)), to }
  }
  return null
}

/** Returns the path of an old address that was pasted with its site. */
function withoutSite(from: string): string {
  const url = /^https?:\/\//i.test(from) ? URL.parse(from) : null
  return url ? url.pathname + url.search : from
}

type ReadLine = { ok: true; redirect: Redirect } | { ok: false; reason: string }

function readLine(text: string, origins: readonly string[]): ReadLine {
  if (text.length > LINE_MAX) return { ok: false, reason: 'Es demasiado largo.' }
  const split = splitLine(text)
  if (split === null)
    return { ok: false, reason: 'Faltan las dos direcciones: la vieja, un espacio y la nueva.' }
  const from = readFrom(withoutSite(split.from))
  if (!from.ok) return { ok: false, reason: `La vieja: ${lowerFirst(from.error)}` }
  const to = readTo(split.to, origins)
  if (!to.ok) return { ok: false, reason: `La nueva: ${lowerFirst(to.error)}` }
  return { ok: true, redirect: { from: from.value, to: to.value } }
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** Reads a pasted text. Lines with a fault, and those that the list has already, are refused with a reason. */
export function reviewPaste(text: string, { rows, origins, refusals }: ReviewOptions): PasteReview {
  const known = new Map(rows.map(({ from, to }) => [from, to]))
  const refused: RefusedLine[] = []
  let candidates: (Redirect & { line: number; text: string })[] = []
  for (const [index, each] of text
    .slice(0, PASTED_MAX)
    .split(/\r\n?|\n/)
    .entries()) {
    const shown = { line: index + 1, text: each.trim() }
    if (shown.text === '') continue
    const result = readLine(shown.text, origins)
    if (!result.ok) {
      refused.push({ ...shown, reason: result.reason })
      continue
    }
    const { from, to } = result.redirect
    const stored = known.get(from)
    const reason =
      refusals.get(from) ??
      (stored === to ? 'Ya está.' : stored === undefined ? null : `Ya está, y lleva a ${stored}.`) ??
      (rows.length + candidates.length >= REDIRECTS_MAX ? `No entra: son hasta ${REDIRECTS_MAX}.` : null)
    if (reason !== null) refused.push({ ...shown, reason })
    else {
      known.set(from, to)
      candidates.push({ from, to, ...shown })
    }
  }
  for (;;) {
    const reasons = findChains(rows, candidates)
    if (reasons.size === 0) break
    for (const [candidate, reason] of reasons) {
      const { line, text: shown } = candidate
      refused.push({ line, text: shown, reason })
    }
    candidates = candidates.filter((each) => !reasons.has(each))
  }
  return {
    added: candidates.map(({ from, to }) => ({ from, to })),
    refused: refused.sort((one, other) => one.line - other.line),
  }
}

/** Finds new rows that would be a step of a chain. Each is refused, and never the stored row. */
function findChains<R extends Redirect>(rows: readonly Redirect[], candidates: readonly R[]): Map<R, string> {
  const all = [...rows, ...candidates]
  const reasons = new Map<R, string>()
  for (const { row, message } of findRowFaults(all)) {
    const candidate = candidates[row - rows.length]
    if (candidate) reasons.set(candidate, message)
    else {
      const stored = all[row] as Redirect
      for (const each of candidates)
        if (isStepTo(each.from, stored.to)) reasons.set(each, describeStep(stored))
    }
  }
  return reasons
}

/** The fault of a new row to whose old address a stored row leads. */
export const describeStep = ({ from }: Redirect): string => `${from} lleva a esta dirección: cambiala antes.`
