/** Collects the parts that features add to forms, lists and menus of the back office. Other code reads them here. */
import { featureParts } from '../../features/index.parts.ts'
import type { InboxPart, ItemParts, ListActions } from '../../features/parts-manifest.ts'
import type { ResourceName } from '../content/shared/resources.ts'

export type { ListActions, LoadPart } from '../../features/parts-manifest.ts'

const itemParts: { readonly [R in ResourceName]?: ItemParts } = Object.assign(
  {},
  ...featureParts.map(({ items }) => items),
)

/** Returns the parts of a resource. @param resource a resource, or the name of a settings group */
export const getItemParts = (resource: string): ItemParts =>
  Object.hasOwn(itemParts, resource) ? (itemParts[resource as ResourceName] ?? {}) : {}

/** Loads the actions that features add to items. */
export async function loadItemActions(): Promise<{ [R in ResourceName]?: ListActions }> {
  const loaded = await Promise.all(
    Object.entries(itemParts).map(async ([resource, { actions }]) => [resource, await actions?.()] as const),
  )
  return Object.fromEntries(loaded)
}

export const loadCommands = async () =>
  (await Promise.all(featureParts.map(async ({ commands }) => (await commands?.())?.() ?? []))).flat()

/** The inbox of the club. undefined in a club without the feature that has one */
export const inbox: InboxPart | undefined = featureParts.find((each) => each.inbox)?.inbox
