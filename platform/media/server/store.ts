/** The files of pictures, films and sounds: where they are kept. How they are served: handler.ts. */

import { audioTypes } from '../shared/audio.ts'

/** What is too large for the memory comes in chunks. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** Where they are kept: a folder (disk.ts) or a bucket (s3.ts). Files never change. */
export interface MediaStore {
  /**
   * Keeps a file durably: once this resolves, a power cut does not take it. Nobody ever sees a part of it.
   * @throws StorageFull, StoreUnavailable, nothing being left behind
   */
  put(name: string, content: Content): Promise<void>
  /** @throws StoreUnavailable: a store that is gone has not lost its files. So do the others below. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** A part of it, as it comes. Whoever asks has to read it, or to end it. @param range both inclusive */
  readStream(name: string, range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** Bytes, or null for a file that is not there. */
  size(name: string): Promise<number | null>
  /**
   * Removes a file if it is there and, with `writtenBefore` (ms since 1970), was not written again since.
   * @returns whether it was removed
   */
  remove(name: string, writtenBefore?: number): Promise<boolean>
  /** Every file that was written before `writtenBefore` (ms since 1970). */
  list(writtenBefore: number): AsyncIterable<string>
  /** Removes incomplete files of dead processes. @param at see `DeletionTime` */
  tidy(at: number): Promise<void>
  /** @throws when the store does not answer, or could keep nothing lately and still cannot */
  ping(): Promise<void>
}

/** The disk, the quota or the bucket has no room left. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The disk or the bucket is gone, or takes nothing: it may be back in a moment. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(cause: unknown) {
    // What the system or the bucket says is what whoever administers has to know.
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause })
  }
}

/** Lower case and no separator: such a name stays in its folder on every system. */
const NAME = /^[0-9a-z][0-9a-z-]{1,80}\.(avif|webp|jpg|mp4|mp3|m4a)$/

/** @throws TypeError for what is no name of a media file, before any of it becomes part of a path */
export function requireMediaName(name: string): void {
  if (!isMediaName(name)) throw new TypeError(`Not a media name: ${JSON.stringify(name)}`)
}

export const isMediaName = (name: string): boolean => NAME.test(name)

const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  ...audioTypes,
}

/** Sounds are too large for the memory. */
const isAudioName = (name: string): boolean => /\.(?:mp3|m4a)$/.test(name)

/** Whether it plays, and goes out as it is read, in parts. */
export const isPlayed = (name: string): boolean => isAudioName(name) || name.endsWith('.mp4')

/** The type under which a file is served and kept. */
export const contentTypeOf = (name: string): string => CONTENT_TYPES[NAME.exec(name)?.[1] ?? ''] as string
