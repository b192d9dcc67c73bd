/** Whether visitors see an item: what every resource has beside its declared fields. */

/** As the API has it. Instants are ISO 8601 in UTC; null: not set. */
export type Publication = {
  draft: boolean
  publishAt: string | null
  unpublishAt: string | null
}

/** Every item is in exactly one of them. */
export const publicationStates = ['published', 'draft', 'scheduled', 'ended'] as const
export type PublicationState = (typeof publicationStates)[number]

/** What a list may be asked for. 'all': whatever is not in the bin. */
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

/** The fields, by the words of the back office. */
export const publicationLabels: Record<keyof Publication, string> = {
  draft: 'Borrador',
  publishAt: 'Se publica',
  unpublishAt: 'Deja de verse',
}
