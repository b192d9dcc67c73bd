/** Resources whose items have a share image set. Not in share-set.ts, because lists load this file and not the other. */

export const shareSetResources = ['events', 'news'] as const
export type ShareSetResource = (typeof shareSetResources)[number]

export const hasShareSet = (resource: string): resource is ShareSetResource =>
  shareSetResources.includes(resource as ShareSetResource)
