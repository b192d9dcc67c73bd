/** Creates a backup of a club while it runs. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { connect } from '../../platform/db/connect.ts'
import type { TableShape } from '../../platform/db/schema.ts'
import { type Snapshot, withSnapshot } from '../../platform/db/snapshot.ts'
import type { Row } from '../../platform/db/tables.ts'
import type { LocalMedia } from '../../platform/media/server/local-media.ts'
import { isStreamed, type MediaStore } from '../../platform/media/server/store.ts'
import { listFiles, parseFileName } from '../../platform/media/server/variants.ts'
import type { FreeSpace } from '../../platform/process/free-space.ts'
import {
  ARCHIVE_NAMES,
  DATABASE_FILE,
  type Entry,
  FORMAT,
  hashStoredFile,
  type Manifest,
  ndjson,
  RESTORE_PREFIX,
  sha256,
  type TableRow,
  UNFINISHED_NAMES,
} from './archive-format.ts'
import { type ArchiveTarget, TargetUnavailable } from './archive-target.ts'
import type { OnProgress } from './backup-progress.ts'
import { encrypt } from './encryption.ts'
import { createTar, type TarFile } from './tar.ts'

/** The club to back up, as in Env. */
export interface ClubPlace {
  databaseUrl: string | null
  dataDir: string
  mediaUrl: string
}

export interface BackupOptions {
  club: ClubPlace
  store: MediaStore
  target: Pick<ArchiveTarget, 'put' | 'staging'>
  /** File name of the archive. `migration` is the newest one of its rows. */
  name: string | ((migration: string) => string)
  /** Stores only the rows. */
  withoutPictures?: boolean
  passphrase?: string | null
  /**
   * Puts pictures into `pool`, a folder beside the archive that several archives share, instead of into the archive.
   * `known`: the pictures that the folder already has.
   */
  beside?: { pool: LocalMedia; from: LocalMedia | null; known: Map<string, Entry> } | null
  now?: () => number
  onProgress?: OnProgress
}

export interface CreatedBackup {
  /** Path or address of the archive. */
  where: string
  manifest: Manifest
}

/** A file and its row were deleted, or a file changed, during the backup. */
class SourceChanged extends Error {
  constructor(name: string) {
    super(`${name} cambió mientras se copiaba`)
  }
}

/** Limit of attempts when the source changes. A new attempt reads newer rows, which no longer name the deleted file. */
const ATTEMPTS = 5
const LINES_PER_CHUNK = 500
/** Number of pictures that are read ahead. */
const READ_AHEAD = 8

/** @throws StorageFull, TargetUnavailable, NoClub, UnknownSchema. A failed backup leaves no files */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { now = Date.now } = options
  const { folder } = options.target.staging
  // A club with PostgreSQL and a bucket may not have used this folder yet.
  await mkdir(options.club.dataDir, { recursive: true })
  for (let attempt = 1; ; attempt++) {
    const staging = await createStaging(folder)
    try {
      return await createOnce({ ...options, now }, staging, attempt === ATTEMPTS)
    } catch (error) {
      if (!(error instanceof SourceChanged) || attempt === ATTEMPTS) throw error
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
}

async function createStaging(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    return await mkdtemp(join(folder, STAGING))
  } catch (error) {
    throw new TargetUnavailable(folder, error)
  }
}

/** Prefix of folders for unfinished archives. */
const STAGING = '.staging-'
const LEFTOVER_AGE_MS = 24 * 3_600_000

/** Removes files of killed processes from the folder of the backups. */
export async function removeLeftovers(folder: string, at: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(STAGING) && !/^\..*\.tmp$/.test(name)) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < at - LEFTOVER_AGE_MS) await rm(path, { recursive: true, force: true })
  }
}

type CompleteOptions = BackupOptions & Required<Pick<BackupOptions, 'now'>>

async function createOnce(options: CompleteOptions, staging: string, last: boolean): Promise<CreatedBackup> {
  const { club, target, name, passphrase = null } = options
  const createdAt = new Date(options.now()).toISOString()
  const staged = await withSnapshot(club, (snapshot) =>
    stageRows(snapshot, staging, target.staging.freeSpace),
  )
  const manifest: Manifest = {
    format: FORMAT,
    createdAt,
    migration: staged.migration,
    tables: staged.tables,
    counters: staged.counters,
    pictures: { inside: !options.beside, count: 0, bytes: 0, missing: [] },
    entries: [],
  }
  const archive = createTar(archiveFiles(options, staged, manifest, last), options.now())
  const file = typeof name === 'string' ? name : name(staged.migration)
  const where = await target.put(file, passphrase === null ? archive : encrypt(archive, passphrase))
  return { where, manifest }
}

