/** Finds the difference of two texts or lists with the `diff` package. Limits keep the search short on slow phones. */
import { diffArrays } from 'diff/lib/diff/array.js'

export interface Part {
  kind: 'same' | 'gone' | 'new'
  tokens: string[]
}

/**
 * Largest number of edits in the search for a difference. With more, the whole part between the first and the last
 * difference counts as replaced.
 */
const EDITS_MAX = 1_000
const TIMEOUT_MS = 200

/**
 * Returns the parts of both lists, in order. Common parts appear once. No part is empty, and two adjacent parts never have
 * the same kind.
 */
export function diff(before: string[], after: string[]): Part[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const old = before.slice(start, before.length - end)
  const now = after.slice(start, after.length - end)
  const changes = diffArrays(old, now, { maxEditLength: EDITS_MAX, timeout: TIMEOUT_MS })
  const middle: Part[] = changes?.map(({ added, removed, value }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    tokens: value,
  })) ?? [
    { kind: 'gone', tokens: old },
    { kind: 'new', tokens: now },
  ]
  const parts: Part[] = [
    { kind: 'same', tokens: before.slice(0, start) },
    ...middle,
    { kind: 'same', tokens: before.slice(before.length - end) },
  ]
  return parts.filter(({ tokens }) => tokens.length > 0)
}

export interface Piece {
  kind: Part['kind']
  text: string
}

const splitIntoTokens = (text: string): string[] => text.match(/\s+|\S+/gu) ?? []

/** Compares two texts word by word. */
export const findDifference = (before: string, after: string): Piece[] =>
  diff(splitIntoTokens(before), splitIntoTokens(after)).map(({ kind, tokens }) => ({
    kind,
    text: tokens.join(''),
  }))
