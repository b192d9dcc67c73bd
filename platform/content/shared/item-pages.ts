/**
 * Finds the page of an item. The file is separate from public-paths.ts, because it needs the declarations of all resources.
 */

import { newsPath } from '../../shared/public-paths.ts'
import { findTitleField } from './fields.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from './resources.ts'
import { getItemPath } from './slugs.ts'

/** Returns the path of the page on which visitors find an item: its own, or the one that lists it. */
export function findItemPage(resource: ResourceName, item: AnyEntity): string {
  const declaration = getDeclaration(resource)
  const title = findTitleField(declaration)
  if (title !== null) return newsPath(String(item[title]))
  return declaration.page && typeof item.slug === 'string' ? getItemPath(declaration, item.slug) : '/'
}
