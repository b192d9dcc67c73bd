/** Resources whose items have a share image set. Not in share-set.ts, because lists load this file and not the other. */

export const kitResources = ['events', 'news'] as const
export type KitResource = (typeof kitResources)[number]

export const isKitResource = (resource: string): resource is KitResource =>
  kitResources.includes(resource as KitResource)
