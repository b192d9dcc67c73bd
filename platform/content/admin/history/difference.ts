/** What was taken out of a text and what was put in, word by word. Pure. */
import { diff } from './text-diff.ts'

export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

const tokensOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? []

/** The pieces of both texts in their order; those that are the same stand once. */
export const difference = (before: string, after: string): Piece[] =>
  diff(tokensOf(before), tokensOf(after)).map(({ kind, tokens }) => ({ kind, text: tokens.join('') }))
