/** Stores uploaded pictures, and checked films (films.ts) and sounds (audio-uploads.ts). */
import { problems } from '../../api/shared/problems.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { MEDIA_PATH } from '../../content/shared/fields.ts'
import type { Database } from '../../db/connect.ts'
import type { DeletionTime } from '../../process/clock/deletion-clock.ts'
import type { Log } from '../../process/log.ts'
import { within } from '../../process/within.ts'
import { IMAGE_MAX_BYTES } from '../../shared/limits.ts'
import { parseAudioPath } from '../shared/audio.ts'
import { imageWorker } from '../worker/worker.ts'
import { createAvifQueue } from './avif-queue.ts'
import { type Audio, createMediaRows } from './media-rows.ts'
import { createSweepLoop, sweepMedia } from './media-sweep.ts'
import { createIdLock, type NewRow, writeMedia } from './media-writes.ts'
import { createRemovals } from './removals.ts'
import type { MediaStore } from './store.ts'
import * as variants from './variants.ts'

export type StoredImage =
  | { ok: true; id: string; picture: Picture }
  | {
      ok: false
      problem: 'image-too-large' | 'invalid-image'
      /** Shown beside the field. */
      message: string
    }

export interface Images {
  /**
   * Stores a picture from a data URL. Its WebP and JPEG files and its row are durable afterwards, and AVIF follows. The same
   * bytes give the same id. The sweep removes a picture without a reference (`mediaRefs`) after 24 hours.
   * @throws StorageFull, without any files left
   */
  store(dataUrl: string): Promise<StoredImage>
  /** Finds a stored picture by the path of any of its files, and starts its 24 hours again. */
  reuse(path: string): Promise<StoredImage>
  /**
   * Stores a film as `store` does a picture.
   * @param content returns the bytes from the beginning, at each call
   * @returns its path
   * @throws StorageFull, without any files left
   */
  storeFilm(film: Film, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /** Finds a stored film by its path, as `reuse` does. @returns false for any other path */
  reuseFilm(path: string): Promise<boolean>
  /** True for a stored film. Its 24 hours do not start again. */
  hasFilm(id: string): Promise<boolean>
  /** Stores a sound as `storeFilm` does a film. @returns its path */
  storeAudio(audio: Audio, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /** Finds a stored sound by its path, as `reuse` does. @returns false for any other path */
  reuseAudio(path: string): Promise<boolean>
  /** True for a stored sound. Its 24 hours do not start again. */
  hasAudio(id: string): Promise<boolean>
  /** Describes stored sounds, by id. Unknown ids are left out. */
  audios(ids: string[]): Promise<Map<string, Audio>>
  /** Describes stored pictures, by id. Unknown ids are left out. */
  pictures(ids: string[]): Promise<Map<string, Picture>>
  /** The id of a picture from the path of one of its files under /media. null for any other path. */
  parsePicturePath(path: string): string | null
  /** The id of a film from its path under /media. null for any other path. */
  parseFilmPath(path: string): string | null
  /** Starts the background work of one process: missing AVIF, and the sweep at once and each hour. */
  start(): void
  /** Stops the background work after the present file, or after 4 s. */
  stop(): Promise<void>
  /** Resolves when no AVIF is missing. Needs `start`. */
  idle(): Promise<void>
  /** Removes pictures without a reference for 24 hours, and files without a row of the same age. */
  sweep(at: number): Promise<void>
}

export interface Film {
  id: string
  width: number
  height: number
}

interface ImagesOptions {
  database: Database
  store: MediaStore
  log: Pick<Log, 'error' | 'info'>
  /** ms since 1970 */
  now?: () => number
  deletionTime: DeletionTime
}

type Content = () => AsyncIterable<Uint8Array>

const STOP_MS = 4_000

const NO_AUDIO = { audio: null, seconds: null, bytes: null }

export function createImages({ database, store, log, now = Date.now, deletionTime }: ImagesOptions): Images {
  const withIdLock = createIdLock()
  const rows = createMediaRows({ database, now })
  const removals = createRemovals({ database, now })
  const sweep = { database, store, rows, removals, log }
  const sweeper = createSweepLoop({ ...sweep, deletionTime })
  const avif = createAvifQueue({ database, store, log, now })

  const write = (row: NewRow, put: () => Promise<void>) =>
    writeMedia({ database, store, removals, log, now }, row, put)

  async function storePicture(id: string, bytes: Uint8Array): Promise<StoredImage> {
    const earlier = await rows.touch(id)
    // A new upload replaces files that were lost, for example by a broken disk.
    const isWhole = earlier && (await store.size(variants.fileName(id, earlier.width, 'jpg'))) !== null
    if (isWhole) return { ok: true, id, picture: rows.remember(earlier) }

    const processed = await imageWorker.processUpload(bytes)
    if (!processed.ok) return { ok: false, problem: 'invalid-image', message: processed.message }
    const { size, placeholder, files } = processed
    const row = { ...NO_AUDIO, id, ...size, placeholder, avifAt: null, isFilm: 0 }
    const stored = await write(row, async () => {
      const results = await Promise.allSettled(
        files.map(({ width, format, bytes }) => store.put(variants.fileName(id, width, format), bytes)),
      )
      for (const result of results) if (result.status === 'rejected') throw result.reason
    })
    avif.wake()
    return { ok: true, id, picture: rows.remember(stored) }
  }

  /** Stores a file, unless it is stored already. It needs no AVIF. */
  async function storeFile(
    name: string,
    row: Pick<NewRow, 'id'> & Partial<NewRow>,
    content: Content,
  ): Promise<string> {
    if (!(await rows.touch(row.id)) || (await store.size(name)) === null) {
      const empty = { ...NO_AUDIO, width: 0, height: 0, placeholder: '', avifAt: now(), isFilm: 0 }
      await write({ ...empty, ...row }, () => store.put(name, content()))
    }
    return MEDIA_PATH + name
  }

  return {
    async store(dataUrl) {
      const source = parseDataUrl(dataUrl)
      if (!source.ok) return source
      const id = variants.hashSource(source.bytes)
      return withIdLock(id, () => storePicture(id, source.bytes))
    },

    async reuse(path) {
      const id = variants.parsePicturePath(path)
      const known = id === null ? undefined : (await rows.pictures([id])).get(id)
      const names = known ? variants.listPictureFiles(id as string, known.width, true) : []
      const isOurs = names.includes(path.slice(MEDIA_PATH.length))
      // The sweep may have removed a remembered picture.
      const row = isOurs ? await rows.touch(id as string) : undefined
      return row
        ? { ok: true, id: row.id, picture: rows.remember(row) }
        : { ok: false, problem: 'invalid-image', message: UNKNOWN_IMAGE }
    },

    storeFilm: ({ id, width, height }, content) =>
      withIdLock(id, () => storeFile(variants.filmName(id), { id, width, height, isFilm: 1 }, content)),

    async reuseFilm(path) {
      const id = variants.parseFilmPath(path)
      return id !== null && (await rows.touch(id))?.isFilm === 1
    },

    hasFilm: rows.hasFilm,

    storeAudio: ({ id, format, bytes, seconds }, content) =>
      withIdLock(id, () =>
        storeFile(variants.audioName(id, format), { id, audio: format, bytes, seconds }, content),
      ),

    async reuseAudio(path) {
      const given = parseAudioPath(path)
      return given !== null && (await rows.audios([given.id])).get(given.id)?.format === given.format
        ? (await rows.touch(given.id)) !== undefined
        : false
    },

    hasAudio: async (id) => (await rows.audios([id])).has(id),
    audios: rows.audios,
    pictures: rows.pictures,
    parsePicturePath: variants.parsePicturePath,
    parseFilmPath: variants.parseFilmPath,

    start() {
      avif.start()
      sweeper.start()
    },

    async stop() {
      await within(STOP_MS, Promise.all([avif.stop(), sweeper.stop()]), () => null)
    },

    idle: avif.idle,
    sweep: (at) => sweepMedia(sweep, at, new AbortController().signal),
  }
}

/** RFC 2397. Any media type is accepted, because the bytes are checked later. */
const DATA_URL_START = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*;base64,/i
const DATA_URL_START_MAX = 200

const NO_DATA_URL = 'La imagen tiene que llegar como data URL (data:image/…;base64,…).'
export const UNKNOWN_IMAGE = 'Esa imagen ya no está en el club. Elegila de nuevo.'
const BROKEN_BASE64 = 'La imagen llegó dañada. Elegila de nuevo.'

export function parseDataUrl(
  dataUrl: string,
): { ok: true; bytes: Buffer } | Extract<StoredImage, { ok: false }> {
  const start = DATA_URL_START.exec(dataUrl.slice(0, DATA_URL_START_MAX))?.[0].length
  if (!start) return { ok: false, problem: 'invalid-image', message: NO_DATA_URL }
  const base64 = dataUrl.slice(start)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const size = Math.floor((base64.length * 3) / 4) - padding
  // The size is checked before decoding.
  if (size > IMAGE_MAX_BYTES) {
    return { ok: false, problem: 'image-too-large', message: problems['image-too-large'].detail }
  }
  const bytes = Buffer.from(base64, 'base64')
  // Node ignores invalid base64 and accepts URL-safe letters. In both cases the bytes differ from the sent ones.
  const strict = base64.length % 4 === 0 && bytes.length === size && !/[-_]/.test(base64)
  return strict && size > 0
    ? { ok: true, bytes }
    : { ok: false, problem: 'invalid-image', message: BROKEN_BASE64 }
}
