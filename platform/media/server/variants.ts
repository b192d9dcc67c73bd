/** Names, formats and sizes of the files that visitors get of a picture or a film. What makes them is in worker/. */
import { createHash } from 'node:crypto'

/** Raise this when sizes, formats or qualities change: it is part of every id, since files never change under a name. */
const PIPELINE = '1'

/** Widths of the variants, px, of a picture that is large enough. */
const WIDTHS = [320, 640, 960, 1280, 1600, 2400]

/** The long side of the largest variant, px; nothing larger is kept. */
const LONG_SIDE_MAX = 2400

/** A picture this little wider than one of WIDTHS gets that width: two files that nobody can tell apart are one too many. */
const NEXT_TO = 1.06

/** Formats that are ready before the answer, and the one that takes too long for it. */
export const READY_FORMATS = ['webp', 'jpg'] as const
export const FORMATS = ['avif', ...READY_FORMATS] as const
export type Format = (typeof FORMATS)[number]

export interface Size {
  width: number
  height: number
}

/** Hexadecimal; the same source bytes have the same id for as long as the pipeline is the same. */
export const idOfSource = (bytes: Uint8Array): string =>
  createHash('sha256').update(`${PIPELINE}\n`).update(bytes).digest('hex').slice(0, 32)

export const fileName = (id: string, width: number, format: Format): string => `${id}-${width}.${format}`

/** Widths of the variants of a picture whose largest is `width` wide; ascending, px. */
export const widthsUpTo = (width: number): number[] => [...WIDTHS.filter((step) => step < width), width]

/** Raise this when film names are computed from other bytes. Names of 'film 1' hash the uploaded file. */
const FILM_PIPELINE = 'film 2'

/** Hashes the stored bytes, so that a name always identifies the same content. */
export const filmHash = () => createHash('sha256').update(`${FILM_PIPELINE}\n`)

export const filmName = (id: string): string => `${id}.mp4`

/** Hashes the stored bytes. */
export const audioHash = () => createHash('sha256').update('audio 1\n')

export const audioName = (id: string, format: string): string => `${id}.${format}`

/** Names of all files of a picture whose largest is `width` wide; AVIF only once it was made. */
export const filesOfPicture = (id: string, width: number, withAvif: boolean): string[] =>
  widthsUpTo(width).flatMap((each) =>
    (withAvif ? FORMATS : READY_FORMATS).map((format) => fileName(id, each, format)),
  )

/** Names of all files of a row. */
export const filesOf = ({ id, width, avifAt, isFilm, audio }: MediaFiles): string[] =>
  audio
    ? [audioName(id, audio)]
    : isFilm
      ? [filmName(id)]
      : filesOfPicture(id, width, (avifAt ?? null) !== null)

/** Of a row. A database of an older version has not all of it. */
interface MediaFiles {
  id: string
  width: number
  avifAt?: number | null
  isFilm?: number
  audio?: string | null
}

const FILE_NAME = /^([0-9a-f]{32})(?:-\d{1,4}\.(?:avif|webp|jpg)|\.(?:mp4|mp3|m4a))$/

/** The id in the name of a file, or null. */
export const idOfFile = (name: string): string | null => FILE_NAME.exec(name)?.[1] ?? null

export const heightAt = (width: number, whole: Size): number =>
  Math.max(1, Math.round((whole.height * width) / whole.width))

/** Size of the largest variant of a source of this size. */
export function storedSize({ width, height }: Size): Size {
  const scale = Math.min(1, LONG_SIDE_MAX / Math.max(width, height))
  const shrunk = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const step = WIDTHS.find((candidate) => candidate < shrunk.width && shrunk.width <= candidate * NEXT_TO)
  return step ? { width: step, height: heightAt(step, { width, height }) } : shrunk
}
