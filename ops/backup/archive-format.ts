/**
 * The format of a backup. It does not depend on the database or on the store of pictures, so a backup can also move a club
 * from one to another.
 *
 *   tables/<table>.ndjson.gz   a row per line, parents before children
 *   files/<path>               other files of DATA_DIR
 *   pictures/<name>            as they are served; those of a daily backup are in the folder media/ beside it
 *   pictures.ndjson.gz         name, size and hash of each
 *   manifest.json              all files above, with hashes; at the end, so that a truncated archive has none
 *   manifest.sha256            its hash, in the format of sha256sum
 */
import { createHash, type Hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Cell } from '../../platform/db/snapshot.ts'
import { INCOMING, UPLOADS, UPLOADS_LOCK } from '../../platform/media/server/local-media.ts'
import { isMediaName, type MediaStore } from '../../platform/media/server/store.ts'
import type { StoredArchive } from './archive-target.ts'
import { decrypt, isEncrypted, splitHead, WrongKeyError } from './encryption.ts'
import { BrokenArchive, readTar, type TarFile } from './tar.ts'

export const FORMAT = 1

export const ARCHIVE_NAMES = {
  table: (table: string) => `tables/${table}.ndjson.gz`,
  file: (path: string) => `files/${path}`,
  picture: (name: string) => `pictures/${name}`,
  pictures: 'pictures.ndjson.gz',
  manifest: 'manifest.json',
  checksum: 'manifest.sha256',
}

/** Prefix of the folders in DATA_DIR where archives are unpacked. Backups exclude these folders. */
export const RESTORE_PREFIX = '.restore-'

/** Names of unfinished files. Backups leave them out, anywhere in DATA_DIR. */
export const UNFINISHED_NAMES = [INCOMING, UPLOADS, UPLOADS_LOCK]

/** The SQLite database and its log, relative to DATA_DIR. Archives contain its rows instead. */
export const DATABASE_FILE = /^club\.sqlite(-\w+)?$/

/** Folders of DATA_DIR whose files are never stored as `files/…`. */
const OWN_FOLDERS = ['media', 'backups']

/**
 * Characters with a meaning in Windows paths: a backslash separates folders, and a colon follows a drive or precedes a
 * stream. On other systems both can be part of a name.
 */
const WINDOWS_SYNTAX = /[\\:]/

const splitFilePath = (name: string): string[] => name.slice(ARCHIVE_NAMES.file('').length).split('/')

/** True for a `files/…` that a restore leaves out. Another release may have put unfinished files into its archive. */
export const isUnfinished = (name: string): boolean =>
  name.startsWith(ARCHIVE_NAMES.file('')) &&
  splitFilePath(name).some((part) => UNFINISHED_NAMES.includes(part))

/**
 * Returns the path within DATA_DIR for a `files/…` of an archive.
 * @throws BrokenArchive for a path outside DATA_DIR, and for the database, media and backups, because no version writes
 * those under `files/`
 */
export function toDataPath(name: string): string {
  const parts = splitFilePath(name)
  const path = parts.join('/')
  const isForeign =
    parts.some((part) => ['', '.', '..'].includes(part) || part.startsWith(RESTORE_PREFIX)) ||
    (process.platform === 'win32' && WINDOWS_SYNTAX.test(path)) ||
    DATABASE_FILE.test(path) ||
    OWN_FOLDERS.includes(parts[0] as string)
  if (isForeign) throw new BrokenArchive(`El archivo quiere escribir donde no debe: ${JSON.stringify(path)}`)
  return path
}

const TABLE_NAME = /^tables\/\w{1,64}\.ndjson\.gz$/

/**
 * Checks a name. Must run before any other use of it, because names become paths.
 * @throws BrokenArchive for a name that no backup writes
 */
function requireKnownName(name: string): void {
  const { picture, file, pictures, manifest, checksum } = ARCHIVE_NAMES
  if (name.startsWith(file(''))) return void toDataPath(name)
  const isKnown = name.startsWith(picture(''))
    ? isMediaName(name.slice(picture('').length))
    : [pictures, manifest, checksum].includes(name) || TABLE_NAME.test(name)
  if (!isKnown)
    throw new BrokenArchive(`El archivo trae algo que ninguna copia tiene: ${JSON.stringify(name)}`)
}

