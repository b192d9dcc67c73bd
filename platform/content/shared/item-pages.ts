/** The page of an item. Not in public-addresses.ts, because it needs the declarations of all resources. */

import { newsPath } from '../../shared/public-paths.ts'
import { titleField } from './fields.ts'
import { type AnyEntity, declarationOf, type ResourceName } from './resources.ts'
import { getItemPath } from './slugs.ts'

/** The page on which visitors find an item: its own, or the one that lists it. */
export function pageOfItem(resource: ResourceName, item: AnyEntity): string {
  const declaration = declarationOf(resource)
  const title = titleField(declaration)
  if (title !== null) return newsPath(String(item[title]))
  return declaration.page && typeof item.slug === 'string' ? getItemPath(declaration, item.slug) : '/'
}
