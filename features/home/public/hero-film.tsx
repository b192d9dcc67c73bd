import { film as shipped } from '../../../club/film.ts'
import { FILM_TYPE } from '../../../platform/shared/limits.ts'
import { FILM_TAG as Moving } from '../../../platform/ui/element-names.ts'
import { Picture, type PictureSource } from '../../../platform/ui/picture.tsx'

const UPRIGHT = '(max-aspect-ratio: 3/4)'

/** The film or the picture at the top of the home page. */
export interface HeroMedia {
  film: string | null
  poster: PictureSource | null
}

/** The looping background of the home page. Its first frame is shown at once. browser/hero-film.ts loads the film. */
export function HeroFilm({ film, poster }: HeroMedia) {
  const isOwn = film !== null || poster !== null
  const sources = film === null ? shipped.sources : [{ src: film, type: FILM_TYPE }]
  return (
    <div className="film" data-own={isOwn ? '' : undefined}>
      {isOwn ? (
        // The picture is decorative, so it has no text alternative. Without a picture the film fades in from the
        // background.
        poster && <Picture picture={poster} alt={null} sizes="100vw" first />
      ) : (
        <ShippedPoster />
      )}
      {(film !== null || !isOwn) && <Moving data-sources={JSON.stringify(sources)} />}
    </div>
  )
}

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