interface StagedRows {
  migration: string
  tables: Record<string, number>
  counters: Record<string, number>
  entries: (Entry & { path: string })[]
  /** File names, without duplicates. */
  pictures: string[]
}

/** Writes the rows to files, so that the database transaction ends before the pictures are read. */
async function stageRows(snapshot: Snapshot, folder: string, freeSpace: FreeSpace): Promise<StagedRows> {
  const staged: StagedRows = {
    migration: snapshot.migration,
    tables: {},
    counters: await snapshot.counters(),
    entries: [],
    pictures: [],
  }
  for (const table of snapshot.tables) {
    const path = join(folder, table.name)
    const { rows, ...entry } = await writeTable(snapshot, table, path, freeSpace, (row) => {
      if (table.name === 'media') staged.pictures.push(...listFiles(row as Row<'media'>))
    })
    staged.tables[table.name] = rows
    staged.entries.push({ name: ARCHIVE_NAMES.table(table.name), path, ...entry })
  }
  return staged
}

async function writeTable(
  snapshot: Snapshot,
  table: TableShape,
  path: string,
  freeSpace: FreeSpace,
  look: (row: TableRow) => void,
) {
  const hash = createHash('sha256')
  let size = 0
  let rows = 0
  const texts = async function* () {
    let lines: string[] = []
    for await (const row of snapshot.rows(table)) {
      rows++
      look(row)
      lines.push(`${JSON.stringify(row)}\n`)
      if (lines.length < LINES_PER_CHUNK) continue
      yield lines.join('')
      lines = []
    }
    yield lines.join('')
  }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.byteLength
      await freeSpace.claim(chunk.byteLength)
      yield chunk
    }
  }
  await pipeline(texts, createGzip(), counted, createWriteStream(path, { mode: 0o600 }))
  return { rows, size, sha256: hash.digest('hex') }
}

/** Yields the files of the archive in order, and completes the manifest. */
async function* archiveFiles(
  options: CompleteOptions,
  staged: StagedRows,
  manifest: Manifest,
  last: boolean,
): AsyncGenerator<TarFile> {
  const whole = (name: string, bytes: Uint8Array): TarFile => ({
    name,
    size: bytes.byteLength,
    content: [bytes],
  })
  const promise = (name: string, bytes: Uint8Array): TarFile => {
    manifest.entries.push({ name, size: bytes.byteLength, sha256: sha256(bytes) })
    return whole(name, bytes)
  }

  for (const { path, ...entry } of staged.entries) {
    manifest.entries.push(entry)
    yield { name: entry.name, size: entry.size, content: createReadStream(path) }
  }
  for await (const path of listOtherFiles(options.club)) {
    const file = await open(join(options.club.dataDir, path)).catch((error: NodeJS.ErrnoException) => {
      // The file was deleted after it was listed.
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!file) continue
    try {
      const { size } = await file.stat()
      const content = size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false })
      const read = hashWhileRead({ name: ARCHIVE_NAMES.file(path), size, content })
      yield read.file
      manifest.entries.push(read.entry())
    } finally {
      await file.close()
    }
  }

  const entries: Entry[] = []
  const wanted = options.withoutPictures ? [] : staged.pictures
  let bytes = 0
  const tell = () =>
    options.onProgress?.({ step: 'Guardo los archivos', bytes, done: entries.length, of: wanted.length })
  for await (const found of readPictures(options, wanted)) {
    const { name } = found
    let entry = found.entry ?? null
    if (found.file) {
      const read = hashWhileRead(found.file, (more) => {
        bytes += more
        tell()
      })
      yield { ...read.file, name: ARCHIVE_NAMES.picture(name) }
      entry = read.entry()
    }
    if (entry === null) {
      if (!last && !(await isStillNamed(options.club, name))) throw new SourceChanged(name)
      manifest.pictures.missing.push(name)
      continue
    }
    entries.push(entry)
    manifest.pictures.count++
    manifest.pictures.bytes += entry.size
    tell()
  }
  await options.beside?.pool.flush()

  yield promise(ARCHIVE_NAMES.pictures, await ndjson(entries))
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield whole(ARCHIVE_NAMES.manifest, text)
  yield whole(ARCHIVE_NAMES.checksum, Buffer.from(`${sha256(text)}  ${ARCHIVE_NAMES.manifest}\n`))
}

