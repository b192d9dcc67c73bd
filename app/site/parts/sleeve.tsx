/** A podcast or an episode, as a record in its sleeve. */
import './sleeve.css'
import type { EntityOf } from '../../../contract/content/resources.ts'
import { Picture, type PictureSource, withoutPlaceholder } from '../../ui/picture.tsx'
import type { ArtistLink } from '../artists/links.ts'

export interface Recording {
  _id: string
  title: string | null
  intro: string
  url: string
  artist: ArtistLink | null
  flyer: PictureSource
  alt: string | null
}

export const recording = (
  { _id, title, intro, url, artist, images, alt }: EntityOf<'podcast' | 'episode'>,
  artists: ReadonlyMap<string, ArtistLink>,
): Recording => ({
  _id,
  title,
  intro,
  url,
  artist: (artist && artists.get(artist._id)) ?? null,
  flyer: withoutPlaceholder(images.flyer),
  alt: alt.flyer,
})

export const Sleeve = ({
  recording: { title, intro, url, artist, flyer, alt },
}: {
  recording: Recording
}) => (
  <>
    <a className="sleeve" href={url} target="_blank" rel="noopener">
      <span className="sleeve-cover">
        <Picture
          picture={flyer}
          alt={alt}
          sizes="(min-width: 64rem) 27vw, (min-width: 40rem) 42vw, 74vw"
          className="framed"
        />
      </span>
      {title && <strong className="sleeve-title">{title}</strong>}
      <span className="sleeve-intro">{intro}</span>
    </a>
    {artist && (
      <a className="sleeve-artist mono" href={artist.path}>
        {artist.name}
      </a>
    )}
  </>
)
