/**
 * Stores uploaded pictures: parses the data URL, has the image worker make the files, writes the rows. A file is flushed
 * to disk before the row that names it, so that no row names a file that is not there. Films that were judged
 * (films.ts), and sounds (audio-uploads.ts), are kept, and swept, beside them.
 */

import { problems } from '../../api/shared/problems.ts'
import { MEDIA_PATH, type Picture } from '../../content/shared/fields.ts'
import type { Database } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import { createBackgroundLoop } from '../../process/background-loop.ts'
import { type DeletionTime, RECHECK_MS } from '../../process/clock/deletion-clock.ts'
import type { Log } from '../../process/log.ts'
import { IMAGE_MAX_BYTES } from '../../shared/limits.ts'
import { type AudioFormat, audioOf } from '../shared/audio.ts'
import { imageWorker } from '../worker/worker.ts'
import { createAvifQueue } from './avif.ts'
import { createRemovals } from './removals.ts'
import { type MediaStore, StoreUnavailable } from './store.ts'
import * as variants from './variants.ts'

export type StoredImage =
  | { ok: true; id: string; picture: Picture }
  | {
      ok: false
      problem: 'image-too-large' | 'invalid-image'
      /** Fit to show beside the field. */
      message: string
    }

export interface Images {
  /**
   * Takes a picture in as a data URL. When this resolves its WebP and JPEG files and its row are durable; AVIF follows.
   * The same bytes give the same id. Hold a reference (`mediaRefs`) within 24 hours, or it is swept.
   * @throws StorageFull; nothing of the picture is left
   */
  store(dataUrl: string): Promise<StoredImage>
  /** Takes a stored picture by the path of any of its files, for one more item: its 24 hours begin anew. */
  reuse(path: string): Promise<StoredImage>
  /**
   * Keeps a film as `store` does a picture. @param content its bytes, from the beginning each time
   * @returns its path
   * @throws StorageFull; nothing of the film is left
   */
  storeFilm(film: Film, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /** Takes a stored film by its path once more, as `reuse` does. @returns whether it is one */
  reuseFilm(path: string): Promise<boolean>
  /** Whether it is stored, without its 24 hours beginning anew. @param id of a film */
  hasFilm(id: string): Promise<boolean>
  /** Keeps a sound as `storeFilm` does a film. @returns its path */
  storeAudio(audio: Audio, content: () => AsyncIterable<Uint8Array>): Promise<string>
  /** Takes a stored sound by its path once more, as `reuse` does. @returns whether it is one */
  reuseAudio(path: string): Promise<boolean>
  /** Whether it is stored, without its 24 hours beginning anew. @param id of a sound */
  hasAudio(id: string): Promise<boolean>
  /** What is known of these sounds, by id; one that is not stored is not in the answer. */
  audios(ids: string[]): Promise<Map<string, Audio>>
  /** What `<picture>` needs of these ids; one that is not stored is not in the answer. */
  pictures(ids: string[]): Promise<Map<string, Picture>>
  /** The id in the address of one of our pictures' files, or null. */
  idOf(path: string): string | null
  /** The same of a film. */
  filmIdOf(path: string): string | null
  /** Begins the work in the background: missing AVIF, and the sweep at once and every hour. One process of several does it. */
  start(): void
  /** Ends it after the file at hand, or after 4 s. */
  stop(): Promise<void>
  /** Resolves when no AVIF waits to be made. Needs `start`. */
  idle(): Promise<void>
  /** Removes pictures that nothing has referred to for 24 hours, and files without a picture that are as old. */
  sweep(at: number): Promise<void>
}

export interface Film {
  id: string
  width: number
  height: number
}

export interface Audio {
  id: string
  format: AudioFormat
  /** Of its file. */
  bytes: number
  /** null: unknown. */
  seconds: number | null
}

interface ImagesOptions {
  database: Database
  store: MediaStore
  log: Pick<Log, 'error' | 'info'>
  /** ms since 1970 */
  now?: () => number
  deletionTime: DeletionTime
}

type MediaRow = Pick<Row<'media'>, 'id' | 'width' | 'height' | 'placeholder'>
type NewRow = MediaRow & Pick<Row<'media'>, 'avifAt' | 'isFilm' | 'audio' | 'seconds' | 'bytes'>

const HOUR_MS = 3_600_000
const UNREFERENCED_MS = 24 * HOUR_MS
const STOP_MS = 4_000

/** Rows of pictures do not change in what visitors see of them, so this many are kept in memory. */
const PICTURES_IN_MEMORY = 5_000

/** Ids in one query; SQLite and PostgreSQL take tens of thousands. */
const IDS_PER_QUERY = 500

/** Whoever stores one of them waits until the others are gone too. */
const REMOVED_AT_ONCE = 20

const FILE_PATH = /^\/media\/([0-9a-f]{32})-\d{1,4}\.(?:avif|webp|jpg)$/

/** The id of a picture from the path of one of its files under /media. null for any other path. */
export const idOf = (path: string): string | null => FILE_PATH.exec(path)?.[1] ?? null

const FILM_PATH = /^\/media\/([0-9a-f]{32})\.mp4$/

const filmIdOf = (path: string): string | null => FILM_PATH.exec(path)?.[1] ?? null

const pathOfFilm = (id: string): string => MEDIA_PATH + variants.filmName(id)

const NO_AUDIO = { audio: null, seconds: null, bytes: null }

/** What `<picture>` needs of a stored picture. */
export function describe({ id, width, height, placeholder }: MediaRow): Picture {
  return {
    src: MEDIA_PATH + variants.fileName(id, width, 'jpg'),
    width,
    height,
    base: MEDIA_PATH + id,
    widths: variants.widthsUpTo(width),
    formats: [...variants.FORMATS],
    placeholder,
  }
}

export function createImages({ database, store, log, now = Date.now, deletionTime }: ImagesOptions): Images {
  const remembered = new Map<string, Picture>()
  /** What is being stored right now, by its id: who sends the same one waits for the first. */
  const atWork = new Map<string, Promise<unknown>>()
  const removals = createRemovals({ database, now })
  const avif = createAvifQueue({ database, store, log, now })
  const sweeper = createBackgroundLoop({
    async runOnce(stopping) {
      const at = await deletionTime()
      if (at === null) return RECHECK_MS
      await sweep(at, stopping)
      return HOUR_MS
    },
    onError(error) {
      log.error({ error }, 'the sweep of pictures failed; the next one is in an hour')
      return HOUR_MS
    },
  })

  function remember(row: MediaRow): Picture {
    const picture = describe(row)
    remembered.delete(row.id)
    remembered.set(row.id, picture)
    if (remembered.size > PICTURES_IN_MEMORY) remembered.delete(remembered.keys().next().value as string)
    return picture
  }

  const alone = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
    while (atWork.has(id)) await atWork.get(id)?.catch(() => {})
    const running = work()
    atWork.set(id, running)
    try {
      return await running
    } finally {
      atWork.delete(id)
    }
  }