/** Hashes a file while it is streamed into the archive, so that it is read once and not held in memory. */
function hashWhileRead({ name, size, content }: TarFile, onBytes: (bytes: number) => void = () => {}) {
  const hash = createHash('sha256')
  const counted = async function* () {
    let seen = 0
    for await (const chunk of content) {
      hash.update(chunk)
      seen += chunk.byteLength
      yield chunk
      onBytes(chunk.byteLength)
    }
    if (seen !== size) throw new SourceChanged(name)
  }
  return {
    file: { name, size, content: counted() },
    /** To be called once, after the file was read to its end. */
    entry: (): Entry => ({ name, size, sha256: hash.digest('hex') }),
  }
}

/** A missing picture has neither `file` nor `entry`. */
interface FoundPicture {
  name: string
  /** A picture for the archive. */
  file?: TarFile
  /** A picture in the shared folder beside the archive. */
  entry?: Entry | undefined
}

async function* readPictures(options: CompleteOptions, wanted: string[]): AsyncGenerator<FoundPicture> {
  const { store, beside } = options
  yield* readAhead(wanted, READ_AHEAD, async (name) => {
    if (beside) return copyToPool(name, options, beside)
    // Films and audio are too large for the memory, so they are streamed in their turn.
    if (isStreamed(name)) {
      const size = await store.size(name)
      return size === null
        ? { name }
        : { name, file: { name, size, content: streamMedia(name, size, store) } }
    }
    const bytes = await store.read(name)
    return bytes === null ? { name } : { name, file: { name, size: bytes.byteLength, content: [bytes] } }
  })
}

async function* streamMedia(name: string, size: number, store: MediaStore): AsyncGenerator<Uint8Array> {
  const content = await store.readStream(name, { start: 0, end: size - 1 })
  if (content === null) throw new SourceChanged(name)
  yield* content
}

async function copyToPool(
  name: string,
  { store, target }: CompleteOptions,
  { pool, from, known }: NonNullable<BackupOptions['beside']>,
): Promise<FoundPicture> {
  const earlier = known.get(name)
  if (earlier && (await pool.size(name)) === earlier.size) return { name, entry: earlier }
  if (from === null || !(await pool.adopt(name, from))) {
    const size = await store.size(name)
    const bytes =
      size === null ? null : isStreamed(name) ? streamMedia(name, size, store) : await store.read(name)
    if (!bytes) return { name }
    await target.staging.freeSpace.claim(size as number)
    await pool.put(name, bytes)
  }
  return { name, entry: (await hashStoredFile(name, pool)) ?? undefined }
}

/** Works on several items at a time, and yields the results in the order of the items. */
async function* readAhead<T, R>(items: T[], many: number, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  try {
    for (const item of items) {
      const result = work(item)
      // The consumer awaits the results in order. Until it reaches this one, a rejection must not count as unhandled.
      result.catch(() => {})
      running.push(result)
      if (running.length >= many) yield await (running.shift() as Promise<R>)
    }
    while (running.length > 0) yield await (running.shift() as Promise<R>)
  } finally {
    await Promise.allSettled(running)
  }
}

async function isStillNamed(club: ClubPlace, name: string): Promise<boolean> {
  const database = connect(club)
  try {
    const id = parseFileName(name) ?? ''
    const row = await database.read.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  } finally {
    await database.close()
  }
}

/** Paths in DATA_DIR of all files except database, pictures and backups: secrets, and files of later versions. */
async function* listOtherFiles({ dataDir, mediaUrl }: ClubPlace): AsyncGenerator<string> {
  const left = [mediaUrl, join(dataDir, 'media'), join(dataDir, 'backups')].map((path) => resolve(path))
  const walk = async function* (folder: string): AsyncGenerator<string> {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (
        left.includes(path) ||
        entry.name.startsWith(RESTORE_PREFIX) ||
        UNFINISHED_NAMES.includes(entry.name)
      )
        continue
      if (entry.isDirectory()) yield* walk(path)
      else if (entry.isFile() && !DATABASE_FILE.test(relative(dataDir, path)))
        yield relative(dataDir, path).split(sep).join('/')
    }
  }
  yield* walk(dataDir)
}
