/** What an entry of the history is about, where that has versions: an item, or a group of what the club says. */

import { subjectPath } from '../../../admin-layout/paths.ts'
import { formDeclaration, toItem } from '../../../settings/admin/group-form.ts'
import { isGroupName, SITE } from '../../../settings/shared/group-names.ts'
import type { Group } from '../../../settings/shared/site-settings.ts'
import type { Declaration } from '../../shared/fields.ts'
import { type AnyEntity, declarationOf } from '../../shared/resources.ts'
import { type HistoryDetail, type HistoryItem, isContent } from '../../shared/versions.ts'
import { asForm, toFormItem } from '../form/field-names.ts'

export interface Subject {
  declaration: Declaration
  /** Where it is edited. */
  path: string
}

export function subjectOf(entry: Pick<HistoryItem, 'resource' | 'itemId'>): Subject | null {
  const { resource, itemId } = entry
  const path = subjectPath(entry)
  if (path === null) return null
  if (isContent(resource)) return { declaration: asForm(declarationOf(resource)), path }
  return isGroupName(itemId) ? { declaration: formDeclaration(itemId), path } : null
}

/** An entry whose versions are as items are. */
export function asOfItems(entry: HistoryDetail): HistoryDetail {
  const { resource, itemId } = entry
  const toOne = isContent(resource)
    ? (said: AnyEntity) => toFormItem(declarationOf(resource), said)
    : resource === SITE && isGroupName(itemId)
      ? (said: unknown) => toItem(itemId, said as Group)
      : null
  if (!toOne) return entry
  const version = (said: AnyEntity | null) => said && toOne(said)
  return { ...entry, before: version(entry.before), now: version(entry.now), after: version(entry.after) }
}
