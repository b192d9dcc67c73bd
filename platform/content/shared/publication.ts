/** The publication of an item: the fields that every resource has beside its declared ones. */

/** The publication in the API. Instants are ISO 8601 in UTC, or null. */
export type Publication = {
  draft: boolean
  publishAt: string | null
  unpublishAt: string | null
}

/** Every item is in exactly one of these states. */
export const publicationStates = ['published', 'draft', 'scheduled', 'ended'] as const
export type PublicationState = (typeof publicationStates)[number]

/** Filter of lists by state. 'all': all items outside the trash. */
export const listStates = [...publicationStates, 'all'] as const
export type ListState = (typeof listStates)[number]

/** @param now ms since 1970 */
export function getPublicationState(
  { draft, publishAt, unpublishAt }: Publication,
  now: number,
): PublicationState {
  if (draft) return 'draft'
  if (publishAt !== null && Date.parse(publishAt) > now) return 'scheduled'
  if (unpublishAt !== null && Date.parse(unpublishAt) <= now) return 'ended'
  return 'published'
}

/** Labels of the fields in the back office. */
export const publicationLabels: Record<keyof Publication, string> = {
  draft: 'Borrador',
  publishAt: 'Se publica',
  unpublishAt: 'Deja de verse',
}
