/** Stores of media files. media-handler.ts serves the files. */
import { audioTypes } from '../shared/audio.ts'

/** Chunks for files that are too large for the memory. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A folder (local-media.ts) or a bucket (bucket-media.ts) of media files. Files never change. */
export interface MediaStore {
  /**
   * Stores a file durably: it survives a power cut. Readers never see an incomplete file.
   * @throws StorageFull, StoreUnavailable, without any files left
   */
  put(name: string, content: Content): Promise<void>
  /** null for a missing file. @throws StoreUnavailable for a missing store, as the other methods do */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Streams a part of a file. The caller must read or close the stream. @param range first and last byte */
  readStream(name: string, range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** Size in bytes. null for a missing file. */
  size(name: string): Promise<number | null>
  /**
   * Removes a file if it is there and, with `writtenBefore` (ms since 1970), was not written again since.
   * @returns whether it was removed
   */
  remove(name: string, writtenBefore?: number): Promise<boolean>
  /** Lists the files that were written before `writtenBefore`. ms since 1970 */
  list(writtenBefore: number): AsyncIterable<string>
  /** Removes incomplete files of dead processes. @param at see `DeletionTime` */
  tidy(at: number): Promise<void>
  /** @throws when the store does not answer, or when the last write failed and another one fails too */
  ping(): Promise<void>
}

/** The disk, the quota or the bucket is full. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The disk or the bucket is missing or refuses writes. This may be temporary. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(cause: unknown) {
    // Administrators need the message of the system or the bucket.
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause })
  }
}

/** Lower case and no separators, so that a name stays in its folder on all systems. */
const NAME = /^[0-9a-z][0-9a-z-]{1,80}\.(avif|webp|jpg|mp4|mp3|m4a)$/

/** Call before a name becomes part of a path. @throws TypeError for a name that is not of a media file */
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

/** True for films and sounds, which are streamed in parts because they are too large for the memory. */
export const isPlayed = (name: string): boolean => /\.(?:mp3|m4a|mp4)$/.test(name)

/** Media type of a file, for responses and for the store. */
export const contentTypeOf = (name: string): string => CONTENT_TYPES[NAME.exec(name)?.[1] ?? ''] as string
