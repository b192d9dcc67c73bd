/**
 * What the operator types. `npm run export` and `npm run import` are the same two programs: an archive belongs to no
 * database and to no store of pictures.
 *
 *   npm run backup  [-- --to <folder or s3://…>] [--key <file>]
 *   npm run restore -- <archive> [--key <file>] [--replace]
 */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { NoClub, UnknownSchema } from '../../../db/schema.ts'
import { type Env, requireEnv } from '../../env.ts'
import { isBucketUrl } from '../../media/bucket-url.ts'
import { openMedia } from '../../media/open.ts'
import { StorageFull } from '../../media/store.ts'
import { closeDataDir } from '../private-files.ts'
import type { Manifest } from './archive.ts'
import { NoSuchPlace, openArchive, openTarget } from './archive-target.ts'
import { createBackup } from './create.ts'
import { WrongKey } from './encryption.ts'
import { keyIn, NoKey } from './key.ts'
import { RestoreError, restore } from './restore.ts'
import { BrokenArchive } from './tar.ts'

const BACKUP_USAGE = 'npm run backup -- [--to carpeta o s3://balde/carpeta?…] [--key archivo-con-la-clave]'
const RESTORE_USAGE = 'npm run restore -- archivo [--key archivo-con-la-clave] [--replace]'

/** What may go wrong without being our fault; its message says enough. */
const EXPECTED = [RestoreError, NoKey, WrongKey, NoSuchPlace, BrokenArchive, StorageFull]

export const runBackup = () =>
  telling(BACKUP_USAGE, async () => {
    const env = requireEnv()
    await closeDataDir(env.dataDir)
    const { to, key } = parseArgs({
      options: { to: { type: 'string' }, key: { type: 'string' } },
    }).values
    const where = to === undefined ? join(env.dataDir, 'backups') : fromCaller(to)
    const { where: archive, manifest } = await createBackup({
      club: env,
      store: await openMedia(env.mediaUrl),
      target: await openTarget(where),
      name: archiveName(new Date()),
      passphrase: await passphraseIn(key),
    })
    console.log(`Copia lista: ${archive}`)
    console.log(summary(manifest))
    warnAboutMissing(manifest)
    if (key === undefined && isBucketUrl(where))
      console.log('No está cifrada: quien entre al balde puede leer los mensajes. Con --key se cifra.')
  })

export const runRestore = () =>
  telling(RESTORE_USAGE, async () => {
    const env = requireEnv()
    await closeDataDir(env.dataDir)
    const { values, positionals } = parseArgs({
      options: { key: { type: 'string' }, replace: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [archive, ...more] = positionals
    if (archive === undefined || more.length > 0)
      throw new RestoreError(`${RESTORE_USAGE}\n${await listOfArchives(env)}`)
    const manifest = await restore({
      archive: await openArchive(fromCaller(archive)),
      passphrase: await passphraseIn(values.key),
      club: env,
      store: await openMedia(env.mediaUrl),
      replace: values.replace ?? false,
    })
    console.log(`El club volvió a ser el del ${new Date(manifest.createdAt).toLocaleString('es-AR')}.`)
    console.log(summary(manifest))
    warnAboutMissing(manifest)
  })

/** npm changes into the project's folder; paths are meant from where the person is. */
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

function warnAboutMissing({ pictures: { missing } }: Manifest) {
  if (missing.length > 0)
    console.log(
      `Atención: faltan ${missing.length} archivos de imágenes que la base nombra: ${missing.slice(0, 3).join(', ')}…`,
    )
}

async function listOfArchives({ dataDir }: Env): Promise<string> {
  const folder = join(dataDir, 'backups')
  const archives = (await readdir(folder).catch(() => [])).filter((name) => /^\w.*\.tar$/.test(name)).sort()
  return archives.length === 0 ? `En ${folder} no hay copias.` : `En ${folder} hay: ${archives.join(', ')}`
}

/** One clear line instead of a stack where the reason is known. */
async function telling(usage: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    if (error instanceof NoClub) return console.error('Todavía no hay un club: la base de datos está vacía.')
    if (error instanceof UnknownSchema)
      return console.error('La base de datos es de una versión más nueva: actualizá el programa y repetí.')
    if (EXPECTED.some((kind) => error instanceof kind)) return console.error((error as Error).message)
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
      return console.error(`Así se usa: ${usage}`)
    console.error(error)
  }
}
