/**
 * Lists the resources whose items have a share image set. The file is separate from share-set.ts, because lists need only
 * this.
 */

export const shareSetResources = ['events', 'news'] as const
export type ShareSetResource = (typeof shareSetResources)[number]

export const hasShareSet = (resource: string): resource is ShareSetResource =>
  shareSetResources.includes(resource as ShareSetResource)
