/** Restores a club from an archive into any database and store of pictures, completely or not at all. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { restoreWork } from '../../features/index.server.ts'
import { computeTrustedTimeForRestore, TRUSTED_TIME } from '../../platform/clock/deletion-clock.ts'
import { connect } from '../../platform/db/connect.ts'
import { isDamaged, isOccupied } from '../../platform/db/database-checks.ts'
import { formatErasures, listErasures } from '../../platform/db/erasures.ts'
import { LONG_LIMITS } from '../../platform/db/limits.ts'
import { isUnusedClub, loadClub } from '../../platform/db/load.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { writeSetting } from '../../platform/db/settings.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { allowNextSweep } from '../../platform/media/server/media-sweep.ts'
import { type Content, isStreamed, type MediaStore } from '../../platform/media/server/store.ts'
import { ensureClubId } from '../../platform/media/server/store-owner.ts'
import { parseFileName } from '../../platform/media/server/variants.ts'
import {
  ARCHIVE_NAMES,
  type Entry,
  hashStoredFile,
  isUnfinished,
  type Manifest,
  parseTableRows,
  readArchiveFiles,
  readBytes,
  sha256,
  streamStoredFile,
  type TableRow,
  toDataPath,
  type VerifiedArchive,
  verifyArchive,
} from './archive-format.ts'
import { type StoredArchive, syncFolder } from './archive-target.ts'
import type { OnProgress } from './backup-progress.ts'
import type { ClubPlace } from './create-backup.ts'
import { backupsFolder } from './daily-backup.ts'
import { createRowImport } from './imported-rows.ts'
import { findErasureLists, type RepeatedErasures, repeatErasures } from './repeat-erasures.ts'
import { createStaging, type Staging } from './restore-staging.ts'
import { BrokenArchive, type TarFile } from './tar.ts'

/** Thrown when nothing was restored. The operator sees the message. */
export class RestoreError extends Error {
  override name = 'RestoreError'
}

export interface RestoreOptions {
  archive: StoredArchive
  passphrase?: string | null
  club: ClubPlace
  store: MediaStore
  /** True: existing data is deleted. */
  replace?: boolean
  onProgress?: OnProgress
  /** Called for each rich text that loses its formatting because it has too many tags. */
  onPlainText?: () => void
  /** True: data that was erased after the backup comes back, and leaves the list of erasures. */
  withErased?: boolean
  /** Called after the restore, unless `withErased` is true. */
  onErased?: (repeated: RepeatedErasures) => void
  /** Aborts the restore. The club then stays unchanged. */
  signal?: AbortSignal
}

/** Number of pictures that are written at the same time. */
const CONCURRENT_WRITES = 8

/** Restores a club. A failed restore changes no data. @throws RestoreError, BrokenArchive, WrongKeyError */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { passphrase = null, club, store, replace = false, onProgress, signal } = options
  const archive = await withProgress(options.archive, 'Reviso la copia', onProgress)
  const verified = await verifyArchive(archive, passphrase, signal)
  const { manifest, pictures } = verified
  if (!migrationNames.includes(manifest.migration))
    throw new RestoreError(
      `El archivo es de una versión más nueva (${manifest.migration}): actualizá el programa y repetí.`,
    )
  const beside = manifest.pictures.inside ? null : await openSharedPictures(archive, verified, options)
  await mkdir(club.dataDir, { recursive: true })
  const damaged = club.databaseUrl === null && isDamaged(getSqlitePath(club.dataDir))
  if (damaged && !replace)
    throw new RestoreError(
      'La base de datos que hay está dañada. Para ponerla a un lado, repetí con --replace.',
    )
  const occupied = isOccupied(club).catch((error: unknown) => {
    if (damaged) return false
    throw error
  })
  if (await occupied)
    throw new RestoreError('Otro programa está usando la base de datos. Detené el club y repetí.')
  if (!replace) await requireEmpty(club, store, verified)

  const staging = await createStaging(club.dataDir)
  const added: string[] = []
  try {
    const again = await withProgress(options.archive, 'Pongo los archivos', onProgress)
    await unpack({ ...options, archive: again }, verified, staging.folder, added)
    if (beside) await copyPictures(beside, manifest, pictures, options, added)
    await replaceFiles(manifest, staging, club.dataDir, async () => {
      const putBack = damaged ? await moveDamagedDatabase(club) : null
      try {
        await loadRows(options, manifest, staging.folder)
      } catch (error) {
        await putBack?.()
        throw error
      }
    })
    return manifest
  } catch (error) {
    for (const name of added) await store.remove(name).catch(() => {})
    throw error
  } finally {
    await staging.remove()
  }
}

/**
 * Moves a damaged database and its log (sqlite.org/tempfiles.html) to the folder of the backups, because no rows can be
 * loaded into it. An expert may still read parts of it there.
 * @returns a function that moves it back
 */
