/**
 * Finds the page of an item. The file is separate from public-paths.ts, because it needs the declarations of all resources.
 */

import { newsPath } from '../../shared/public-paths.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from './resources.ts'
import { getItemPath } from './slugs.ts'

/** Returns the path of the page on which visitors find an item: its own, or the one that lists it. */
export function findItemPage(resource: ResourceName, item: AnyEntity): string {
  const declaration = getDeclaration(resource)
  if (declaration.page && typeof item.slug === 'string') return getItemPath(declaration, item.slug)
  // The address of a news item is made of its title, so news declare no `page`.
  return resource === 'news' ? newsPath(String(item.newsTitle)) : '/'
}
