/** Moves within an order. Pure, so that the rules can be tested. */

/** @param to new index from 0, in the list without the moved item */
export function movedTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** What comes right before it; null: it is the first. */
export const beforeIt = (ids: readonly string[], id: string): string | null =>
  ids[ids.indexOf(id) - 1] ?? null

/**
 * The same move in an order that somebody else has changed meanwhile: it goes behind what it was put behind, and stays
 * where it is when either of them is there no more.
 * @param behind null: it is the first
 */
export function movedBehind(ids: readonly string[], id: string, behind: string | null): string[] {
  if (!ids.includes(id) || (behind !== null && !ids.includes(behind))) return [...ids]
  const rest = ids.filter((one) => one !== id)
  return movedTo(ids, id, behind === null ? 0 : rest.indexOf(behind) + 1)
}
