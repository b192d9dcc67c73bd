/** What the menu of a resource tells of the item that was just made. */

import { fullNameOf } from '../../../shared/names.ts'
import type { Declaration } from '../../shared/fields.ts'
import { pageOfItem } from '../../shared/item-pages.ts'
import type { Publication } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'

/** Goes with the address, which browsers keep: so little that it may. */
export interface JustMade extends Publication {
  _id: string
  name: string
  /** The page on which visitors find it, once they see it. */
  page: string
}

export const madeOf = (declaration: Declaration & { name: ResourceName }, item: AnyEntity): JustMade => ({
  _id: item._id,
  name: fullNameOf(declaration, item),
  page: pageOfItem(declaration.name, item),
  draft: item.draft,
  publishAt: item.publishAt,
  unpublishAt: item.unpublishAt,
})

/** @param state what came with the address; null: nothing was made */
export const madeIn = (state: unknown): JustMade | null =>
  typeof state === 'object' && state !== null && 'made' in state ? (state.made as JustMade) : null
