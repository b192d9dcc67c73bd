/** The film of the home page. tools/pictures/film.mjs creates the files. */

import heroAvif from './pictures/hero.avif'
import heroJpg from './pictures/hero.jpg'
import heroMp4 from './pictures/hero.mp4'
import heroWebm from './pictures/hero.webm'
import heroWebp from './pictures/hero.webp'
import heroSmallAvif from './pictures/hero-768.avif'
import heroSmallJpg from './pictures/hero-768.jpg'
import heroSmallWebp from './pictures/hero-768.webp'
import heroTallAvif from './pictures/hero-portrait.avif'
import heroTallJpg from './pictures/hero-portrait.jpg'
import heroTallWebp from './pictures/hero-portrait.webp'
import type { DescribedPicture } from './pictures.ts'

/** Sorted by quality, the best first: browsers play the first `type` that they support. */
export const film = {
  sources: [
    { src: heroWebm, type: 'video/webm; codecs="vp9"' },
    { src: heroMp4, type: 'video/mp4; codecs="avc1.640028"' },
  ],
  width: 1280,
  height: 720,
  /** Twenty beats at 128 beats per minute. Seconds */
  duration: 9.375,
  /** The first frame of the film. `portrait` is its centre, for screens with `(max-aspect-ratio: 3/4)`. */
  poster: {
    src: heroJpg,
    sources: [
      { type: 'image/avif', srcSet: `${heroSmallAvif} 768w, ${heroAvif} 1280w` },
      { type: 'image/webp', srcSet: `${heroSmallWebp} 768w, ${heroWebp} 1280w` },
      { type: 'image/jpeg', srcSet: `${heroSmallJpg} 768w, ${heroJpg} 1280w` },
    ],
    width: 1280,
    height: 720,
    alt: 'La pista desde el fondo: haces de luz entre el humo, el público en silueta y un láser rojo.',
  } satisfies DescribedPicture,
  portrait: {
    src: heroTallJpg,
    sources: [
      { type: 'image/avif', srcSet: heroTallAvif },
      { type: 'image/webp', srcSet: heroTallWebp },
      { type: 'image/jpeg', srcSet: heroTallJpg },
    ],
    width: 720,
    height: 1280,
    alt: 'La pista desde el fondo: cinco tubos de luz, el público en silueta y un láser rojo.',
  } satisfies DescribedPicture,
} as const
