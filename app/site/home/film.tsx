import { film } from '../../../club/film.ts'
import { FILM_TAG as Moving } from '../../enhance/names.ts'

const UPRIGHT = '(max-aspect-ratio: 3/4)'

const sources = JSON.stringify(film.sources)

/** The looping background: its first frame at once, and the film when enhance/film.ts sees fit. */
export function Film() {
  return (
    <div className="film">
      <picture>
        {film.portrait.sources.map((source) => (
          <source key={source.type} media={UPRIGHT} {...source} />
        ))}
        {film.poster.sources.map((source) => (
          <source key={source.type} sizes="100vw" {...source} />
        ))}
        {/* Decorative: the name over it says where one is. */}
        <img src={film.poster.src} width={film.width} height={film.height} alt="" fetchPriority="high" />
      </picture>
      <Moving data-sources={sources} />
    </div>
  )
}
