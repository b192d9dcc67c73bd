/** Converts rows of settings to the groups that the API returns and pages show. Checks whether a group is within its period. */

import { problem } from '../../api/shared/outcome.ts'
import { getFieldWriter } from '../../content/server/field-writers.ts'
import { defaultValues, isDefaultPicture, toSettingsRow } from '../../content/server/settings-rows.ts'
import type { Values } from '../../content/server/versions.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { getFieldType as fieldTypeOf } from '../../content/shared/field-types.ts'
import type { Declaration, Field, Shape } from '../../content/shared/fields.ts'
import { nest } from '../../content/shared/nested-values.ts'
import { getPublicationState, type Publication } from '../../content/shared/publication.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import type { SettingsName } from '../shared/settings-names.ts'
import type { SettingsGroup } from '../shared/site-settings.ts'

export async function presentGroups(
  name: SettingsName,
  rows: ContentRow[],
  images: Images,
): Promise<SettingsGroup[]> {
  const { fields }: Declaration = settingsGroups[name]
  const uploaded = rows.flatMap((one) =>
    Object.entries(fields).flatMap(([field, declared]) =>
      typeof one[field] === 'string'
        ? (getFieldWriter(declared).mediaIds?.(one[field], images, declared) ?? [])
        : [],
    ),
  )
  const pictures = await images.pictures(uploaded)
  return rows.map((one) => toGroup(name, one, pictures))
}

/** Returns the size of the group's first picture field. null for a group without pictures */
export const findPictureShape = (name: SettingsName): Shape | null =>
  Object.values<Field>(settingsGroups[name].fields)
    .flatMap((field): Field[] => (field.kind === 'rows' ? Object.values(field.columns) : [field]))
    .flatMap((field) => (field.kind === 'image' ? [field.shape] : []))[0] ?? null

function toGroup(name: SettingsName, row: ContentRow, pictures: Map<string, Picture>): SettingsGroup {
  const images: Record<string, Picture> = {}
  const getPath = (stored: string): string | null => {
    if (isDefaultPicture(stored)) return stored
    const picture = pictures.get(stored)
    if (!picture) return null
    images[picture.src] = picture
    return picture.src
  }
  const { fields }: Declaration = settingsGroups[name]
  const withPaths = (declared: Field, value: unknown): unknown => {
    if (declared.kind === 'image') return typeof value === 'string' ? getPath(value) : null
    if (declared.kind !== 'rows') return value
    const columns = Object.entries<Field>(declared.columns)
    return (value as Record<string, unknown>[]).map((one) => ({
      ...one,
      ...Object.fromEntries(columns.map(([column, of]) => [column, withPaths(of, one[column])])),
    }))
  }
  const values = Object.entries(fields).map(([field, declared]) => [
    field,
    withPaths(declared, fieldTypeOf(declared).toApiValue(row[field] as string | null, declared)),
  ])
  const hasDefaults = Object.keys(fields).every((field) => row[field] === defaultValues(name)[field])
  const updatedAt = hasDefaults || row.updatedAt === 0 ? null : new Date(row.updatedAt).toISOString()
  return { ...nest(Object.fromEntries(values)), updatedAt, images } as SettingsGroup
}

/** Creates a group without values. */
export const emptyGroup = (name: SettingsName): SettingsGroup =>
  toGroup(
    name,
    toSettingsRow(name, { version: 0, updatedAt: null, updatedBy: null, said: emptyFields(name) }),
    new Map(),
  )

const emptyFields = (name: SettingsName): Record<string, null> =>
  Object.fromEntries(Object.keys(settingsGroups[name].fields).map((field) => [field, null]))

const toTime = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Converts the period of a group to publication times. A group without a period is always published. */
export function getPublication(name: SettingsName, group: SettingsGroup): Publication {
  const values: Record<string, unknown> = { ...group }
  const [from = '', until = ''] = settingsGroups[name].period ?? []
  return { draft: false, publishAt: toTime(values[from]), unpublishAt: toTime(values[until]) }
}

export const isInPeriod = (name: SettingsName, group: SettingsGroup, now: number): boolean =>
  getPublicationState(getPublication(name, group), now) === 'published'

export function checkPeriod(
  name: SettingsName,
  values: Values | ContentRow,
): ReturnType<typeof problem> | null {
  const [from = '', until = ''] = settingsGroups[name].period ?? []
  const [start, end] = [values[from], values[until]]
  if (typeof start !== 'string' || typeof end !== 'string' || Date.parse(end) > Date.parse(start)) return null
  const label = (settingsGroups[name] as Declaration).fields[from]?.label
  return problem('invalid-fields', {
    errors: [{ field: until, message: `Tiene que ser después de «${label}».` }],
  })
}
