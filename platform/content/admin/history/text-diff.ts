/** The difference of two lists, by the `diff` package, within what a phone does while somebody waits. Pure. */
import { diffArrays } from 'diff/lib/diff/array.js'

export interface Part {
  kind: 'same' | 'gone' | 'new'
  tokens: string[]
}

/**
 * Past so many insertions and removals, or so long, what lies between the first and the last difference is shown as replaced
 * whole: nobody reads such a difference anyway.
 */
const EDITS_MAX = 1_000
const TIMEOUT_MS = 200

/** Both lists in their order; what they have in common stands once. No part is empty, no two neighbours are of a kind. */
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
