/** The types of settings in the API and in pages. A field whose name has a dot is part of a nested object. */
import type { Picture } from '../../content/shared/entity-parts.ts'
import type { Field, ValueOf } from '../../content/shared/fields.ts'
import type { Nested } from '../../content/shared/nested-values.ts'
import type { SettingsDeclarations } from './all-settings.ts'
import type { SettingsName } from './settings-names.ts'

type Fields<G extends SettingsName> = SettingsDeclarations[G]['fields']

export type SettingsValues<G extends SettingsName> = Nested<{
  [N in keyof Fields<G> & string]: ValueOf<Extract<Fields<G>[N], Field>>
}>

export type SettingsGroup<G extends SettingsName = SettingsName> = SettingsValues<G> & {
  /** Time of the last edit. ISO 8601. null while all fields have their default values */
  updatedAt: string | null
  /** The uploaded pictures of all fields and rows, by path. */
  images: Record<string, Picture>
}

export type SiteSettings = { [G in SettingsName]: SettingsGroup<G> }

/** The values of the placeholders `{club}` and `{city}` in texts. */
export type ClubNames = Pick<SiteSettings['identity'], 'name' | 'city'>

/** Fills the placeholders in a text. Each is replaced once, so placeholders within the name or the city stay. */
export const fillPlaceholders = (text: string, { name, city }: ClubNames): string =>
  text.replace(/\{(club|city)\}/g, (_, word) => (word === 'club' ? name : city))

/** Fills the placeholders in all texts of a value, at any depth. */
export function fillAllPlaceholders<T>(value: T, identity: ClubNames): T {
  if (typeof value === 'string') return fillPlaceholders(value, identity) as T
  if (Array.isArray(value)) return value.map((one) => fillAllPlaceholders(one, identity)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, fillAllPlaceholders(one, identity)]),
  ) as T
}
