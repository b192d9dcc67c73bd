/**
 * `./pulso backup` and `./pulso restore`. `export` and `import` do the same, because an archive does not depend on a database
 * or a store of pictures.
 */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import { openMedia } from '../../platform/media/server/open.ts'
import { needsConfirmation } from '../../platform/process/clock/deletion-clock.ts'
import { type Env, ownEnv } from '../../platform/process/env.ts'
import { freeSpaceIn } from '../../platform/process/free-space.ts'
import { closeDataDir } from '../../platform/process/private-files.ts'
import type { Manifest } from '../backup/archive-format.ts'
import { openArchive, openTarget } from '../backup/archive-target.ts'
import { createProgress, type OnProgress } from '../backup/backup-progress.ts'
import { createBackup } from '../backup/create-backup.ts'
import { keyIn } from '../backup/encryption.ts'
import { restore } from '../backup/restore-backup.ts'
import type { Given } from './command-line.ts'
import { dayAndTime } from './format.ts'
import { interruptible, until } from './interrupt.ts'
import { EXIT, Failure, type Say } from './output.ts'
import { requireAnswer, requireClub, requireOwner } from './require-club.ts'

export async function runBackup({ values: { to, key } }: Given, say: Say): Promise<number> {
  const env = ownEnv()
  const where = to === undefined ? join(env.dataDir, 'backups') : fromCaller(to)
  const passphrase = await passphraseIn(key)
  const target = await openTarget(where)
  await requireClub(env, { older: true })
  await closeDataDir(env.dataDir)
  const freeSpace = freeSpaceIn(join(env.dataDir, 'backups'))
  const { where: archive, manifest } = await underWay(async (signal, onProgress) =>
    createBackup({
      onProgress,
      club: env,
      store: await openMedia(env.mediaUrl),
      target: { put: (name, chunks) => target.put(name, until(signal, chunks)) },
      name: archiveName(new Date()),
      passphrase,
      freeSpace: {
        claim(bytes) {
          signal.throwIfAborted()
          return freeSpace.claim(bytes)
        },
      },
    }),
  )
  say.line(`Copia lista: ${archive}`)
  say.line(summary(manifest))
  warnAboutMissing(manifest, say)
  if (key === undefined && isBucketUrl(where))
    say.line('No está cifrada: quien entre al balde puede leer los mensajes. Con --key se cifra.')
  say.document({ archive, encrypted: key !== undefined, ...told(manifest) })
  return EXIT.good
}

export async function runRestore({ arguments: [archive], values, flags }: Given, say: Say): Promise<number> {
  const env = ownEnv()
  if (archive === undefined)
    throw new Failure(`Decí qué copia: ./pulso restore copia\n${await listOfArchives(env)}`, EXIT.usage)
  await requireOwner(env)
  // Checked before an archive of gigabytes is read.
  await requireAnswer(env)
  await closeDataDir(env.dataDir)
  const passphrase = await passphraseIn(values.key)
  const stored = await openArchive(fromCaller(archive))
  let plainTexts = 0
  const manifest = await underWay(async (signal, onProgress) =>
    restore({
      onProgress,
      onPlainText: () => plainTexts++,
      signal,
      archive: { ...stored, read: () => until(signal, stored.read()) },
      passphrase,
      club: env,
      store: await openMedia(env.mediaUrl),
      replace: flags.has('replace'),
    }),
  )
  say.line(`El club volvió a ser el del ${new Date(manifest.createdAt).toLocaleString('es-AR')}.`)
  say.line(summary(manifest))
  say.line('Nadie quedó con la sesión iniciada, y los enlaces e invitaciones de entonces no sirven.')
  warnAboutMissing(manifest, say)
  if (plainTexts > 0) say.line(`Textos que quedaron sin formato, por tener demasiado: ${plainTexts}.`)
  say.line(
    `La hora de esta máquina es ${dayAndTime(Date.now())}. Si está mal, ponela en hora antes de abrir el club.`,
  )
  if (needsConfirmation(manifest.createdAt))
    say.line(
      `La copia es del ${dayAndTime(Date.parse(manifest.createdAt))}: cuando compruebes que la fecha de este servidor está bien, ./pulso clock confirm`,
    )
  say.document(told(manifest))
  return EXIT.good
}

/** Prints the progress on standard error, because standard output is for the result. */
async function underWay<T>(work: (signal: AbortSignal, onProgress: OnProgress) => Promise<T>): Promise<T> {
  const progress = createProgress(process.stderr)
  try {
    return await interruptible((signal) => work(signal, progress.on))
  } finally {
    progress.end()
  }
}

/** npm changes into the project's folder, but paths are relative to the folder of the operator. */
const fromCaller = (where: string) =>
  isBucketUrl(where) ? where : resolve(process.env.INIT_CWD ?? process.cwd(), where)

const archiveName = (now: Date) => `club-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`

const passphraseIn = async (file: string | undefined): Promise<string | null> =>
  file === undefined ? null : keyIn(fromCaller(file))

function summary({ tables, pictures }: Manifest): string {
  const rows = Object.values(tables).reduce((total, count) => total + count, 0)
  const megabytes = (pictures.bytes / 1_000_000).toFixed(1).replace('.', ',')
  return `${rows} filas de ${Object.keys(tables).length} tablas, ${pictures.count} archivos de imágenes (${megabytes} MB).`
}

/** The part of the JSON document about an archive. */
const told = ({ createdAt, migration, tables, pictures: { count, bytes, missing } }: Manifest) => ({
  createdAt,
  migration,
  tables,
  pictures: { count, bytes, missing },
})

function warnAboutMissing({ pictures: { missing } }: Manifest, say: Say) {
  if (missing.length > 0)
    say.line(
      `Atención: faltan ${missing.length} archivos de imágenes que la base nombra: ${missing.slice(0, 3).join(', ')}…`,
    )
}

async function listOfArchives({ dataDir }: Env): Promise<string> {
  const folder = join(dataDir, 'backups')
  const archives = (await readdir(folder).catch(() => [])).filter((name) => /^\w.*\.tar$/.test(name)).sort()
  return archives.length === 0 ? `En ${folder} no hay copias.` : `En ${folder} hay: ${archives.join(', ')}`
}
