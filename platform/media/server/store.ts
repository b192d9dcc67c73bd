/** The interface of media stores, and the names of media files. media-handler.ts serves the files. */
import { audioTypes } from '../shared/audio.ts'

/** Content of a file. Files that are too large for the memory are read in chunks. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A folder (local-media.ts) or a bucket (bucket-media.ts) of media files. Files never change. */
export interface MediaStore {
  /**
   * Stores a file durably: it survives a power cut. Readers never see an incomplete file.
   * @throws StorageFull, StoreUnavailable, without any files left
   */
  put(name: string, content: Content): Promise<void>
  /**
   * Reads a file.
   * @returns null for a missing file
   * @throws StoreUnavailable when the whole store is missing. The methods below throw it too
   */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Opens a stream of a part of a file. The caller must read it or close it. @param range first and last byte */
  readStream(name: string, range: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  /** Returns the size of a file. null for a missing file. Bytes */
  size(name: string): Promise<number | null>
  /**
   * Removes a file if it exists.
   * @param writtenBefore keeps a file that was written at this time or later. ms since 1970
   * @returns true when the file was removed
   */
  remove(name: string, writtenBefore?: number): Promise<boolean>
  /** Lists the files that were written before `writtenBefore`. ms since 1970 */
  list(writtenBefore: number): AsyncIterable<string>
  /** Removes incomplete files of dead processes. @param at see `DeletionTime` */
  tidy(at: number): Promise<void>
  /**
   * Requires that the store can be used.
   * @throws when it does not answer. After a failed write it also throws when a test write fails
   */
  ping(): Promise<void>
}

/** Thrown when the disk, the quota or the bucket is full. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** Thrown when the disk or the bucket is missing or refuses writes. This may be temporary. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(cause: unknown) {
    // The message of the operating system or of the bucket helps the operator to find the cause.
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause })
  }
}

/**
 * Matches the names of media files. They have lower-case letters and no separators, so that a file stays in its folder on
 * all systems.
 */
const NAME = /^[0-9a-z][0-9a-z-]{1,80}\.(avif|webp|jpg|mp4|mp3|m4a)$/

/**
 * Checks a name. Must be called before a name becomes part of a path.
 * @throws TypeError for a name that is not of a media file
 */
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

/** True for films and audio files. They are streamed, because they are too large for the memory. */
export const isStreamed = (name: string): boolean => /\.(?:mp3|m4a|mp4)$/.test(name)

export const getContentType = (name: string): string => CONTENT_TYPES[NAME.exec(name)?.[1] ?? ''] as string
