/** The club's film, as pictures.ts has the photographs. Made by tools/pictures/film.mjs. */

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
import type { Described } from './pictures.ts'

/** The film of the first screen. Best format first; `type` lets a browser pass over what it cannot play. */
export const film = {
  sources: [
    { src: heroWebm, type: 'video/webm; codecs="vp9"' },
    { src: heroMp4, type: 'video/mp4; codecs="avc1.640028"' },
  ],
  width: 1280,
  height: 720,
  /** Seconds: twenty beats at 128 a minute. */
  duration: 9.375,
  /** Its first frame. `portrait` is the middle of it, for screens taller than wide: `(max-aspect-ratio: 3/4)`. */
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
  } satisfies Described,
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
  } satisfies Described,
} as const
