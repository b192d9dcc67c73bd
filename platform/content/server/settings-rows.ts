/** Converts settings to item rows and back, because settings use the write path of content. Unedited fields have their default values. */
import type { Kysely } from 'kysely'
import { defaults, SHIPPED_PICTURES } from '../../../club/defaults.ts'
import { emptyClub } from '../../../club/empty-club.ts'
import type { Dialect } from '../../db/connect.ts'
import * as store from '../../db/settings.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { settingsGroups } from '../../settings/shared/all-settings.ts'
import { type SettingsName, settingsNames } from '../../settings/shared/settings-names.ts'
import { parseRows, type StoredRow, serializeRows } from '../shared/field-types.ts'
import type { Column, Declaration } from '../shared/fields.ts'
import { flatten } from '../shared/nested-values.ts'
import { getEnglishColumn, getEnglishName } from '../shared/translations.ts'
import { toStoredText } from './references.ts'
import type { Values } from './versions.ts'

const clubDefaults: Partial<Record<SettingsName, object>> = defaults
const neutralValues: Partial<Record<SettingsName, object>> = emptyClub

/** Default values as they would be stored, by group and field. */
const storedDefaults = Object.fromEntries(
  settingsNames.map((name) => [name, toStoredDefaults(name)]),
) as Record<SettingsName, Record<string, string | null>>

function toStoredDefaults(name: SettingsName): Record<string, string | null> {
  const { fields } = settingsGroups[name]
  const values = flatten(fields, clubDefaults[name] ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).map(([field, declared]) => {
      const value = values[field] ?? null
      if (value === null) return [field, null]
      if (declared.kind !== 'rows') return [field, toStoredText(declared, value)]
      const rows = (value as Record<string, unknown>[]).map((row, index) => ({
        _id: `${field}-${index + 1}`,
        ...Object.fromEntries(
          Object.entries(declared.columns as Record<string, Column>).map(([column, of]) => [
            column,
            toStoredText(of, row[column] ?? null),
          ]),
        ),
      }))
      return [field, serializeRows(rows)]
    }),
  )
}

const defaultPictures = new Set(
  Object.values(storedDefaults).flatMap((values) =>
    Object.values(values).flatMap((value) => value?.match(/"\/club\/pictures\/[\w-]+\.jpg"/g) ?? []),
  ),
)

/** True for the path of a picture that ships with the program. For an uploaded picture, the stored value is an id. */
export const isDefaultPicture = (picture: string): boolean =>
  picture.startsWith(SHIPPED_PICTURES) && defaultPictures.has(JSON.stringify(picture))

export const defaultValues = (group: SettingsName): Values => storedDefaults[group]

/**
 * Returns the values that an empty club has instead of the defaults: neutral words in required fields, and null in optional
 * ones. Fields that keep their default are left out.
 */
export function emptyValues(group: SettingsName): Values {
  const { fields }: Declaration = settingsGroups[group]
  const neutral = flatten(fields, neutralValues[group] ?? {}) as Record<string, string>
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const value = neutral[name]
    if (value !== undefined) return [[name, toStoredText(field, value)] as const]
    return field.optional && storedDefaults[group][name] !== null ? [[name, null] as const] : []
  })
  return Object.fromEntries(values)
}

/** Values of a field before and after an update. */
interface FieldChange {
  defaultValue: unknown
  before: unknown
  after: unknown
}

/**
 * True when an update replaces a default Spanish text and keeps its default translation. That translation then describes
 * another club.
 */
const isTranslationOutdated = (spanish: FieldChange, english: FieldChange): boolean =>
  english.defaultValue !== null &&
  english.after === english.defaultValue &&
  english.before === english.defaultValue &&
  spanish.before === spanish.defaultValue &&
  spanish.after !== spanish.defaultValue

/** Sets outdated default translations to null. @param values the fields of the update */
export function removeOutdatedEnglish(group: SettingsName, current: ContentRow, values: Values): Values {
  const { fields }: Declaration = settingsGroups[group]
  const getChange = (name: string): FieldChange => ({
    defaultValue: storedDefaults[group][name] ?? null,
    before: current[name] ?? null,
    after: name in values ? values[name] : (current[name] ?? null),
  })
  const removed = Object.keys(fields)
    .filter(
      (name) =>
        getEnglishName(name) in fields &&
        isTranslationOutdated(getChange(name), getChange(getEnglishName(name))),
    )
    .map((name) => [getEnglishName(name), null])
  const rows = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'rows' && typeof values[name] === 'string'
      ? [[name, removeOutdatedInRows(field.columns, getChange(name))]]
      : [],
  )
  return { ...values, ...Object.fromEntries(removed), ...Object.fromEntries(rows) }
}

function removeOutdatedInRows(columns: Record<string, Column>, change: FieldChange): string | null {
  const [defaultRows, before, after] = [change.defaultValue, change.before, change.after].map((rows) =>
    parseRows(rows as string | null),
  ) as [StoredRow[], StoredRow[], StoredRow[]]
  return serializeRows(
    after.map((row) => {
      const isSame = ({ _id }: StoredRow) => _id === row._id
      const [defaultRow, rowBefore] = [defaultRows.find(isSame), before.find(isSame)]
      if (!defaultRow || !rowBefore) return row
      const getChange = (column: string): FieldChange => ({
        defaultValue: defaultRow[column] ?? null,
        before: rowBefore[column] ?? null,
        after: row[column] ?? null,
      })
      const removed = Object.keys(columns)
        .filter(
          (column) =>
            getEnglishColumn(column) in columns &&
            isTranslationOutdated(getChange(column), getChange(getEnglishColumn(column))),
        )
        .map((column) => [getEnglishColumn(column), null])
      return { ...row, ...Object.fromEntries(removed) }
    }),
  )
}

export function toSettingsRow(
  group: SettingsName,
  { version, updatedAt, updatedBy, said }: store.StoredGroup,
): ContentRow {
  return {
    seq: 0,
    id: group,
    version,
    createdAt: 0,
    updatedAt: updatedAt ?? 0,
    updatedBy,
    deletedAt: null,
    deletedBy: null,
    alt: '{}',
    draft: 0,
    publishAt: null,
    unpublishAt: null,
    listedAt: 0,
    ...storedDefaults[group],
    // Stored fields that are no longer declared are left out.
    ...Object.fromEntries(Object.entries(said).filter(([field]) => field in storedDefaults[group])),
  }
}

export async function lockSettingsRow(
  tx: Kysely<Tables>,
  dialect: Dialect,
  group: string,
): Promise<ContentRow> {
  return toSettingsRow(group as SettingsName, await store.lockStoredGroup(tx, dialect, group))
}

/**
 * Stores a group. Fields with the default value are not stored, so they change when a later version changes the default.
 */
export async function saveSettingsRow(tx: Kysely<Tables>, row: ContentRow): Promise<ContentRow> {
  const group = row.id as SettingsName
  const said = Object.entries(storedDefaults[group]).flatMap(([field, value]) =>
    row[field] === value ? [] : [[field, row[field] as string | null] as const],
  )
  const { version, updatedAt, updatedBy } = row
  await store.saveStoredGroup(tx, group, { version, updatedAt, updatedBy, said: Object.fromEntries(said) })
  return row
}
