/** Resources whose items have a share kit. Apart from share-set.ts: lists know which these are, and nothing of what is in one. */

export const kitResources = ['events', 'news'] as const
export type KitResource = (typeof kitResources)[number]

export const isKitResource = (resource: string): resource is KitResource =>
  kitResources.includes(resource as KitResource)
