/** What the club says of itself, as the API and the pages have it: objects where the declarations have names with dots. */
import type { Picture } from '../../content/shared/entity-parts.ts'
import type { Field, ValueOf } from '../../content/shared/fields.ts'
import type { Nested } from '../../content/shared/nested-values.ts'
import type { GroupName } from './group-names.ts'
import type { Groups } from './settings-groups.ts'

type Fields<G extends GroupName> = Groups[G]['fields']

/** What a group says. */
export type Said<G extends GroupName> = Nested<{
  [N in keyof Fields<G> & string]: ValueOf<Extract<Fields<G>[N], Field>>
}>

export type Group<G extends GroupName = GroupName> = Said<G> & {
  /** ISO 8601; null: it is as it ships. */
  updatedAt: string | null
  /** By their paths, in its fields and rows, the pictures of the club's own. */
  images: Record<string, Picture>
}

/** All that the club says, for the pages. */
export type Site = { [G in GroupName]: Group<G> }

/** What the club is called, and where it is. */
export type Named = Pick<Site['identity'], 'name' | 'city'>

/** Texts write `{club}` and `{city}`, so that another name is another name everywhere. What they stand for is taken as it is. */
export const withNames = (text: string, { name, city }: Named): string =>
  text.replace(/\{(club|city)\}/g, (_, word) => (word === 'club' ? name : city))

/** The same in all texts of a value. */
export function namedThroughout<T>(value: T, identity: Named): T {
  if (typeof value === 'string') return withNames(value, identity) as T
  if (Array.isArray(value)) return value.map((one) => namedThroughout(one, identity)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, namedThroughout(one, identity)]),
  ) as T
}
