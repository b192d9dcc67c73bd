/** Computes earlier versions of an item. It starts with the current row and undoes changes, the last one first. */

import type { ContentRow } from '../../db/tables.ts'
import { declarationFor, type WritableResource } from '../../settings/shared/all-settings.ts'
import { SETTINGS_RESOURCE } from '../../settings/shared/settings-names.ts'
import type { Changes } from '../shared/audit-log.ts'
import { type Declaration, listImageFields } from '../shared/fields.ts'
import { formatItemName } from '../shared/item-names.ts'
import type { Publication } from '../shared/publication.ts'
import { getDeclaration } from '../shared/resources.ts'

/** Columns of an item: the declared fields as text, `alt`, and the publication. */
export type Values = Record<string, string | number | null>
export type Alt = Record<string, string | null>

/** The declared fields of an item as they are stored. Pictures are ids. */
export interface StoredVersion {
  values: Values
  alt: Alt
}

/** Returns the part of an audit-log entry that identifies the item. */
export const getEntrySubject = (resource: WritableResource, row: ContentRow) => ({
  resource,
  itemId: row.id,
  label:
    resource === SETTINGS_RESOURCE
      ? declarationFor(resource, row.id).words.one
      : formatItemName(getDeclaration(resource), row),
  version: row.version,
})

const ALT = 'alt.'

/** Returns the image field whose text alternative a change concerns. null for a change of a field itself */
export const parseAltField = (name: string): string | null =>
  name.startsWith(ALT) ? name.slice(ALT.length) : null

/** Flattens a row to one name per value, as the audit log stores changes. */
function flattenRow(declaration: Declaration, row: ContentRow): Record<string, string | null> {
  const alt = JSON.parse(row.alt) as Alt
  return Object.fromEntries([
    ...Object.keys(declaration.fields).map((name) => [name, toText(row[name])]),
    ...listImageFields(declaration).map((name) => [ALT + name, alt[name] ?? null]),
  ])
}

const toText = (value: unknown): string | null => (value === null ? null : String(value))

export const readPublication = ({ draft, publishAt, unpublishAt }: ContentRow): Publication => ({
  draft: draft === 1,
  publishAt: toIso(publishAt),
  unpublishAt: toIso(unpublishAt),
})

const toIso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString()

export function compareRows(declaration: Declaration, before: ContentRow, after: ContentRow): Changes {
  const changes: Changes = {}
  for (const name in declaration.fields) {
    if (before[name] !== after[name]) changes[name] = [toText(before[name]), toText(after[name])]
  }
  const [was, is] = [readPublication(before), readPublication(after)]
  for (const name of ['draft', 'publishAt', 'unpublishAt'] as const) {
    if (was[name] !== is[name]) changes[name] = [toText(was[name]), toText(is[name])]
  }
  if (before.alt === after.alt) return changes
  const [old, now] = [JSON.parse(before.alt) as Alt, JSON.parse(after.alt) as Alt]
  for (const name of listImageFields(declaration)) {
    const sides: [string | null, string | null] = [old[name] ?? null, now[name] ?? null]
    if (sides[0] !== sides[1]) changes[ALT + name] = sides
  }
  return changes
}

/**
 * Undoes changes of an item. The publication stays, because restoring an older text must not publish or hide an item.
 * @param undone the changes, the last one first. Fields that are no longer declared are left out
 */
export function undoChanges(declaration: Declaration, row: ContentRow, undone: Changes[]): StoredVersion {
  const version = flattenRow(declaration, row)
  for (const changes of undone) {
    for (const [name, [before]] of Object.entries(changes)) if (name in version) version[name] = before
  }
  const { fields } = declaration
  const values: Values = {}
  const alt: Alt = {}
  for (const [name, value] of Object.entries(version)) {
    const picture = parseAltField(name)
    if (picture !== null) alt[picture] = value
    else if (value !== null || fields[name]?.optional) values[name] = value
  }
  return { values, alt }
}
