/** Where visitors find an item, whatever it is. Apart from share.ts: it needs the declarations of all resources. */
import { titleField } from '../../../contract/content/fields.ts'
import { type AnyEntity, declarationOf, type ResourceName } from '../../../contract/content/resources.ts'
import { pathOf } from '../../../contract/content/slugs.ts'
import { newsPath } from '../../shared/public-addresses.ts'

/** The page on which visitors find an item: its own, or the one that lists it. */
export function pageOfItem(resource: ResourceName, item: AnyEntity): string {
  const declaration = declarationOf(resource)
  const title = titleField(declaration)
  if (title !== null) return newsPath(String(item[title]))
  return declaration.page && typeof item.slug === 'string' ? pathOf(declaration, item.slug) : '/'
}
