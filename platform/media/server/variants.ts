/** Names, paths, formats and sizes of the files of pictures, films and sounds. The image worker makes the files. */
import { createHash } from 'node:crypto'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { MEDIA_PATH } from '../../content/shared/fields.ts'
import type { Row } from '../../db/tables.ts'

/**
 * Version of sizes, formats and qualities. It must be raised when they change. It is part of each hash, so that a file
 * never changes under its name.
 */
const PIPELINE = '1'

/** Widths of the variants of a large picture. px */
const WIDTHS = [320, 640, 960, 1280, 1600, 2400]

/** Long side of the largest stored variant. px */
const LONG_SIDE_MAX = 2400

/**
 * A picture that is wider than one of WIDTHS by at most this factor is reduced to that width. Otherwise it would get two
 * files of almost equal width.
 */
const ALMOST_EQUAL = 1.06

/** Formats of which the files exist when an upload is answered. AVIF takes too long, and is made later. */
export const READY_FORMATS = ['webp', 'jpg'] as const
export const FORMATS = ['avif', ...READY_FORMATS] as const
export type Format = (typeof FORMATS)[number]

export interface Size {
  width: number
  height: number
}

/** Returns the id of a picture, in hexadecimal. The same source bytes have the same id, until PIPELINE changes. */
export const hashSource = (bytes: Uint8Array): string =>
  createHash('sha256').update(`${PIPELINE}\n`).update(bytes).digest('hex').slice(0, 32)

export const fileName = (id: string, width: number, format: Format): string => `${id}-${width}.${format}`

/** Returns the widths of a picture's variants, ascending. px */
export const widthsUpTo = (largest: number): number[] => [...WIDTHS.filter((step) => step < largest), largest]

/**
 * Version of the hash of films. It must be raised when other bytes are hashed: 'film 1' hashed the uploaded file instead of
 * the stored one.
 */
const FILM_PIPELINE = 'film 2'

/**
 * Creates the hash for the id of a film. It must be updated with the stored bytes, so that a name always identifies the
 * same content.
 */
export const createFilmHash = () => createHash('sha256').update(`${FILM_PIPELINE}\n`)

export const filmName = (id: string): string => `${id}.mp4`

/** Creates the hash from which the id of an audio file is computed. The caller passes the stored bytes to `update()`. */
export const createAudioHash = () => createHash('sha256').update('audio 1\n')

export const audioName = (id: string, format: string): string => `${id}.${format}`

/** Lists the files of a picture. @param width of the largest variant. px */
export const listPictureFiles = (id: string, width: number, withAvif: boolean): string[] =>
  widthsUpTo(width).flatMap((each) =>
    (withAvif ? FORMATS : READY_FORMATS).map((format) => fileName(id, each, format)),
  )

export const listFiles = ({ id, width, avifAt, isFilm, audio }: MediaFiles): string[] =>
  audio
    ? [audioName(id, audio)]
    : isFilm
      ? [filmName(id)]
      : listPictureFiles(id, width, (avifAt ?? null) !== null)

/** Columns of `media` that name files. The table of an older version lacks the optional ones. */
interface MediaFiles {
  id: string
  width: number
  avifAt?: number | null
  isFilm?: number
  audio?: string | null
}

const FILE_NAME = /^([0-9a-f]{32})(?:-\d{1,4}\.(?:avif|webp|jpg)|\.(?:mp4|mp3|m4a))$/

/** Returns the id in the name of a file. null for any other name */
export const parseFileName = (name: string): string | null => FILE_NAME.exec(name)?.[1] ?? null

export const heightAt = (width: number, whole: Size): number =>
  Math.max(1, Math.round((whole.height * width) / whole.width))

/** Returns the size of the largest variant. */
export function computeStoredSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONG_SIDE_MAX / Math.max(width, height))
  const shrunk = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const step = WIDTHS.find(
    (candidate) => candidate < shrunk.width && shrunk.width <= candidate * ALMOST_EQUAL,
  )
  return step ? { width: step, height: heightAt(step, { width, height }) } : shrunk
}

const PICTURE_PATH = /^\/media\/([0-9a-f]{32})-\d{1,4}\.(?:avif|webp|jpg)$/

/** Returns the id of a picture from the path of any of its files. null for any other path */
export const parsePicturePath = (path: string): string | null => PICTURE_PATH.exec(path)?.[1] ?? null

const FILM_PATH = /^\/media\/([0-9a-f]{32})\.mp4$/

/** Returns the id of a film. null for any other path */
export const parseFilmPath = (path: string): string | null => FILM_PATH.exec(path)?.[1] ?? null

export type PictureRow = Pick<Row<'media'>, 'id' | 'width' | 'height' | 'placeholder'>

export function describePicture({ id, width, height, placeholder }: PictureRow): Picture {
  return {
    src: MEDIA_PATH + fileName(id, width, 'jpg'),
    width,
    height,
    base: MEDIA_PATH + id,
    widths: widthsUpTo(width),
    formats: [...FORMATS],
    placeholder,
  }
}

/**
 * Returns the name of the picture's smallest JPEG with at least this width. Without one, that of its largest JPEG.
 * @param minWidth px
 */
export const findStoredJpeg = ({ base, widths, width }: Picture, minWidth: number): string =>
  fileName(base.slice(MEDIA_PATH.length), widths.find((each) => each >= minWidth) ?? width, 'jpg')
