/**
 * What is in a backup, the same for every database and every store of pictures: that makes it also the way from one to the
 * other.
 *
 *   tables/<table>.ndjson.gz   a row a line, parents before children
 *   files/<path>               what else lies in DATA_DIR
 *   pictures/<name>            as they are served; a daily backup has them beside it instead, in media/
 *   pictures.ndjson.gz         name, size and hash of each
 *   manifest.json              everything above, with hashes; last, so that what was cut has none
 *   manifest.sha256            of that, as sha256sum writes it
 */
import { createHash, type Hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import type { Cell } from '../../../db/snapshot.ts'
import type { MediaStore } from '../../media/store.ts'
import type { StoredArchive } from './archive-target.ts'
import { decrypt, isEncrypted, splitHead, WrongKey } from './encryption.ts'
import { BrokenArchive, type TarFile, untar } from './tar.ts'

export const FORMAT = 1

export const names = {
  table: (table: string) => `tables/${table}.ndjson.gz`,
  file: (path: string) => `files/${path}`,
  picture: (name: string) => `pictures/${name}`,
  pictures: 'pictures.ndjson.gz',
  manifest: 'manifest.json',
  checksum: 'manifest.sha256',
}

/** Folders in DATA_DIR of archives on their way in; no part of the club. */
export const RESTORING = '.restore-'

export interface Entry {
  name: string
  /** Bytes. */
  size: number
  /** Hexadecimal. */
  sha256: string
}

export interface Manifest {
  format: number
  /** ISO 8601: the moment that the rows are from. */
  createdAt: string
  /** The newest migration of the database. */
  migration: string
  /** Rows of each table. */
  tables: Record<string, number>
  /** The last number that each counting table gave out. */
  counters: Record<string, number>
  pictures: {
    inside: boolean
    count: number
    bytes: number
    /** Those that rows name and that were lost before. */
    missing: string[]
  }
  /** Everything but the pictures. */
  entries: Entry[]
}

/** What an archive says of itself, once all of it was read and found to be true. */
export interface Verified {
  manifest: Manifest
  /** By name. */
  pictures: Map<string, Entry>
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const compress = promisify(gzip)

/** Lines as a file of the archive. */
export async function ndjson(rows: Iterable<unknown>): Promise<Buffer> {
  return compress([...rows].map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** The lines of a file as `ndjson` wrote it. @throws BrokenArchive */
export async function* lines<T>(content: TarFile['content']): AsyncGenerator<T> {
  const unzipped = pipeline(Readable.from(content), createGunzip(), () => {})
  try {
    let started = ''
    for await (const text of unzipped.setEncoding('utf8') as AsyncIterable<string>) {
      const parts = (started + text).split('\n')
      started = parts.pop() ?? ''
      for (const line of parts) yield JSON.parse(line) as T
    }
    if (started !== '') throw new BrokenArchive('Una lista del archivo está cortada')
  } catch (error) {
    if (error instanceof BrokenArchive) throw error
    throw new BrokenArchive('Una lista del archivo está dañada', { cause: error })
  }
}

export type TableRow = Record<string, Cell>

/** The files of an archive, opened with its key where it is encrypted. @throws WrongKey, BrokenArchive */
export async function* filesOf(archive: StoredArchive, passphrase: string | null): AsyncGenerator<TarFile> {
  const { head, rest } = await splitHead(archive.read(), 16)
  const whole = async function* () {
    yield head
    yield* rest
  }
  if (isEncrypted(head) && passphrase === null) {
    await rest[Symbol.asyncIterator]().return?.(undefined)
    throw new WrongKey('El archivo está cifrado: decí con --key en qué archivo está la clave')
  }
  yield* untar(isEncrypted(head) ? decrypt(whole(), passphrase as string) : whole())
}

/** A file of a store, as it comes. */
export async function* bytesIn(name: string, size: number, store: MediaStore): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const content = await store.readStream(name, { start: 0, end: size - 1 })
  if (content === null) throw new BrokenArchive(`${name} ya no está`)
  yield* content
}

/** @returns null: the store has no such file */
export async function entryOfStored(name: string, store: MediaStore): Promise<Entry | null> {
  const size = await store.size(name)
  if (size === null) return null
  return { name, size, sha256: await hashOf({ content: bytesIn(name, size, store) }) }
}

/** Files that are read whole into memory; pictures are at most a few MB. What plays is not. */
const SMALL_MAX = 64 * 1024 * 1024

export async function bytesOf({ name, size, content }: TarFile): Promise<Buffer> {
  if (size > SMALL_MAX) throw new BrokenArchive(`${name} es demasiado grande`)
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

async function hashOf({ content }: Pick<TarFile, 'content'>): Promise<string> {
  const hash: Hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Reads an archive from its beginning to its end, and believes nothing that does not fit.
 * @throws BrokenArchive, WrongKey
 */
export async function verify(archive: StoredArchive, passphrase: string | null): Promise<Verified> {
  const found = new Map<string, Entry>()
  let manifestBytes: Buffer | null = null
  let checksum = ''
  const pictures = new Map<string, Entry>()
  for await (const file of filesOf(archive, passphrase)) {
    const { name, size } = file
    if (found.has(name)) throw new BrokenArchive(`${name} está dos veces en el archivo`)
    if (name === names.manifest) manifestBytes = await bytesOf(file)
    else if (name === names.checksum) checksum = (await bytesOf(file)).toString()
    else if (name === names.pictures) {
      const bytes = await bytesOf(file)
      found.set(name, { name, size, sha256: sha256(bytes) })
      for await (const entry of lines<Entry>([bytes])) pictures.set(entry.name, entry)
    } else found.set(name, { name, size, sha256: await hashOf(file) })
  }
  if (manifestBytes === null || !checksum.startsWith(sha256(manifestBytes)))
    throw new BrokenArchive('El archivo no está entero')
  const manifest = JSON.parse(manifestBytes.toString()) as Manifest
  if (manifest.format !== FORMAT)
    throw new BrokenArchive('El archivo es de una versión más nueva: actualizá el programa y repetí')

  const promised = [
    ...manifest.entries,
    ...(manifest.pictures.inside
      ? [...pictures.values()].map((entry) => ({ ...entry, name: names.picture(entry.name) }))
      : []),
  ]
  for (const { name, size, sha256 } of promised) {
    const there = found.get(name)
    if (there?.sha256 !== sha256 || there.size !== size)
      throw new BrokenArchive(`${name} ${there ? 'está dañado' : 'falta'} en el archivo`)
    found.delete(name)
  }
  const stranger = found.keys().next().value
  if (stranger !== undefined) throw new BrokenArchive(`Nadie prometió ${stranger}, y está en el archivo`)
  if (pictures.size !== manifest.pictures.count) throw new BrokenArchive('Falta la lista de las imágenes')
  return { manifest, pictures }
}
