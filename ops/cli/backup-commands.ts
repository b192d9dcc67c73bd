/**
 * `./pulso backup` and `./pulso restore`. `export` and `import` do the same, because an archive does not depend on a database
 * or a store of pictures.
 */
import { readdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { needsConfirmation } from '../../platform/clock/deletion-clock.ts'
import { connect } from '../../platform/db/connect.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { readClubId } from '../../platform/media/server/store-owner.ts'
import { isBucketUrl } from '../../platform/process/bucket-url.ts'
import { type Env, readOwnEnv } from '../../platform/process/env.ts'
import { restrictDataDir } from '../../platform/process/private-files.ts'
import type { Manifest } from '../backup/archive-format.ts'
import { openArchive, openTarget } from '../backup/archive-target.ts'
import { createProgress, type OnProgress } from '../backup/backup-progress.ts'
import { createBackup } from '../backup/create-backup.ts'
import { nameElsewhere } from '../backup/daily-backup.ts'
import { readKeyFile } from '../backup/encryption.ts'
import { countByKey, type RepeatedErasures } from '../backup/repeat-erasures.ts'
import { restore } from '../backup/restore-backup.ts'
import type { ParsedArguments } from './command-line.ts'
import { formatDayAndTime, formatTime } from './format.ts'
import { readUntilAborted, runInterruptibly } from './interrupt.ts'
import { requireLastingFolder } from './lasting-folder.ts'
import { EXIT, Failure, type Output } from './output.ts'
import { requireClub, requireDatabaseAnswer, requireOwner } from './require-club.ts'

export async function runBackup({ values: { to, key } }: ParsedArguments, output: Output): Promise<number> {
  const env = readOwnEnv()
  const where = to === undefined ? join(env.dataDir, 'backups') : resolveFromCaller(to)
  const target = await openTarget(where)
  const isBucket = isBucketUrl(where)
  if (!isBucket) await requireLastingFolder(where, env.dataDir)
  const passphrase = await readPassphrase(key ?? (isBucket ? env.backupKey : null))
  if (isBucket && passphrase === null)
    throw new Failure(
      'Lo que va a un balde va cifrado: agregá --key archivo, o poné BACKUP_KEY. Una clave: openssl rand -base64 32 > archivo',
    )
  await requireClub(env, { older: true })
  await restrictDataDir(env.dataDir)
  const { folder, freeSpace } = target.staging
  const { where: archive, manifest } = await runWithProgress(async (signal, onProgress) =>
    createBackup({
      onProgress,
      club: env,
      store: await openMedia(env.mediaUrl),
      target: {
        put: (name, chunks) => target.put(name, readUntilAborted(signal, chunks)),
        staging: {
          folder,
          freeSpace: {
            claim(bytes) {
              signal.throwIfAborted()
              return freeSpace.claim(bytes)
            },
          },
        },
      },
      name: to === undefined ? createArchiveName(new Date()) : await nameArchiveElsewhere(env),
      passphrase,
    }),
  )
  output.line(`Copia lista: ${archive}`)
  output.line(formatSummary(manifest))
  warnAboutMissing(manifest, output)
  if (passphrase !== null) output.line('Está cifrada: sin la clave no se puede leer.')
  output.document({ archive, encrypted: passphrase !== null, ...toJson(manifest) })
  return EXIT.good
}

export async function runRestore(
  { arguments: [archive], values, flags }: ParsedArguments,
  output: Output,
): Promise<number> {
  const env = readOwnEnv()
  if (archive === undefined)
    throw new Failure(`Decí qué copia: ./pulso restore copia\n${await formatArchiveList(env)}`, EXIT.usage)
  await requireOwner(env)
  // This check comes before an archive of gigabytes is read.
  await requireDatabaseAnswer(env)
  await restrictDataDir(env.dataDir)
  const passphrase = await readPassphrase(values.key ?? null)
  const stored = await openArchive(resolveFromCaller(archive))
  let plainTexts = 0
  let erased: RepeatedErasures | null = null
  const manifest = await runWithProgress(async (signal, onProgress) =>
    restore({
      onProgress,
      onPlainText: () => plainTexts++,
      signal,
      archive: { ...stored, read: () => readUntilAborted(signal, stored.read()) },
      passphrase,
      club: env,
      store: await openMedia(env.mediaUrl),
      replace: flags.has('replace'),
      withErased: flags.has('with-erased'),
      onErased: (repeated) => {
        erased = repeated
      },
    }),
  )
  output.line(`El club volvió a ser el del ${formatTime(manifest.createdAt)}.`)
  output.line(formatSummary(manifest))
  output.line('Nadie quedó con la sesión iniciada, y los enlaces e invitaciones de entonces no sirven.')
  warnAboutMissing(manifest, output)
  for (const line of describeErased(erased)) output.line(line)
  if (plainTexts > 0) output.line(`Textos que quedaron sin formato, por tener demasiado: ${plainTexts}.`)
  output.line(
    `La hora de esta máquina es ${formatDayAndTime(Date.now())}. Si está mal, ponela en hora antes de abrir el club.`,
  )
  if (needsConfirmation(manifest.createdAt))
    output.line(
      `La copia es del ${formatDayAndTime(Date.parse(manifest.createdAt))}: cuando compruebes que la fecha de este servidor está bien, ./pulso clock confirm`,
    )
  output.document({ ...toJson(manifest), erased: erased && countByKey(erased) })
  return EXIT.good
}

/** Describes the erasures that the restore repeated, in Spanish lines. @param repeated null with --with-erased */
function describeErased(repeated: RepeatedErasures | null): string[] {
  if (repeated === null)
    return [
      'Volvió también lo que se borró después de la copia. Si alguien pidió que lo borren, borralo de nuevo.',
    ]
  const { isListed, unreadable, erased } = repeated
  const lines = isListed
    ? []
    : [
        'No hay una lista de lo que se borró después de la copia. Si desde entonces se borraron a mano mensajes, nombres o cuentas, volvieron: borralos de nuevo.',
      ]
  if (unreadable > 0)
    lines.push(
      `En la lista de lo borrado hay ${unreadable} renglones que no se pueden leer: eso puede haber vuelto.`,
    )
  if (erased.some(({ count }) => count > 0))
    lines.push(
      `Se borró de nuevo lo que se había borrado después de la copia: ${erased.map(({ words, count }) => `${words}, ${count}`).join('; ')}. Para traerlo, repetí con --replace --with-erased.`,
    )
  return lines
}

/** Prints the progress to standard error, because standard output is for the result. */
async function runWithProgress<T>(
  work: (signal: AbortSignal, onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = createProgress(process.stderr)
  try {
    return await runInterruptibly((signal) => work(signal, progress.on))
  } finally {
    progress.end()
  }
}

/**
 * Returns an absolute path. npm changes into the project's folder, but the operator's paths are relative to the folder
 * where the command was typed.
 */
const resolveFromCaller = (where: string) =>
  isBucketUrl(where) ? where : resolve(process.env.INIT_CWD ?? process.cwd(), where)

const createArchiveName = (now: Date) => `club-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`

/** Names an archive in a place that other clubs may use too. */
async function nameArchiveElsewhere(env: Env): Promise<string> {
  const database = connect(env)
  try {
    return nameElsewhere('club', await readClubId(database.read), hostname(), new Date())
  } finally {
    await database.close()
  }
}

const readPassphrase = async (file: string | null): Promise<string | null> =>
  file === null ? null : readKeyFile(resolveFromCaller(file))

function formatSummary({ tables, pictures }: Manifest): string {
  const rows = Object.values(tables).reduce((total, count) => total + count, 0)
  const megabytes = (pictures.bytes / 1_000_000).toFixed(1).replace('.', ',')
  return `${rows} filas de ${Object.keys(tables).length} tablas, ${pictures.count} archivos de imágenes (${megabytes} MB).`
}

/** Returns the part of the JSON document about an archive. */
const toJson = ({ createdAt, migration, tables, pictures: { count, bytes, missing } }: Manifest) => ({
  createdAt,
  migration,
  tables,
  pictures: { count, bytes, missing },
})

function warnAboutMissing({ pictures: { missing } }: Manifest, output: Output) {
  if (missing.length > 0)
    output.line(
      `Atención: faltan ${missing.length} archivos de imágenes que la base nombra: ${missing.slice(0, 3).join(', ')}…`,
    )
}

async function formatArchiveList({ dataDir }: Env): Promise<string> {
  const folder = join(dataDir, 'backups')
  const archives = (await readdir(folder).catch(() => [])).filter((name) => /^\w.*\.tar$/.test(name)).sort()
  return archives.length === 0 ? `En ${folder} no hay copias.` : `En ${folder} hay: ${archives.join(', ')}`
}
