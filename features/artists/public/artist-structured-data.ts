/** An artist as JSON-LD (schema.org MusicGroup). */
import type { MetaDescriptor } from 'react-router'
import { ld, type SiteUrl, withOrigin } from '../../../platform/site-layout/structured-data.ts'
import type { PictureSource } from '../../../platform/ui/picture.tsx'

interface ArtistItem {
  name: string
  path: string
  biography: string | null
  nationality: string | null
  photo: PictureSource | null
  links: string[]
}

/** schema.org has no type for a solo musician: MusicGroup includes them. */
export const artistData = (artist: ArtistItem, siteUrl: SiteUrl): MetaDescriptor =>
  ld({
    '@type': 'MusicGroup',
    '@id': `${siteUrl ?? ''}${artist.path}#artist`,
    name: artist.name,
    genre: 'Techno',
    ...(artist.biography && { description: artist.biography }),
    ...(artist.links.length > 0 && { sameAs: artist.links }),
    ...withOrigin(siteUrl, (origin) => ({
      url: origin + artist.path,
      ...(artist.photo && { image: origin + artist.photo.src }),
    })),
  })
