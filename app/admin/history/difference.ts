/** What was taken out of a text and what was put in, word by word. Pure. */

export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Past so many comparisons the texts are shown whole: nobody reads such a difference anyway. */
const COMPARISONS_MAX = 4_000_000

const tokensOf = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? []

/** The pieces of both texts in their order; those that are the same stand once. */
export function difference(before: string, after: string): Piece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const same = (tokens: string[]): Piece => ({ kind: 'same', text: tokens.join('') })
  return joined([same(old.slice(0, start)), ...middle, same(old.slice(old.length - end))])
}

/** By the longest common subsequence of their tokens. */
function between(old: string[], now: string[]): Piece[] {
  const whole: Piece[] = [
    { kind: 'gone', text: old.join('') },
    { kind: 'new', text: now.join('') },
  ]
  if (old.length * now.length > COMPARISONS_MAX) return whole
  const width = now.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const pieces: Piece[] = []
  let row = 0
  let column = 0
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      pieces.push({ kind: 'same', text: old[row] ?? '' })
      row++
      column++
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1)))
      pieces.push({ kind: 'gone', text: old[row++] ?? '' })
    else pieces.push({ kind: 'new', text: now[column++] ?? '' })
  }
  return pieces
}

/** Neighbours of a kind in one piece, blank ones left out. */
function joined(pieces: Piece[]): Piece[] {
  const all: Piece[] = []
  for (const { kind, text } of pieces) {
    if (text === '') continue
    const last = all.at(-1)
    if (last?.kind === kind) last.text += text
    else all.push({ kind, text })
  }
  return all
}
