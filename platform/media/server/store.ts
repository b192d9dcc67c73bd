/** The interface of media stores, and the names of media files. media-handler.ts serves the files. */

import { randomBytes } from 'node:crypto'
import { StoreUnavailable } from '../../process/storage-errors.ts'
import { audioTypes } from '../shared/audio.ts'

/** Content of a file. Files that are too large for the memory are read in chunks. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** A folder (local-media.ts) or a bucket (bucket-media.ts) of media files. Files never change. */
export interface MediaStore {
  /**
   * Stores a file durably: it survives a power cut. Readers never see an incomplete file. In a bucket, a
   * HEAD request verifies the size of each file.
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
  /** Lists the files that were written before `writtenBefore`. Files set aside are left out. ms since 1970 */
  list(writtenBefore: number): AsyncIterable<string>
  /** Like `remove`, but keeps the file for SET_ASIDE_MS, where no method except the next two finds it. */
  setAside(name: string, writtenBefore: number): Promise<boolean>
  listAside(): AsyncIterable<AsideFile>
  /** Undoes `setAside`. @returns false when no file of this name is set aside */
  bringBack(name: string): Promise<boolean>
  /** Returns the id of the club that the files belong to. null when the store has none, or a damaged one */
  readOwner(): Promise<string | null>
  /** Stores an id, unless the store has one. @returns the id that the store now has */
  claim(id: string): Promise<string>
  /** Replaces the id. @param id null to remove it */
  setOwner(id: string | null): Promise<void>
  /** Returns the list of erasures (platform/db/erasures.ts). null when the store has none */
  readErasures(): Promise<Uint8Array | null>
  writeErasures(list: Uint8Array): Promise<void>
  /** Removes incomplete files of dead processes, and files set aside for SET_ASIDE_MS. @param at see `DeletionTime` */
  tidy(at: number): Promise<void>
  /**
   * Requires that the store can be used.
   * @throws when it does not answer. After a failed write it also throws when a test write fails
   */
  ping(): Promise<void>
}

/** A file that the sweep has set aside. */
export interface AsideFile {
  name: string
  bytes: number
  /** Time when it was set aside. ms since 1970 */
  at: number
}

/** Time for which files set aside can be brought back. ms */
export const SET_ASIDE_MS = 30 * 86_400_000

/** File or object with the id of the club. Older versions ignore it, because no media file has this name. */
export const OWNER = 'club-id'

/** File or object with the list of erasures. Older versions ignore it. */
export const ERASURES = 'erasures'

/** More bytes than an id has. A longer file is damaged. */
const OWNER_MAX_BYTES = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isClubId = (text: string): boolean => UUID.test(text)

export const formatOwner = (id: string): Uint8Array => new TextEncoder().encode(`${id}\n`)

/** Returns the id in the file OWNER. null for a missing or damaged file */
export function parseOwner(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.byteLength > OWNER_MAX_BYTES) return null
  const id = Buffer.from(bytes).toString('latin1').trim()
  return isClubId(id) ? id : null
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

/**
 * Returns a name for a test write. It is random, because several processes may test at once. It is a media name, so that the
 * sweep removes a file that a crash has left.
 */
export const createTestName = (): string => `test-${randomBytes(8).toString('hex')}.webp`

/** Writes a small file, reads it back and removes it. @throws StorageFull, StoreUnavailable */
export async function testWrite(store: Pick<MediaStore, 'put' | 'read' | 'remove'>): Promise<void> {
  const name = createTestName()
  const written = Buffer.from('test')
  await store.put(name, written)
  const read = await store.read(name)
  await store.remove(name)
  if (read === null || !written.equals(read))
    throw new StoreUnavailable(new Error('lo que se escribió no es lo que se leyó'))
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
