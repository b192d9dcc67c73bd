/** What two people changed in one item at the same time, field by field. Pure, so that the rule can be tested. */
import type { Declaration } from '../../shared/fields.ts'
import { imageFields } from '../../shared/fields.ts'
import type { AnyEntity } from '../../shared/resources.ts'
import {
  altFieldOf,
  altOf,
  fieldValue,
  flat,
  type ItemValues,
  namesThatDiffer,
  valuesOf,
} from '../form/item-values.ts'
import { diff, type Part } from '../history/text-diff.ts'
import { isPublicationName } from '../publication/choice.ts'

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

/** @param timeZone IANA name of the club's */
export const originOf = (declaration: Declaration, { item, etag }: Version, timeZone: string): Origin => ({
  base: valuesOf(declaration, item, timeZone),
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

/** Names of what was changed; a text that was blanked was not, since blank keeps the old one, unless it is optional. */
export function changedNames({ fields }: Declaration, values: ItemValues, base: ItemValues): string[] {
  const said = flat(values)
  return namesThatDiffer(values, base).filter(
    (name) =>
      altFieldOf(name) !== null || said[name] !== '' || fields[name]?.optional || isPublicationName(name),
  )
}

export function merge(declaration: Declaration, before: Origin, mine: ItemValues, now: Origin): Merged {
  const replaced = Object.keys(now.pictures).filter((name) => now.pictures[name] !== before.pictures[name])
  const theirs = [...namesThatDiffer(now.base, before.base), ...replaced]
  const changed = changedNames(declaration, mine, before.base)
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
  if (field === null) return { ...values, [name]: fieldValue(from, name) ?? '' }
  return { ...values, alt: { ...altOf(values), [field]: altOf(from)[field] ?? null } }
}

/**
 * What a version says that another did not, and the other way round, block by block and in their order: what two long
 * texts have in common is not worth reading twice.
 */
export function changedBlocks(before: string[], after: string[]): { removed: string[]; added: string[] } {
  const parts = diff(before, after)
  const of = (wanted: Part['kind']) =>
    parts.filter(({ kind }) => kind === wanted).flatMap(({ tokens }) => tokens)
  return { removed: of('gone'), added: of('new') }
}
