/** The part of a just created item that the menu of its resource shows. */

import type { Declaration } from '../../shared/fields.ts'
import { formatDatedItemName } from '../../shared/item-names.ts'
import { findItemPage } from '../../shared/item-pages.ts'
import type { Publication } from '../../shared/publication.ts'
import type { AnyEntity, ResourceName } from '../../shared/resources.ts'

/** A small part of the item, because it is stored in the browser's history state. */
export interface JustCreated extends Publication {
  _id: string
  name: string
  /** Path of the public page that shows the item once it is published. */
  page: string
}

export const toJustCreated = (
  declaration: Declaration & { name: ResourceName },
  item: AnyEntity,
): JustCreated => ({
  _id: item._id,
  name: formatDatedItemName(declaration, item),
  page: findItemPage(declaration.name, item),
  draft: item.draft,
  publishAt: item.publishAt,
  unpublishAt: item.unpublishAt,
})

/** Reads the new item from the history state. @returns null when no item was created */
export const readJustCreated = (state: unknown): JustCreated | null =>
  typeof state === 'object' && state !== null && 'made' in state ? (state.made as JustCreated) : null
