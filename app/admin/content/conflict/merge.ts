/** What two people changed in one item at the same time, field by field. Pure, so that the rule can be tested. */
import type { Declaration } from '../../../../contract/content/fields.ts'
import { imageFields } from '../../../../contract/content/fields.ts'
import type { AnyEntity } from '../../../../contract/content/resources.ts'
import { altFieldOf, altOf, flat, type ItemValues, namesThatDiffer, valuesOf } from '../form/values.ts'

/** An item as it was read, with its edit counter. */
export interface Version {
  item: AnyEntity
  etag: string | null
}

/** An item as a form began with it. A picture's field is blank there, so its address tells whether it was replaced. */
export interface Origin {
  base: ItemValues
  /** Addresses of the stored pictures by field; of a new item there are none. */
  pictures: Record<string, string>
  /** The edit counter; null: a new item. */
  etag: string | null
}

export const originOf = (declaration: Declaration, item: AnyEntity, etag: string | null): Origin => ({
  base: valuesOf(declaration, item),
  pictures: Object.fromEntries(imageFields(declaration).map((name) => [name, String(item[name])])),
  etag,
})

export interface Merged {
  /** Mine, with what only the other person changed taken over. */
  values: ItemValues
  /** Names of what both changed, differently: somebody has to choose. */
  both: string[]
  /** Names of what only the other person changed. */
  onlyTheirs: string[]
}

/** Names of what was changed; a text that was blanked was not, since blank keeps the old one (specification §4). */
export function changedNames(values: ItemValues, base: ItemValues): string[] {
  const said = flat(values)
  return namesThatDiffer(values, base).filter((name) => altFieldOf(name) !== null || said[name] !== '')
}

export function merge(before: Origin, mine: ItemValues, now: Origin): Merged {
  const replaced = Object.keys(now.pictures).filter((name) => now.pictures[name] !== before.pictures[name])
  const theirs = [...namesThatDiffer(now.base, before.base), ...replaced]
  const changed = changedNames(mine, before.base)
  const different = new Set([...namesThatDiffer(mine, now.base), ...replaced])
  const onlyTheirs = theirs.filter((name) => !changed.includes(name))
  return {
    values: onlyTheirs.reduce((values, name) => withValue(values, name, now.base), mine),
    both: theirs.filter((name) => changed.includes(name) && different.has(name)),
    onlyTheirs,
  }
}

/** One value taken from elsewhere. A picture's is blank where it stays the stored one. */
export function withValue(values: ItemValues, name: string, from: ItemValues): ItemValues {
  const field = altFieldOf(name)
  if (field === null) return { ...values, [name]: flat(from)[name] ?? '' }
  return { ...values, alt: { ...altOf(values), [field]: altOf(from)[field] ?? null } }
}

/**
 * What a version says that another did not, and the other way round, block by block and in their order: what two long
 * texts have in common is not worth reading twice.
 */
export function changedBlocks(before: string[], after: string[]): { removed: string[]; added: string[] } {
  const common = longestCommon(before, after)
  const without = (blocks: string[]) => {
    let next = 0
    return blocks.filter((block) => {
      if (block !== common[next]) return true
      next++
      return false
    })
  }
  return { removed: without(before), added: without(after) }
}

/** Longest common subsequence; a text of 200 kB has some thousand blocks at most, most of them the same at both ends. */
function longestCommon(one: string[], other: string[]): string[] {
  let head = 0
  while (head < one.length && head < other.length && one[head] === other[head]) head++
  let tail = 0
  const least = Math.min(one.length, other.length) - head
  while (tail < least && one.at(-1 - tail) === other.at(-1 - tail)) tail++
  const left = one.slice(head, one.length - tail)
  const right = other.slice(head, other.length - tail)
  const width = right.length + 1
  const lengths = new Uint16Array((left.length + 1) * width)
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const common: string[] = []
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) {
      common.push(left[row] as string)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return [...one.slice(0, head), ...common, ...one.slice(one.length - tail)]

  function at(row: number, column: number): number {
    return lengths[row * width + column] ?? 0
  }
}
