/** References between items: artists of line-ups, podcasts and episodes. */

import type { Database } from '../../db/connect.ts'
import { findAnyRow, findAnyRows } from '../../db/item-queries.ts'
import type { Mention } from '../../db/mentions.ts'
import { isVisible } from '../../db/publication.ts'
import { getFieldType, parseReference, parseRows } from '../shared/field-types.ts'
import type { Declaration, Reference } from '../shared/fields.ts'
import { formatItemName } from '../shared/item-names.ts'
import { getDeclaration, isResource, type ResourceName } from '../shared/resources.ts'

/** Finds the references in a database row, each with the time of its reveal. */
export function findMentions({ fields }: Declaration, row: Record<string, unknown>): Mention[] {
  return Object.entries(fields).flatMap(([name, field]): Mention[] => {
    const stored = row[name]
    if (typeof stored !== 'string') return []
    if (field.kind === 'reference') return [{ to: parseReference(stored), revealAt: null }]
    if (field.kind !== 'rows') return []
    const references = Object.keys(field.columns).filter(
      (column) => field.columns[column]?.kind === 'reference',
    )
    return parseRows(stored).flatMap((one): Mention[] => {
      const revealAt = one.revealAt ? Date.parse(one.revealAt) : null
      const targets = references.flatMap((column) => one[column] ?? [])
      // A delayed reveal is stored even without a reference, because pages change at that time.
      if (targets.length === 0) return revealAt === null ? [] : [{ to: null, revealAt }]
      return targets.map((lead) => ({ to: parseReference(lead), revealAt }))
    })
  })
}

/** Returns the display name of the referenced item. null when it does not exist or is in the trash */
export async function findReferenceName(
  { read }: Pick<Database, 'read'>,
  { resource, _id }: Reference,
): Promise<string | null> {
  const row = isResource(resource) && !_id.includes('\0') ? await findAnyRow(read, resource, _id) : null
  return row && row.deletedAt === null ? formatItemName(getDeclaration(resource as ResourceName), row) : null
}

export type IsShown = (reference: Reference) => boolean

/** Finds the referenced items that visitors can see. @param including id of an item that counts as published */
export async function findShownReferences(
  { read }: Pick<Database, 'read'>,
  declaration: Declaration,
  rows: Record<string, unknown>[],
  { now, including }: { now: number; including?: string | undefined },
): Promise<IsShown> {
  const wanted = new Map<ResourceName, Set<string>>()
  for (const { to } of rows.flatMap((row) => findMentions(declaration, row))) {
    if (!to || !isResource(to.resource)) continue
    const ids = wanted.get(to.resource) ?? new Set()
    wanted.set(to.resource, ids.add(to._id))
  }
  const visible = new Set<string>()
  for (const [resource, ids] of wanted)
    for (const row of await findAnyRows(read, resource, [...ids]))
      if (isVisible(row, now) || (row.id === including && row.deletedAt === null))
        visible.add(`${resource}/${row.id}`)
  return ({ resource, _id }) => visible.has(`${resource}/${_id}`)
}

/** Removes references to hidden items from a value of the API. */
export function removeHiddenReferences(
  field: Declaration['fields'][string],
  value: unknown,
  isShown: IsShown,
): unknown {
  if (value === null) return null
  if (field.kind === 'reference') return isShown(value as Reference) ? value : null
  if (field.kind !== 'rows') return value
  return (value as Record<string, unknown>[]).map((row) => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(field.columns)
        .filter(([, { kind }]) => kind === 'reference')
        .map(([name, column]) => [name, removeHiddenReferences(column, row[name], isShown)]),
    ),
  }))
}

/** Converts a value of the API to the stored text. */
export const toStoredText = (field: Declaration['fields'][string], value: unknown): string | null =>
  value === null || value === undefined ? null : getFieldType(field).toStoredText(value, field)
