/** Where what an entry of the history is about is edited; null: it is nothing that has a form. */
import { type HistoryItem, isContent } from '../../../contract/content/history.ts'
import { declarationOf } from '../../../contract/content/resources.ts'
import { groupPath, isGroupName, SITE } from '../../../contract/site/group-names.ts'
import { editPath } from '../paths.ts'

export function subjectPath({ resource, itemId }: Pick<HistoryItem, 'resource' | 'itemId'>): string | null {
  if (resource === SITE) return isGroupName(itemId) ? groupPath(itemId) : null
  return isContent(resource) ? editPath(declarationOf(resource), itemId) : null
}
