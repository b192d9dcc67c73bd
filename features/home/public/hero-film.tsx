import { film as shipped } from '../../../club/film.ts'
import { FILM_TYPE } from '../../../platform/shared/limits.ts'
import { Picture, type PictureSource } from '../../../platform/ui/picture.tsx'
import { Film } from './film.island.tsx'

const UPRIGHT = '(max-aspect-ratio: 3/4)'

/** The film or the picture at the top of the home page. */
export interface HeroMedia {
  film: string | null
  poster: PictureSource | null
}

/** The looping background of the home page. Its first frame is shown at once, and the island loads the film. */
export function HeroFilm({ film, poster }: HeroMedia) {
  const isOwn = film !== null || poster !== null
  const still = isOwn ? <OwnPoster poster={poster} /> : <ShippedPoster />
  if (isOwn && film === null)
    return (
      <div className="film" data-own="">
        {still}
      </div>
    )
  const sources = film === null ? shipped.sources : [{ src: film, type: FILM_TYPE }]
  return <Film isOwn={isOwn} still={still} sources={sources} />
}

/**
 * The picture is decorative, so it has no text alternative. Without a picture the film fades in from the background.
 */
const OwnPoster = ({ poster }: Pick<HeroMedia, 'poster'>) =>
  poster && <Picture picture={poster} alt={null} sizes="100vw" first />

const ShippedPoster = () => (
  <picture>
    {shipped.portrait.sources.map((source) => (
      <source key={source.type} media={UPRIGHT} {...source} />
    ))}
    {shipped.poster.sources.map((source) => (
      <source key={source.type} sizes="100vw" {...source} />
    ))}
    {/* The picture is decorative, because the page shows the club's name over it. */}
    <img src={shipped.poster.src} width={shipped.width} height={shipped.height} alt="" fetchPriority="high" />
  </picture>
)
