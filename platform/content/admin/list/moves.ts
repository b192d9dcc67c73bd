/** Moves items within an order. This file has no side effects, so that tests can cover the rules. */

/** Moves an item to a new place. @param to new index from 0, in the list without the moved item */
export function moveItemTo(ids: readonly string[], id: string, to: number): string[] {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** Returns the id before an item, or null for the first item. */
export const findPreviousId = (ids: readonly string[], id: string): string | null =>
  ids[ids.indexOf(id) - 1] ?? null

/**
 * Repeats a move in an order that another administrator has changed meanwhile: places the item after `behind`. The order
 * stays the same when one of the two items was deleted.
 * @param behind null moves the item to the first place
 */
export function moveItemBehind(ids: readonly string[], id: string, behind: string | null): string[] {
  if (!ids.includes(id) || (behind !== null && !ids.includes(behind))) return [...ids]
  const rest = ids.filter((one) => one !== id)
  return moveItemTo(ids, id, behind === null ? 0 : rest.indexOf(behind) + 1)
}
