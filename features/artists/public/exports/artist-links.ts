/** Names of artists and paths of their pages, for pages that mention artists. */

import type { Reference } from '../../../../platform/content/shared/fields.ts'
import type { EntityOf } from '../../../../platform/content/shared/resources.ts'
import type { Reader } from '../../../../platform/pages/shared/reader.ts'
import { ARTISTS_PATH } from '../../shared/artist-resources.ts'

export type Artist = EntityOf<'residents'> | EntityOf<'agency'>

export interface ArtistLink {
  name: string
  path: string
}

export const getArtistPath = ({ slug }: { slug: string }): string => ARTISTS_PATH + encodeURIComponent(slug)

const createArtistLink = (artist: Artist): ArtistLink => ({
  name: artist.name,
  path: getArtistPath(artist),
})

/**
 * Reads the artists of these references that visitors can see, by id.
 * @param known artists that the page has already read
 */
export async function findArtistLinks(
  reader: Reader,
  references: readonly (Reference | null)[],
  known: readonly Artist[] = [],
): Promise<Map<string, ArtistLink>> {
  const links = new Map(known.map((artist) => [artist._id, createArtistLink(artist)]))
  const wanted = new Map(
    references.flatMap((reference) =>
      reference && !links.has(reference._id) ? [[reference._id, reference.resource] as const] : [],
    ),
  )
  await Promise.all(
    [...wanted].map(async ([id, resource]) => {
      const artist = await reader.one(resource as 'residents' | 'agency', id)
      if (artist) links.set(id, createArtistLink(artist))
    }),
  )
  return links
}
