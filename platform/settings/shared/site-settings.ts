/** What the club says of itself, as the API and the pages have it: objects where the declarations have names with dots. */
import type { Picture } from '../../content/shared/entity-parts.ts'
import type { Field, ValueOf } from '../../content/shared/fields.ts'
import type { Nested } from '../../content/shared/nested-values.ts'
import type { SettingsDeclarations } from './all-settings.ts'
import type { SettingsName } from './settings-names.ts'

type Fields<G extends SettingsName> = SettingsDeclarations[G]['fields']

/** What a group says. */
export type SettingsValues<G extends SettingsName> = Nested<{
  [N in keyof Fields<G> & string]: ValueOf<Extract<Fields<G>[N], Field>>
}>

export type SettingsGroup<G extends SettingsName = SettingsName> = SettingsValues<G> & {
  /** ISO 8601; null: it is as it ships. */
  updatedAt: string | null
  /** By their paths, in its fields and rows, the pictures of the club's own. */
  images: Record<string, Picture>
}

/** All that the club says, for the pages. */
export type SiteSettings = { [G in SettingsName]: SettingsGroup<G> }

/** What the club is called, and where it is. */
export type ClubNames = Pick<SiteSettings['identity'], 'name' | 'city'>

/** Texts write `{club}` and `{city}`, so that another name is another name everywhere. What they stand for is taken as it is. */
export const fillPlaceholders = (text: string, { name, city }: ClubNames): string =>
  text.replace(/\{(club|city)\}/g, (_, word) => (word === 'club' ? name : city))

/** The same in all texts of a value. */
export function fillAllPlaceholders<T>(value: T, identity: ClubNames): T {
  if (typeof value === 'string') return fillPlaceholders(value, identity) as T
  if (Array.isArray(value)) return value.map((one) => fillAllPlaceholders(one, identity)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fillAllPlaceholders(one, identity)]),
  ) as T
}
