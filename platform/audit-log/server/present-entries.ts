/** Converts entries of the audit log for the API: labels, values in words, pictures, and the current state of the item. */

import type { Kysely } from 'kysely'
import { parseAltField } from '../../content/server/versions.ts'
import { type AuditAction, type Changes, findOtherRecord } from '../../content/shared/audit-log.ts'
import type { AuditLogEntry, Change } from '../../content/shared/audit-log-answers.ts'
import { getFieldType } from '../../content/shared/field-types.ts'
import type { FieldKind } from '../../content/shared/fields.ts'
import { publicationLabels } from '../../content/shared/publication.ts'
import type { ResourceName } from '../../content/shared/resources.ts'
import { isResource } from '../../content/shared/resources.ts'
import { plainText } from '../../content/shared/richtext.ts'
import * as store from '../../db/history.ts'
import type { Row, Tables } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import type { SettingsService } from '../../settings/server/settings-service.ts'
import { declarationFor, type WritableResource } from '../../settings/shared/all-settings.ts'
import { isSettingsName, SETTINGS_RESOURCE, type SettingsName } from '../../settings/shared/settings-names.ts'
import { wallClock } from '../../shared/dates.ts'

export type StoredEntry = Row<'history'>

/** Returns the settings group of an entry. null for any other entry */
export const findSettingsGroup = ({
  resource,
  itemId,
}: Pick<StoredEntry, 'resource' | 'itemId'>): SettingsName | null =>
  resource === SETTINGS_RESOURCE && isSettingsName(itemId) ? itemId : null

interface Services {
  read: Kysely<Tables>
  settings: Pick<SettingsService, 'all'>
  images: Pick<Images, 'pictures'>
}

/** Converts entries. @param whole false: rich texts are cut to an excerpt around their first difference */
export async function presentEntries(
  { read, settings, images }: Services,
  rows: StoredEntry[],
  { whole }: { whole: boolean },
): Promise<AuditLogEntry[]> {
  const { identity } = await settings.all()
  const named = rows.map((row) => ({ row, changes: describeChanges(row, identity.timeZone) }))
  const pictureIds = named.flatMap(({ changes }) =>
    changes
      .filter(({ kind }) => getFieldType({ kind }).display === 'picture')
      .flatMap(({ sides }) => sides.filter((side) => side !== null)),
  )
  const [pictures, states] = await Promise.all([images.pictures(pictureIds), findStates(read, rows)])
  return named.map(({ row, changes }) => ({
    _id: row.id,
    at: new Date(row.at).toISOString(),
    by: row.userEmail,
    byName: row.userName,
    userId: row.userId,
    action: row.action as AuditAction,
    resource: row.resource,
    itemId: row.itemId,
    label: row.label,
    version: row.version,
    state: isResource(row.resource)
      ? (states.get(row.itemId) ?? 'gone')
      : findSettingsGroup(row) === null
        ? null
        : 'live',
    changes: changes.map(({ field, label, kind, values, sides }): Change => {
      const { display } = getFieldType({ kind })
      const words = display === 'html' && !whole ? cutExcerpts(sides) : sides
      const [before = null, after = null] = words.map((side) => {
        if (side === null) return null
        return display === 'picture' ? (pictures.get(side) ?? null) : (values?.[side] ?? side)
      })
      return { field, label, kind, before, after }
    }),
  }))
}

async function findStates(read: Kysely<Tables>, rows: StoredEntry[]) {
  const content = rows.filter(({ resource }) => isResource(resource))
  const states = await Promise.all(
    [...Map.groupBy(content, ({ resource }) => resource as ResourceName)].map(([resource, some]) =>
      store.findItemStates(read, resource, [...new Set(some.map(({ itemId }) => itemId))]),
    ),
  )
  return new Map(states.flatMap((some) => [...some]))
}

interface DescribedChange {
  field: string
  label: string
  kind: FieldKind
  /** The words for stored values of a field with a fixed list of values. */
  values?: Record<string, string> | undefined
  sides: [before: string | null, after: string | null]
}

function describeChanges(entry: StoredEntry, timeZone: string): DescribedChange[] {
  const { resource, itemId, changes } = entry
  const isGroup = findSettingsGroup(entry) !== null
  return Object.entries(JSON.parse(changes) as Changes).map(([field, sides]) => {
    const other = isGroup ? null : findOtherRecord(resource)
    if (other) {
      const known = other.fields[field]
      return { field, label: known?.label ?? field, kind: 'line', values: known?.values, sides }
    }
    if (!isGroup && field === 'draft')
      return {
        field,
        label: publicationLabels[field],
        kind: 'line',
        values: { true: 'Sí', false: 'No' },
        sides,
      }
    if (!isGroup && (field === 'publishAt' || field === 'unpublishAt'))
      return { field, label: publicationLabels[field], kind: 'date', sides: toWallClocks(sides, timeZone) }
    const isDeclared = isGroup || isResource(resource)
    const fields = isDeclared ? declarationFor(resource as WritableResource, itemId).fields : {}
    const picture = parseAltField(field)
    if (picture !== null) {
      const label = `${fields[picture]?.label ?? picture}: texto alternativo`
      return { field, label, kind: 'line', sides }
    }
    const declared = fields[field]
    const label = declared?.label ?? field
    if (!declared) return { field, label, kind: 'line', sides }
    const kind = getFieldType(declared)
    if (!kind.isLoggedInWords) return { field, label, kind: declared.kind, sides }
    const [before = null, after = null] = sides.map((side) => side && kind.format(side, declared))
    return { field, label, kind: kind.display === 'lines' ? 'text' : 'line', sides: [before, after] }
  })
}

const toWallClocks = (
  [before, after]: DescribedChange['sides'],
  timeZone: string,
): DescribedChange['sides'] => {
  const [one, other] = [before, after].map((side) => side && wallClock(Date.parse(side), timeZone))
  return [one ?? null, other ?? null]
}

/** Length of an excerpt, and of its part before the first difference. Characters */
const EXCERPT_MAX = 160
const BEFORE_DIFFERENCE_MAX = 40

/** Cuts two rich texts to excerpts that begin shortly before their first difference. For lists. */
function cutExcerpts(sides: (string | null)[]): (string | null)[] {
  const texts = sides.map((html) => html && plainText(html))
  const [before, after] = [texts[0] ?? '', texts[1] ?? '']
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const start = same <= BEFORE_DIFFERENCE_MAX ? 0 : before.lastIndexOf(' ', same - BEFORE_DIFFERENCE_MAX) + 1
  return texts.map((text) => {
    if (text === null) return null
    const excerpt = text.slice(start, start + EXCERPT_MAX)
    const more = start + EXCERPT_MAX < text.length
    return `${start > 0 ? '… ' : ''}${excerpt.toWellFormed()}${more ? ' …' : ''}`
  })
}
