/** The publication of an item: fields that every resource has. */

/** The publication as the API has it. Times are ISO 8601 in UTC, or null. */
export type Publication = {
  draft: boolean
  publishAt: string | null
  unpublishAt: string | null
}

/** States of an item. Each item is in exactly one. */
export const publicationStates = ['published', 'draft', 'scheduled', 'ended'] as const
export type PublicationState = (typeof publicationStates)[number]

/** Values of the state filter of lists. 'all' means all live items. */
export const listStates = [...publicationStates, 'all'] as const
export type ListState = (typeof listStates)[number]

/** Returns the state of an item. @param now ms since 1970 */
export function getPublicationState(
  { draft, publishAt, unpublishAt }: Publication,
  now: number,
): PublicationState {
  if (draft) return 'draft'
  if (publishAt !== null && Date.parse(publishAt) > now) return 'scheduled'
  if (unpublishAt !== null && Date.parse(unpublishAt) <= now) return 'ended'
  return 'published'
}

/** Labels of these fields in the back office. */
export const publicationLabels: Record<keyof Publication, string> = {
  draft: 'Borrador',
  publishAt: 'Se publica',
  unpublishAt: 'Deja de verse',
}
