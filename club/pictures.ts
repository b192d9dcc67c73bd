/**
 * The club's photographs, for the browser: Vite turns each import into a hashed URL. Imported by the React app only.
 * The files are made by scripts/pictures/photos.mjs; how to replace them by your own is to put yours in their place,
 * under the same names. The film and the icons have files of their own: a page loads the names of what it shows.
 */
import culture1Avif from './pictures/culture-courtesy-800.avif'
import culture1Jpg from './pictures/culture-courtesy-800.jpg'
import culture1AvifWide from './pictures/culture-courtesy-1600.avif'
import culture1JpgWide from './pictures/culture-courtesy-1600.jpg'
import culture4Avif from './pictures/culture-green-800.avif'
import culture4Jpg from './pictures/culture-green-800.jpg'
import culture4AvifWide from './pictures/culture-green-1600.avif'
import culture4JpgWide from './pictures/culture-green-1600.jpg'
import culture2Avif from './pictures/culture-nophotos-800.avif'
import culture2Jpg from './pictures/culture-nophotos-800.jpg'
import culture2AvifWide from './pictures/culture-nophotos-1600.avif'
import culture2JpgWide from './pictures/culture-nophotos-1600.jpg'
import culture3Avif from './pictures/culture-novip-800.avif'
import culture3Jpg from './pictures/culture-novip-800.jpg'
import culture3AvifWide from './pictures/culture-novip-1600.avif'
import culture3JpgWide from './pictures/culture-novip-1600.jpg'
import history1Avif from './pictures/history-1-800.avif'
import history1Jpg from './pictures/history-1-800.jpg'
import history1AvifWide from './pictures/history-1-1600.avif'
import history1JpgWide from './pictures/history-1-1600.jpg'
import history2Avif from './pictures/history-2-800.avif'
import history2Jpg from './pictures/history-2-800.jpg'
import history2AvifWide from './pictures/history-2-1600.avif'
import history2JpgWide from './pictures/history-2-1600.jpg'
import history3Avif from './pictures/history-3-800.avif'
import history3Jpg from './pictures/history-3-800.jpg'
import history3AvifWide from './pictures/history-3-1600.avif'
import history3JpgWide from './pictures/history-3-1600.jpg'
import history4Avif from './pictures/history-4-800.avif'
import history4Jpg from './pictures/history-4-800.jpg'
import history4AvifWide from './pictures/history-4-1600.avif'
import history4JpgWide from './pictures/history-4-1600.jpg'
import history5Avif from './pictures/history-5-800.avif'
import history5Jpg from './pictures/history-5-800.jpg'
import history5AvifWide from './pictures/history-5-1600.avif'
import history5JpgWide from './pictures/history-5-1600.jpg'
import history6Avif from './pictures/history-6-800.avif'
import history6Jpg from './pictures/history-6-800.jpg'
import history6AvifWide from './pictures/history-6-1600.avif'
import history6JpgWide from './pictures/history-6-1600.jpg'
import emptyAvif from './pictures/news-empty-800.avif'
import emptyJpg from './pictures/news-empty-800.jpg'
import emptyAvifWide from './pictures/news-empty-1600.avif'
import emptyJpgWide from './pictures/news-empty-1600.jpg'

export interface Source {
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg'
  /** Ready for the `srcset` attribute. */
  readonly srcSet: string
}

/** What a `<picture>` needs: sources best first, and the `src` for the `<img>` inside it. */
export interface Picture {
  readonly src: string
  readonly sources: readonly Source[]
  readonly width: number
  readonly height: number
  readonly alt: string
}

const photo = (
  [avif, avifWide, jpg, jpgWide]: readonly [string, string, string, string],
  width: number,
  height: number,
  alt: string,
): Picture => ({
  src: jpg,
  sources: [
    { type: 'image/avif', srcSet: `${avif} 800w, ${avifWide} 1600w` },
    { type: 'image/jpeg', srcSet: `${jpg} 800w, ${jpgWide} 1600w` },
  ],
  width,
  height,
  alt,
})

/** By the `picture` that a chapter or value names; the chapter's own `alt` wins over the one here. */
export const pictures = {
  'history-1': photo(
    [history1Avif, history1AvifWide, history1Jpg, history1JpgWide],
    1600,
    1067,
    'Interior de un galpón a oscuras; por una puerta entreabierta entra una franja de luz.',
  ),
  'history-2': photo(
    [history2Avif, history2AvifWide, history2Jpg, history2JpgWide],
    1600,
    1067,
    'Gente en silueta frente a una puerta abierta, con luz de frente y humo bajo.',
  ),
  'history-3': photo(
    [history3Avif, history3AvifWide, history3Jpg, history3JpgWide],
    1600,
    2000,
    'Columna de parlantes en contraluz, con los conos a la vista.',
  ),
  'history-4': photo(
    [history4Avif, history4AvifWide, history4Jpg, history4JpgWide],
    1600,
    2000,
    'Manos en alto contra un haz de luz fino que cruza la pista.',
  ),
  'history-5': photo(
    [history5Avif, history5AvifWide, history5Jpg, history5JpgWide],
    1600,
    1067,
    'La pista vacía vista desde la cabina; un solo foco ilumina el humo.',
  ),
  'history-6': photo(
    [history6Avif, history6AvifWide, history6Jpg, history6JpgWide],
    1600,
    1067,
    'Multitud en silueta bajo varios haces de luz que se abren en abanico.',
  ),
  'culture-courtesy': photo(
    [culture1Avif, culture1AvifWide, culture1Jpg, culture1JpgWide],
    1600,
    1067,
    'Dos personas en la barra, a contraluz: una saluda con la mano abierta, la otra agradece con la mano en el pecho.',
  ),
  'culture-nophotos': photo(
    [culture2Avif, culture2AvifWide, culture2Jpg, culture2JpgWide],
    1600,
    1067,
    'Un teléfono boca abajo sobre la barra, con un punto rojo pegado sobre la cámara.',
  ),
  'culture-novip': photo(
    [culture3Avif, culture3AvifWide, culture3Jpg, culture3JpgWide],
    1600,
    1067,
    'Dos postes en la pista y la soga suelta, caída en el piso.',
  ),
  'culture-green': photo(
    [culture4Avif, culture4AvifWide, culture4Jpg, culture4JpgWide],
    1600,
    1067,
    'Pilas de vasos lavados sobre la barra, listos para volver a usarse.',
  ),
  'news-empty': photo(
    [emptyAvif, emptyAvifWide, emptyJpg, emptyJpgWide],
    1600,
    1000,
    'La pista vacía y un solo haz de luz que cae sobre el piso.',
  ),
} as const satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures
