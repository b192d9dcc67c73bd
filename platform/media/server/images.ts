/** Stores pictures, films and sounds. films.ts and audio-uploads.ts check films and sounds first. */
import { problems } from '../../api/shared/problems.ts'
import type { DeletionTime } from '../../clock/deletion-clock.ts'
import type { Picture } from '../../content/shared/entity-parts.ts'
import { MEDIA_PATH } from '../../content/shared/fields.ts'
import type { Database } from '../../db/connect.ts'
import type { Log } from '../../process/log.ts'
import { waitAtMost } from '../../process/wait-at-most.ts'
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
      message: string
    }

export interface Images {
  /**
   * Stores a picture from a data URL. Afterwards its WebP and JPEG files and its row are durable. AVIF files are made later.
   * The same bytes give the same id. The sweep removes a picture without a reference (`mediaRefs`) after 24 hours.
   * @throws StorageFull, without any files left
   */
  store(dataUrl: string): Promise<StoredImage>
  /** Finds a stored picture by the path of any of its files. The 24 hours until the sweep start again. */
  reuse(path: string): Promise<StoredImage>
  /**
   * Stores a film. The sweep treats it like a picture.
   * @param content returns all bytes at each call. A repeated write calls it again
   * @returns the path of the film
   * @throws StorageFull, without any files left
   */
  storeFilm(film: Film, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /**
   * Finds a stored film by its path. The 24 hours until the sweep start again.
   * @returns false when no film has this path
   */
  reuseFilm(path: string): Promise<boolean>
  /** True when a film exists. The 24 hours until the sweep do not start again. */
  hasFilm(id: string): Promise<boolean>
  /** Stores an audio file. The sweep treats it like a picture. @returns its path */
  storeAudio(audio: Audio, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /**
   * Finds a stored audio file by its path. The 24 hours until the sweep start again.
   * @returns false when no file has this path
   */
  reuseAudio(path: string): Promise<boolean>
  /** True when an audio file exists. The check does not extend the 24 hours after which an unused file is removed. */
  hasAudio(id: string): Promise<boolean>
  /** Describes stored sounds, by id. Unknown ids are left out. */
  audios(ids: string[]): Promise<Map<string, Audio>>
  /** Describes stored pictures, by id. Unknown ids are left out. */
  pictures(ids: string[]): Promise<Map<string, Picture>>
  /** Returns the id of a picture from the path of any of its files. null for any other path */
  parsePicturePath(path: string): string | null
  /** Returns the id of a film. null for any other path */
  parseFilmPath(path: string): string | null
  /** Starts the background work: makes missing AVIF files, and runs the sweep now and each hour. */
  start(): void
  /** Stops the background work. Waits for the file that is being written, but at most 4 s. */
  stop(): Promise<void>
  /** Resolves when no AVIF file is missing. Call `start` before. */
  idle(): Promise<void>
  /** Removes files that no item refers to and that are older than 24 hours. See `sweepMedia`. */
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
  /** Returns the current time. ms since 1970 */
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

  /** Stores the single file of a film or a sound, unless it is stored already. */
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
      // `touch` finds no row when the sweep has removed a picture whose description is still in memory.
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
      await waitAtMost(STOP_MS, Promise.all([avif.stop(), sweeper.stop()]), () => null)
    },

    idle: avif.idle,
    sweep: (at) => sweepMedia(sweep, at, new AbortController().signal),
  }
}

/** Matches the start of a data URL (RFC 2397). Any media type is accepted, because the bytes are checked later. */
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
  // The size is checked before the text is decoded.
  if (size > IMAGE_MAX_BYTES) {
    return { ok: false, problem: 'image-too-large', message: problems['image-too-large'].detail }
  }
  const bytes = Buffer.from(base64, 'base64')
  // Buffer.from ignores invalid characters and accepts URL-safe letters. This check refuses such texts.
  const strict = base64.length % 4 === 0 && bytes.length === size && !/[-_]/.test(base64)
  return strict && size > 0
    ? { ok: true, bytes }
    : { ok: false, problem: 'invalid-image', message: BROKEN_BASE64 }
}