async function moveDamagedDatabase(club: ClubPlace): Promise<() => Promise<void>> {
  const folder = backupsFolder(club)
  await mkdir(folder, { recursive: true })
  const aside = join(folder, `damaged-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.sqlite`)
  const file = getSqlitePath(club.dataDir)
  const parts = ['', '-wal', '-shm']
  const moved: string[] = []
  for (const part of parts)
    if (await exists(file + part)) {
      await rename(file + part, aside + part)
      moved.push(part)
    }
  return async () => {
    for (const part of parts) await rm(file + part, { force: true })
    for (const part of moved) await rename(aside + part, file + part)
  }
}

/** Reports progress while an archive is read. */
async function withProgress(
  archive: StoredArchive,
  step: string,
  onProgress?: OnProgress,
): Promise<StoredArchive> {
  if (!onProgress) return archive
  const of = await archive.size()
  return {
    ...archive,
    async *read() {
      let done = 0
      for await (const chunk of archive.read()) {
        done += chunk.byteLength
        onProgress({ step, bytes: done, done, of })
        yield chunk
      }
    },
  }
}

/** Opens the folder with the pictures of a daily backup, and checks each picture. */
async function openSharedPictures(
  archive: StoredArchive,
  { manifest, pictures }: VerifiedArchive,
  { onProgress, signal }: RestoreOptions,
): Promise<MediaStore> {
  const folder = archive.folder === null ? null : join(archive.folder, 'media')
  if (folder === null || !(await exists(folder)))
    throw new RestoreError(
      'Las imágenes de esta copia están en la carpeta media que estaba a su lado, y no la encuentro.',
    )
  const store = openLocalMedia(folder)
  let done = 0
  for (const { name, size, sha256: hash } of pictures.values()) {
    signal?.throwIfAborted()
    const entry = await hashStoredFile(name, store)
    done += size
    onProgress?.({ step: 'Reviso los archivos', bytes: done, done, of: manifest.pictures.bytes })
    if (entry?.sha256 !== hash)
      throw new BrokenArchive(`${name} ${entry ? 'está dañado' : 'falta'} en ${folder}`)
  }
  return store
}

async function requireEmpty(club: ClubPlace, store: MediaStore, { manifest, pictures }: VerifiedArchive) {
  const hint = 'Si igual querés reemplazar lo que hay, repetí con --replace.'
  const database = connect(club)
  try {
    if (!(await isUnusedClub(database))) throw new RestoreError(`La base de datos no está vacía. ${hint}`)
  } finally {
    await database.close()
  }
  // Share images are ignored. They are drawn again when they are requested.
  for await (const name of store.list(Number.POSITIVE_INFINITY))
    if (!pictures.has(name) && parseFileName(name) !== null)
      throw new RestoreError(`Donde van las imágenes hay otras. ${hint}`)
  for (const { name } of manifest.entries.filter(isOtherFile))
    if (await exists(join(club.dataDir, toDataPath(name))))
      throw new RestoreError(`Ya hay un archivo ${toDataPath(name)} en DATA_DIR. ${hint}`)
}

const isOtherFile = ({ name }: Pick<Entry, 'name'>) =>
  name.startsWith(ARCHIVE_NAMES.file('')) && !isUnfinished(name)

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Reads the archive a second time: stores the pictures, and unpacks other files into a folder. The content must equal that
 * of the first read.
 */
async function unpack(
  { archive, passphrase = null, store }: RestoreOptions,
  { manifest, pictures }: VerifiedArchive,
  staging: string,
  added: string[],
) {
  const expected = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  const prefix = ARCHIVE_NAMES.picture('')
  await runConcurrently(CONCURRENT_WRITES, async (run) => {
    for await (const file of readArchiveFiles(archive, passphrase)) {
      if (file.name.startsWith(prefix)) {
        const name = file.name.slice(prefix.length)
        const wanted = pictures.get(name)
        // Only the names of the first read were checked, and names become paths.
        if (wanted === undefined) throw new BrokenArchive('El archivo cambió mientras tanto')
        if (isStreamed(name)) {
          const path = join(staging, name)
          if ((await writeDurably(file, path)) !== wanted.sha256)
            throw new BrokenArchive(`${name} cambió mientras tanto`)
          await putPicture(store, wanted, () => createReadStream(path), added)
          await rm(path)
          continue
        }
        const bytes = await readBytes(file)
        if (sha256(bytes) !== wanted.sha256) throw new BrokenArchive(`${name} cambió mientras tanto`)
        await run(() => putPicture(store, wanted, () => bytes, added))
      } else if (
        expected.has(file.name) &&
        file.name !== ARCHIVE_NAMES.pictures &&
        !isUnfinished(file.name)
      ) {
        const path = stagedPath(staging, file.name)
        await mkdir(dirname(path), { recursive: true })
        if ((await writeDurably(file, path)) !== expected.get(file.name)?.sha256)
          throw new BrokenArchive(`${file.name} cambió mientras tanto`)
      }
    }
  })
}