const entrySchema = z.object({
  name: z.string(),
  /** Size of the file. Bytes */
  size: z.int().nonnegative(),
  /** Hash of the file. Hexadecimal */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type Entry = z.infer<typeof entrySchema>

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Time at which the rows were read. ISO 8601 */
  createdAt: z.string(),
  /** Newest migration of the database. */
  migration: z.string(),
  /** Number of rows in each table. */
  tables: z.record(z.string(), z.number()),
  /** The last sequence number that each table with a counter has used. */
  counters: z.record(z.string(), z.number()),
  pictures: z.object({
    inside: z.boolean(),
    count: z.number(),
    bytes: z.number(),
    /** Files that rows name, but that were already missing before the backup. */
    missing: z.array(z.string()),
  }),
  /** All files except the pictures. */
  entries: z.array(entrySchema),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The contents of an archive whose files were all read and checked. */
export interface VerifiedArchive {
  manifest: Manifest
  /** Pictures by their name. */
  pictures: Map<string, Entry>
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const compress = promisify(gzip)

/** Creates a gzipped file with one JSON line per row. */
export async function ndjson(rows: Iterable<unknown>): Promise<Buffer> {
  return compress([...rows].map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/**
 * Limit of a line in UTF-16 code units. The longest real line is an entry of the audit log that contains a text twice,
 * about 2 MB. Without a limit, 470 kB of compressed blanks would fill the memory with one line.
 */
const LINE_MAX = 16 * 1024 * 1024

/**
 * Parses the lines of a file that `ndjson` wrote.
 * @param signal stops the reading, because decompression can continue long after the last byte of the file was read
 * @throws BrokenArchive
 */
async function* parseLines(content: TarFile['content'], signal?: AbortSignal): AsyncGenerator<unknown> {
  const unzipped = pipeline(Readable.from(content), createGunzip(), () => {})
  try {
    // Parts of the unfinished line. They are joined once per line, so a long line costs linear time.
    let parts: string[] = []
    let length = 0
    for await (const text of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      signal?.throwIfAborted()
      let start = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        parts.push(text.slice(start, end))
        yield JSON.parse(parts.join(''))
        parts = []
        length = 0
        start = end + 1
      }
      parts.push(text.slice(start))
      length += text.length - start
      if (length > LINE_MAX) throw new BrokenArchive('Una lista del archivo tiene una línea demasiado larga')
    }
    if (length > 0) throw new BrokenArchive('Una lista del archivo está cortada')
  } catch (error) {
    if (error instanceof BrokenArchive || signal?.aborted) throw error
    throw new BrokenArchive('Una lista del archivo está dañada', { cause: error })
  }
}

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** Parses the rows of a table. @throws BrokenArchive */
export async function* parseTableRows(
  content: TarFile['content'],
  signal?: AbortSignal,
): AsyncGenerator<TableRow> {
  for await (const line of parseLines(content, signal)) {
    const { success, data } = rowSchema.safeParse(line)
    if (!success) throw new BrokenArchive('Una lista del archivo tiene algo que no es una fila')
    yield data
  }
}

export type TableRow = Record<string, Cell>

/** Reads the files of an archive. An encrypted archive is decrypted. @throws WrongKeyError, BrokenArchive */
export async function* readArchiveFiles(
  archive: StoredArchive,
  passphrase: string | null,
): AsyncGenerator<TarFile> {
  const { head, rest } = await splitHead(archive.read(), 16)
  const whole = async function* () {
    yield head
    yield* rest
  }
  if (isEncrypted(head) && passphrase === null) {
    await rest[Symbol.asyncIterator]().return?.(undefined)
    throw new WrongKeyError('El archivo está cifrado: decí con --key en qué archivo está la clave')
  }
  yield* readTar(isEncrypted(head) ? decrypt(whole(), passphrase as string) : whole())
}

/** Streams a file of a media store. @throws BrokenArchive for a missing file */
export async function* streamStoredFile(
  name: string,
  size: number,
  store: MediaStore,
): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const content = await store.readStream(name, { start: 0, end: size - 1 })
  if (content === null) throw new BrokenArchive(`${name} ya no está`)
  yield* content
}

/** Hashes a file of a media store. @returns null when the store has no such file */
export async function hashStoredFile(name: string, store: MediaStore): Promise<Entry | null> {
  const size = await store.size(name)
  if (size === null) return null
  return { name, size, sha256: await hashContent({ content: streamStoredFile(name, size, store) }) }
}

/** Limit of files that are read into memory. Pictures have a few MB. Films and audio are streamed. Bytes */
const IN_MEMORY_MAX = 64 * 1024 * 1024

export async function readBytes({ name, size, content }: TarFile): Promise<Buffer> {
  if (size > IN_MEMORY_MAX) throw new BrokenArchive(`${name} es demasiado grande`)
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

async function hashContent({ content }: Pick<TarFile, 'content'>): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/** Reads a whole archive, and compares every file with the hashes of its manifest. @throws BrokenArchive, WrongKeyError */
export async function verifyArchive(
  archive: StoredArchive,
  passphrase: string | null,
  signal?: AbortSignal,
): Promise<VerifiedArchive> {
  const found = new Map<string, Entry>()
  let manifestBytes: Buffer | null = null
  let checksum = ''
  const pictures = new Map<string, Entry>()
  for await (const file of readArchiveFiles(archive, passphrase)) {
    const { name, size } = file
    requireKnownName(name)
    if (found.has(name)) throw new BrokenArchive(`${JSON.stringify(name)} está dos veces en el archivo`)
    if (name === ARCHIVE_NAMES.manifest) manifestBytes = await readBytes(file)
    else if (name === ARCHIVE_NAMES.checksum) checksum = (await readBytes(file)).toString()
    else if (name === ARCHIVE_NAMES.pictures) {
      const bytes = await readBytes(file)
      found.set(name, { name, size, sha256: sha256(bytes) })
      for await (const entry of parsePictureEntries([bytes], signal)) {
        if (pictures.has(entry.name)) throw new BrokenArchive(`${entry.name} está dos veces en la lista`)
        pictures.set(entry.name, entry)
      }
    } else found.set(name, { name, size, sha256: await hashContent(file) })
  }
  if (manifestBytes === null || !checksum.startsWith(sha256(manifestBytes)))
    throw new BrokenArchive('El archivo no está entero')
  const manifest = parseManifest(manifestBytes)

  const promised = [
    ...manifest.entries,
    ...(manifest.pictures.inside
      ? [...pictures.values()].map((entry) => ({ ...entry, name: ARCHIVE_NAMES.picture(entry.name) }))
      : []),
  ]
  for (const { name, size, sha256 } of promised) {
    requireKnownName(name)
    const there = found.get(name)
    if (there?.sha256 !== sha256 || there.size !== size)
      throw new BrokenArchive(`${JSON.stringify(name)} ${there ? 'está dañado' : 'falta'} en el archivo`)
    found.delete(name)
  }
  const stranger = found.keys().next().value
  if (stranger !== undefined)
    throw new BrokenArchive(`${JSON.stringify(stranger)} está en el archivo, y no en su lista`)
  if (pictures.size !== manifest.pictures.count) throw new BrokenArchive('Falta la lista de las imágenes')
  return { manifest, pictures }
}

/** Parses the list of pictures of an archive. @throws BrokenArchive */
export async function* parsePictureEntries(
  content: TarFile['content'],
  signal?: AbortSignal,
): AsyncGenerator<Entry> {
  for await (const line of parseLines(content, signal)) {
    const { success, data } = entrySchema.safeParse(line)
    if (!success || !isMediaName(data.name))
      throw new BrokenArchive('La lista de las imágenes tiene algo que no es una imagen')
    yield data
  }
}

function parseManifest(bytes: Buffer): Manifest {
  const damaged = (cause: unknown) =>
    new BrokenArchive('La lista de contenidos del archivo está dañada', { cause })
  let parsed: unknown
  try {
    parsed = JSON.parse(bytes.toString())
  } catch (error) {
    throw damaged(error)
  }
  if (z.object({ format: z.number() }).safeParse(parsed).data?.format !== FORMAT)
    throw new BrokenArchive('El archivo es de una versión más nueva: actualizá el programa y repetí')
  const manifest = manifestSchema.safeParse(parsed)
  if (!manifest.success) throw damaged(manifest.error)
  return manifest.data
}
