/** Finds the settings that still have texts of the demo club, and the fields that were emptied. */
import { demoSettings } from '../../../club/demo-settings.ts'
import { defaultValues, emptyValues } from '../../../platform/content/server/settings-rows.ts'
import type { Values } from '../../../platform/content/server/versions.ts'
import { parseRows } from '../../../platform/content/shared/field-types.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { SettingsName } from '../../../platform/settings/shared/settings-names.ts'
import type { DemoTextState } from '../shared/first-day.ts'

/** Names of the fields that were emptied, by settings group. */
export type EmptiedFields = Partial<Record<SettingsName, readonly string[]>>

/**
 * Fields that are emptied only together with another field of their group. When the club has written the other field, the
 * demo value may be right for the club too: a club with another name can be in the city of the demo club.
 */
const emptiedWith: Partial<Record<SettingsName, Readonly<Record<string, string>>>> = {
  identity: { city: 'name' },
  contact: { 'address.country': 'address.street' },
}

/** Values that only a club with demo content has. All other demo texts are the defaults. */
const filledValues: Partial<Record<SettingsName, Readonly<Record<string, string>>>> = demoSettings

const getDemoValues = (group: SettingsName): Values => ({ ...defaultValues(group), ...filledValues[group] })

const getEmptyValues = (group: SettingsName): Values => ({
  ...Object.fromEntries(Object.keys(filledValues[group] ?? {}).map((field) => [field, null])),
  ...emptyValues(group),
})

const isShipped = (group: SettingsName, field: string, row: ContentRow): boolean =>
  row[field] === getDemoValues(group)[field]

/** Returns the fields that have a value of the demo club. */
export const findDemoFields = (group: SettingsName, row: ContentRow): string[] =>
  Object.keys(getEmptyValues(group)).filter((field) => {
    const other = emptiedWith[group]?.[field]
    return isShipped(group, field, row) && (other === undefined || isShipped(group, other, row))
  })

const findEmptied = (group: SettingsName, row: ContentRow, emptied: EmptiedFields): string[] =>
  (emptied[group] ?? []).filter((field) => row[field] === getEmptyValues(group)[field])

/** Returns the empty values of the fields that have a value of the demo club. */
export const emptyDemoFields = (group: SettingsName, row: ContentRow): Values =>
  pick(getEmptyValues(group), findDemoFields(group, row))

/** Returns the demo values of the fields that were emptied and not written since. */
export const restoreDemoFields = (group: SettingsName, row: ContentRow, emptied: EmptiedFields): Values =>
  pick(getDemoValues(group), findEmptied(group, row, emptied))

const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))

export function getTextState(group: SettingsName, row: ContentRow, emptied: EmptiedFields): DemoTextState {
  if (findDemoFields(group, row).length > 0) return 'shipped'
  return findEmptied(group, row, emptied).length > 0 ? 'nothing' : 'own'
}

/** True for the shipped value of a required field, and for the neutral value of an empty club. */
export const isUnwritten = (group: SettingsName, field: string, row: ContentRow): boolean =>
  isShipped(group, field, row) || row[field] === getEmptyValues(group)[field]

/**
 * True when the field has a text of the demo club.
 * @param column column of a field with rows. One row with a demo text in this column is enough
 */
export function hasDemoText(group: SettingsName, field: string, row: ContentRow, column?: string): boolean {
  if (column === undefined) return row[field] !== null && isShipped(group, field, row)
  const texts = (value: unknown) => parseRows(value as string | null).map((each) => each[column])
  const shipped = texts(getDemoValues(group)[field])
  return texts(row[field]).some((text) => shipped.includes(text))
}
