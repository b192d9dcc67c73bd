/** Groups of the site's words as the write path has them: rows as of items, what ships standing where nothing else was said. */
import type { Kysely } from 'kysely'
import { defaults, SHIPPED_PICTURES } from '../../../club/defaults.ts'
import type { Values } from '../../content/server/history/versions.ts'
import { toStoredText } from '../../content/server/references.ts'
import { parseRows, type StoredRow, serializeRows } from '../../content/shared/field-types.ts'
import { type Column, type Declaration, englishColumn, englishName } from '../../content/shared/fields.ts'
import { flatten } from '../../content/shared/nested-values.ts'
import type { Dialect } from '../../db/connect.ts'
import * as store from '../../db/settings.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { settingsGroups } from '../shared/all-settings.ts'
import { type SettingsName, settingsNames } from '../shared/settings-names.ts'

const shippedByGroup: Partial<Record<SettingsName, object>> = defaults

/** By group and field, as it would be stored. */
const shipped = Object.fromEntries(settingsNames.map((name) => [name, shippedValues(name)])) as Record<
  SettingsName,
  Record<string, string | null>
>

function shippedValues(name: SettingsName): Record<string, string | null> {
  const { fields } = settingsGroups[name]
  const said = flatten(fields, shippedByGroup[name] ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(fields).map(([field, declared]) => {
      const value = said[field] ?? null
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

const shippedPictures = new Set(
  Object.values(shipped).flatMap((values) =>
    Object.values(values).flatMap((value) => value?.match(/"\/club\/pictures\/[\w-]+\.jpg"/g) ?? []),
  ),
)

/** Whether what stands for a picture is one that ships, which nobody has uploaded. */
export const isDefaultPicture = (picture: string): boolean =>
  picture.startsWith(SHIPPED_PICTURES) && shippedPictures.has(JSON.stringify(picture))

/** What ships in a group. */
export const defaultValues = (group: SettingsName): Values => shipped[group]

/** What a text and its English side by side say after a change; null: the English one ends. */
interface Sides {
  shipped: unknown
  current: unknown
  said: unknown
}

/** English that ships tells of the Spanish that ships: where that is changed alone, it would tell of another club. */
const isOutdated = (spanish: Sides, english: Sides): boolean =>
  english.shipped !== null &&
  english.said === english.shipped &&
  english.current === english.shipped &&
  spanish.current === spanish.shipped &&
  spanish.said !== spanish.shipped

/** @param values of a change; @returns them, without what ships in English of what they say otherwise */
export function removeOutdatedEnglish(group: SettingsName, current: ContentRow, values: Values): Values {
  const { fields }: Declaration = settingsGroups[group]
  const sidesOf = (name: string): Sides => ({
    shipped: shipped[group][name] ?? null,
    current: current[name] ?? null,
    said: name in values ? values[name] : (current[name] ?? null),
  })
  const ended = Object.keys(fields)
    .filter((name) => englishName(name) in fields && isOutdated(sidesOf(name), sidesOf(englishName(name))))
    .map((name) => [englishName(name), null])
  const rows = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'rows' && typeof values[name] === 'string'
      ? [[name, rowsWithoutOutdated(field.columns, sidesOf(name))]]
      : [],
  )
  return { ...values, ...Object.fromEntries(ended), ...Object.fromEntries(rows) }
}

function rowsWithoutOutdated(columns: Record<string, Column>, sides: Sides): string | null {
  const [before, now, after] = [sides.shipped, sides.current, sides.said].map((rows) =>
    parseRows(rows as string | null),
  ) as [StoredRow[], StoredRow[], StoredRow[]]
  return serializeRows(
    after.map((row) => {
      const isSame = ({ _id }: StoredRow) => _id === row._id
      const [ships, current] = [before.find(isSame), now.find(isSame)]
      if (!ships || !current) return row
      const sidesIn = (column: string): Sides => ({
        shipped: ships[column] ?? null,
        current: current[column] ?? null,
        said: row[column] ?? null,
      })
      const ended = Object.keys(columns)
        .filter(
          (column) =>
            englishColumn(column) in columns && isOutdated(sidesIn(column), sidesIn(englishColumn(column))),
        )
        .map((column) => [englishColumn(column), null])
      return { ...row, ...Object.fromEntries(ended) }
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
    ...shipped[group],
    // A field that is declared no more has no place to be shown in.
    ...Object.fromEntries(Object.entries(said).filter(([field]) => field in shipped[group])),
  }
}

export async function lockGroup(tx: Kysely<Tables>, dialect: Dialect, group: string): Promise<ContentRow> {
  return toSettingsRow(group as SettingsName, await store.lockGroup(tx, dialect, group))
}

/** What says the same as what ships is not kept: it follows what the next version ships. */
export async function saveGroup(tx: Kysely<Tables>, row: ContentRow): Promise<ContentRow> {
  const group = row.id as SettingsName
  const said = Object.entries(shipped[group]).flatMap(([field, value]) =>
    row[field] === value ? [] : [[field, row[field] as string | null] as const],
  )
  const { version, updatedAt, updatedBy } = row
  await store.saveGroup(tx, group, { version, updatedAt, updatedBy, said: Object.fromEntries(said) })
  return row
}