/** Returns the path of an unpacked file before the restore moves it to its place. */
const stagedPath = (staging: string, name: string): string =>
  isOtherFile({ name }) ? join(staging, 'files', toDataPath(name)) : join(staging, 'tables', basename(name))

/** Writes a file so that it survives a power cut. @returns its hash */
async function writeDurably({ content }: TarFile, path: string): Promise<string> {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(hashed, createWriteStream(path, { mode: 0o600, flush: true }))
  return hash.digest('hex')
}

async function copyPictures(
  from: MediaStore,
  { pictures: { bytes: of } }: Manifest,
  pictures: Map<string, Entry>,
  { store, onProgress, signal }: RestoreOptions,
  added: string[],
) {
  let done = 0
  await runConcurrently(CONCURRENT_WRITES, async (run) => {
    for (const entry of pictures.values()) {
      signal?.throwIfAborted()
      await run(async () => {
        await putPicture(store, entry, () => streamStoredFile(entry.name, entry.size, from), added)
        done += entry.size
        onProgress?.({ step: 'Copio los archivos', bytes: done, done, of })
      })
    }
  })
}

async function putPicture(
  store: MediaStore,
  { name, size, sha256: hash }: Entry,
  content: () => Content,
  added: string[],
) {
  const there = await store.size(name)
  if (there === size && (await hashStoredFile(name, store))?.sha256 === hash) return
  if (there === null) added.push(name)
  await store.put(name, content())
}

/**
 * Runs several jobs at the same time until one fails. It returns only when all of them have ended, so that the clean-up
 * after a failure also finds the pictures of the last jobs.
 */
async function runConcurrently(
  many: number,
  work: (run: (job: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | null = null
  try {
    await work(async (job) => {
      if (failure) throw failure.error
      const promise = job()
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => running.delete(promise))
      running.add(promise)
      if (running.size >= many) await Promise.race(running)
    })
  } finally {
    await Promise.all(running)
  }
  if (failure) throw (failure as { error: unknown }).error
}

/** Loads the database last, when all files that its rows name exist. If that fails, the earlier files are put back. */
async function replaceFiles(
  manifest: Manifest,
  staging: Staging,
  dataDir: string,
  work: () => Promise<void>,
) {
  const undo: (() => Promise<void>)[] = []
  try {
    for (const { name } of manifest.entries.filter(isOtherFile)) {
      const path = join(dataDir, toDataPath(name))
      const old = staging.movedPath(undo.length)
      await mkdir(dirname(path), { recursive: true })
      const was = await exists(path)
      if (was) await rename(path, old)
      undo.push(() => (was ? rename(old, path) : rm(path, { force: true })))
      await rename(stagedPath(staging.folder, name), path)
      await syncFolder(dirname(path))
    }
    await work()
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw error
  }
}

async function loadRows(
  { club, store, signal, onPlainText, withErased = false, onErased }: RestoreOptions,
  manifest: Manifest,
  staging: string,
) {
  const stored = (table: string) =>
    manifest.tables[table] === undefined
      ? noRows()
      : parseTableRows(createReadStream(stagedPath(staging, ARCHIVE_NAMES.table(table))), signal)
  const owner = await store.readOwner()
  const storedErasures = await store.readErasures()
  const database = connect(club, undefined, LONG_LIMITS)
  try {
    // The trusted time in the archive belongs to another machine or an earlier month, so it is replaced.
    const trustedTime = await computeTrustedTimeForRestore(database, manifest.createdAt)
    const lists = withErased ? [] : await findErasureLists(database, owner, storedErasures)
    let repeated: RepeatedErasures | undefined
    await loadClub(database, {
      async finish(tx) {
        await writeSetting(tx, TRUSTED_TIME, trustedTime)
        await allowNextSweep(tx)
        // A wrong clock of this machine loses no names here, because the archive still has them.
        for (const { eraseDue } of restoreWork) await eraseDue?.(tx, Date.now())
        repeated = await repeatErasures(tx, database.dialect, lists)
        // Otherwise the store's list would erase the same data at the next restore.
        if (withErased) await store.writeErasures(formatErasures(await listErasures(tx)))
        // An archive of an older version has no id. The last step, so that almost no failure can follow.
        await store.setOwner(await ensureClubId(tx, owner))
      },
      migration: manifest.migration,
      counters: manifest.counters,
      of: createRowImport(stored, onPlainText),
    })
    if (!withErased && repeated) onErased?.(repeated)
  } catch (error) {
    await store.setOwner(owner).catch(() => {})
    if (withErased && storedErasures) await store.writeErasures(storedErasures).catch(() => {})
    throw error
  } finally {
    await database.close()
  }
}

async function* noRows(): AsyncGenerator<TableRow> {}