  /** Says that a stored picture is wanted, which keeps the sweep away for another 24 hours. */
  const touch = (id: string) =>
    database.write((tx) =>
      tx
        .updateTable('media')
        .set({ touchedAt: now() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    )

  async function keep(id: string, bytes: Uint8Array): Promise<StoredImage> {
    const earlier = await touch(id)
    // Whoever lost the files of a picture, to a broken disk say, sends it once more.
    const isWhole = earlier && (await store.size(variants.fileName(id, earlier.width, 'jpg'))) !== null
    if (isWhole) return { ok: true, id, picture: remember(earlier) }

    const made = await imageWorker.processUpload(bytes)
    if (!made.ok) return { ok: false, problem: 'invalid-image', message: made.message }
    const { size, placeholder } = made
    const files = new Map(
      made.files.map((file) => [variants.fileName(id, file.width, file.format), file.bytes]),
    )

    const row = { ...NO_AUDIO, id, ...size, placeholder, avifAt: null, isFilm: 0 }
    const kept = await keepFiles(row, () => putAll(files))
    avif.wake()
    return { ok: true, id, picture: remember(kept) }
  }

  async function keepFilm({ id, width, height }: Film, content: () => AsyncIterable<Uint8Array>) {
    const name = variants.filmName(id)
    if ((await touch(id)) && (await store.size(name)) !== null) return
    // There is no AVIF to be made of it.
    const row = { ...NO_AUDIO, id, width, height, placeholder: '', avifAt: now(), isFilm: 1 }
    await keepFiles(row, () => store.put(name, content()))
  }

  async function keepAudio(
    { id, format, bytes, seconds }: Audio,
    content: () => AsyncIterable<Uint8Array>,
  ): Promise<string> {
    const name = variants.audioName(id, format)
    if (!(await touch(id)) || (await store.size(name)) === null) {
      const picture = { width: 0, height: 0, placeholder: '', avifAt: now(), isFilm: 0 }
      await keepFiles({ ...picture, id, audio: format, bytes, seconds }, () => store.put(name, content()))
    }
    return MEDIA_PATH + name
  }

  /** Stores files, then writes the row that names them. After a failure the files are removed, at the latest by the sweep. */
  async function keepFiles(row: NewRow, put: () => Promise<void>): Promise<MediaRow> {
    try {
      for (;;) {
        const before = await removals.before(row.id)
        await put()
        const kept = await insert(row, before)
        if (kept) return kept
      }
    } catch (error) {
      // A removal would wait for the same unavailable store, and delay other uploads of the same file.
      if (error instanceof StoreUnavailable) throw error
      await removeUnlessStored(row.id, variants.filesOf(row)).catch((failure) =>
        log.error(
          { error: failure, id: row.id },
          'files of a picture, film or sound that could not be stored are left to the sweep',
        ),
      )
      throw error
    }
  }

  async function putAll(files: Map<string, Uint8Array>) {
    const results = await Promise.allSettled([...files].map(([name, bytes]) => store.put(name, bytes)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /** @returns null when files were removed since `before`: ours may be among them */
  const insert = (row: NewRow, before: number) =>
    database.write(async (tx) =>
      (await removals.since(tx, before))
        ? null
        : tx
            .insertInto('media')
            .values({ ...row, createdAt: now(), touchedAt: now() })
            // Another process stored the same one meanwhile: its files are the same.
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet({ touchedAt: now(), avifAt: row.avifAt }),
            )
            .returningAll()
            .executeTakeFirstOrThrow(),
    )

  async function removeUnlessStored(id: string, names: string[]) {
    const removed = await removals.remove([id], async () => {
      for (const name of names) await store.remove(name)
    })
    if (!removed) throw new Error('Another process is removing files')
  }

  async function sweepPictures(before: number, stopping: AbortSignal) {
    const unreferenced = await database.read
      .selectFrom('media')
      .select('id')
      .where('touchedAt', '<', before)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('mediaRefs').select('mediaId').whereRef('mediaRefs.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .execute()
    for (const { id } of unreferenced) {
      if (stopping.aborted) return
      await sweepPicture(id, before)
    }
  }

  async function sweepPicture(id: string, before: number) {
    const removed = await database.write((tx) =>
      tx
        .deleteFrom('media')
        .where('id', '=', id)
        .where('touchedAt', '<', before)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb.selectFrom('mediaRefs').select('mediaId').whereRef('mediaRefs.mediaId', '=', 'media.id'),
            ),
          ),
        )
        .returning('id')
        .executeTakeFirst(),
    )
    if (!removed) return
    remembered.delete(id)
    log.info({ id }, 'picture, film or sound without references removed')
  }

  /** Files without a row: of pictures that were just removed, and of those that a process died over. */
  async function sweepFiles(before: number, stopping: AbortSignal) {
    const names: string[] = []
    for await (const name of store.list(before)) names.push(name)
    const byId = Map.groupBy(names, (name) => variants.idOfFile(name))
    const unnamed: string[] = []
    for (const ids of chunks([...byId.keys()].filter((id) => id !== null))) {
      const rows = await database.read.selectFrom('media').select('id').where('id', 'in', ids).execute()
      const stored = new Set(rows.map((row) => row.id))
      unnamed.push(...ids.filter((id) => !stored.has(id)))
    }
    for (const ids of chunks(unnamed, REMOVED_AT_ONCE)) {
      if (stopping.aborted) return
      const isOurs = await removals.remove(ids, async (id, isOver) => {
        for (const name of byId.get(id) ?? [])
          if (!stopping.aborted && !isOver()) await store.remove(name, before)
      })
      if (!isOurs) return
    }
  }

  async function pictures(ids: string[]): Promise<Map<string, Picture>> {
    const found = new Map<string, Picture>()
    const unknown: string[] = []
    for (const id of new Set(ids)) {
      const picture = remembered.get(id)
      if (picture) found.set(id, picture)
      else unknown.push(id)
    }
    for (const some of chunks(unknown)) {
      const rows = await database.read
        .selectFrom('media')
        .select(['id', 'width', 'height', 'placeholder'])
        .where('id', 'in', some)
        .where('isFilm', '=', 0)
        .where('audio', 'is', null)
        .execute()
      for (const row of rows) found.set(row.id, remember(row))
    }
    return found
  }

  async function audios(ids: string[]): Promise<Map<string, Audio>> {
    const found = new Map<string, Audio>()
    for (const some of chunks([...new Set(ids)])) {
      const rows = await database.read
        .selectFrom('media')
        .select(['id', 'audio', 'bytes', 'seconds'])
        .where('id', 'in', some)
        .where('audio', 'is not', null)
        .execute()
      for (const { id, audio, bytes, seconds } of rows)
        found.set(id, { id, format: audio as AudioFormat, bytes: Number(bytes), seconds })
    }
    return found
  }

  async function sweep(at: number, stopping: AbortSignal) {
    const before = at - UNREFERENCED_MS
    await sweepPictures(before, stopping)
    await sweepFiles(before, stopping)
  }

  return {
    async store(dataUrl) {
      const source = parseDataUrl(dataUrl)
      if (!source.ok) return source
      const id = variants.idOfSource(source.bytes)
      return alone(id, () => keep(id, source.bytes))
    },

    async reuse(path) {
      const id = idOf(path)
      const known = id === null ? undefined : (await pictures([id])).get(id)
      const names = known ? variants.filesOfPicture(id as string, known.width, true) : []
      const isOurs = names.includes(path.slice(MEDIA_PATH.length))
      // It may have been swept since it was remembered.
      const row = isOurs ? await touch(id as string) : undefined
      return row
        ? { ok: true, id: row.id, picture: remember(row) }
        : { ok: false, problem: 'invalid-image', message: UNKNOWN }
    },

    storeFilm: (film, content) =>
      alone(film.id, () => keepFilm(film, content)).then(() => pathOfFilm(film.id)),

    async reuseFilm(path) {
      const id = filmIdOf(path)
      return id !== null && (await touch(id))?.isFilm === 1
    },

    storeAudio: (audio, content) => alone(audio.id, () => keepAudio(audio, content)),

    async reuseAudio(path) {
      const given = audioOf(path)
      return given !== null && (await audios([given.id])).get(given.id)?.format === given.format
        ? (await touch(given.id)) !== undefined
        : false
    },

    hasAudio: async (id) => (await audios([id])).has(id),
    audios,

    async hasFilm(id) {
      const row = await database.read
        .selectFrom('media')
        .select('isFilm')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.isFilm === 1
    },

    pictures,

    idOf,
    filmIdOf,

    start() {
      avif.start()
      sweeper.start()
    },

    async stop() {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise((resolve) => {
        timer = setTimeout(resolve, STOP_MS)
      })
      await Promise.race([Promise.all([avif.stop(), sweeper.stop()]), patience])
      clearTimeout(timer)
    },

    idle: avif.idle,
    sweep: (at) => sweep(at, new AbortController().signal),
  }
}

/** RFC 2397. The label is not believed, so any is taken; the bytes are judged later. */
const DATA_URL_START = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*;base64,/i
const DATA_URL_START_MAX = 200

const NO_DATA_URL = 'La imagen tiene que llegar como data URL (data:image/…;base64,…).'
export const UNKNOWN = 'Esa imagen ya no está en el club. Elegila de nuevo.'
const BROKEN_BASE64 = 'La imagen llegó dañada. Elegila de nuevo.'

export function parseDataUrl(
  dataUrl: string,
): { ok: true; bytes: Buffer } | Extract<StoredImage, { ok: false }> {
  const start = DATA_URL_START.exec(dataUrl.slice(0, DATA_URL_START_MAX))?.[0].length
  if (!start) return { ok: false, problem: 'invalid-image', message: NO_DATA_URL }
  const base64 = dataUrl.slice(start)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const size = Math.floor((base64.length * 3) / 4) - padding
  // Judged by its length, before any of it is decoded.
  if (size > IMAGE_MAX_BYTES) {
    return { ok: false, problem: 'image-too-large', message: problems['image-too-large'].detail }
  }
  const bytes = Buffer.from(base64, 'base64')
  // Node leaves out what is not base64, and takes the URL-safe letters too: either way, what we have is not what was sent.
  const strict = base64.length % 4 === 0 && bytes.length === size && !/[-_]/.test(base64)
  return strict && size > 0
    ? { ok: true, bytes }
    : { ok: false, problem: 'invalid-image', message: BROKEN_BASE64 }
}

const chunks = (ids: string[], size = IDS_PER_QUERY): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
