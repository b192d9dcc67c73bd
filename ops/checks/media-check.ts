/** Checks the store of pictures, films and audio. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Database } from '../../platform/db/connect.ts'
import { isBucketUrl } from '../../platform/media/server/bucket-url.ts'
import { type HeldBack, readHeldBack } from '../../platform/media/server/media-sweep.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'
import { listFiles } from '../../platform/media/server/variants.ts'
import { type Env, EnvError } from '../../platform/process/env.ts'
import { explainError } from '../../platform/process/explain-error.ts'
import { describeReason, formatCount } from '../cli/format.ts'
import { type Check, type WarningCheck, withStatusTimeout } from './check-declaration.ts'

export const media: Check = {
  doctorInDatabase: {
    part: 'imágenes',
    mend: mediaMend,
    async *run({ env, database, progress, good, bad, warning }) {
      let store: MediaStore
      try {
        store = await openMedia(env.mediaUrl)
        await tryOut(store)
      } catch (error) {
        // An EnvError wraps the error of the bucket, which has the reason.
        const { reason, fix } = explainError(error instanceof EnvError ? error.cause : error, 'MEDIA_URL')
        yield bad(`No se puede guardar: ${reason}.`, fix ?? mediaMend(env))
        return
      }
      progress()
      const heldBack = await readHeldBack(database.read)
      if (heldBack !== null) yield bad(`La base de datos ${describeHeldBack(heldBack)}.`, HELD_BACK_MEND)
      const rows = await database.read
        .selectFrom('media')
        .select(['id', 'width', 'avifAt', 'isFilm', 'audio'])
        .execute()
      const there = new Set<string>()
      for await (const name of store.list(Number.POSITIVE_INFINITY)) {
        there.add(name)
        progress()
      }
      const missing: string[] = []
      // The file may have been deleted since the row was read, so the row is read again.
      for (const row of rows)
        for (const name of listFiles(row))
          if (!there.has(name) && (await isStillThere(database, row.id))) missing.push(name)
      if (missing.length > 0)
        yield bad(
          `Faltan ${formatCount(missing.length, 'archivo', 'archivos')} de imágenes, films o audios: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? '…' : ''}`,
          'Están en alguna copia: ./pulso restore archivo --replace (con el club detenido), o volvé a subirlos.',
        )
      else yield good(`${inWords(rows)}, con todos sus archivos; se puede escribir.`)
      const waiting = rows.filter(({ avifAt }) => avifAt === null).length
      if (waiting > 100)
        yield warning(`${waiting} imágenes esperan su AVIF.`, 'Se hacen solas mientras el club anda.')
    },
  },
  /** `status` only reads the store. The doctor also writes to it. */
  status: {
    name: 'pictures',
    title: 'imágenes',
    async read({ env: { mediaUrl }, database }) {
      const count = database && (await withStatusTimeout(countFiles(database)).catch(() => null))
      const failure = await withStatusTimeout(
        isBucketUrl(mediaUrl)
          ? openMedia(mediaUrl).then((store) => store.ping())
          : access(mediaUrl, constants.R_OK | constants.W_OK),
      ).then(
        () => null,
        // The folder does not exist before the first picture. That is no error.
        (error: unknown) =>
          (count ?? 0) === 0 && (error as NodeJS.ErrnoException).code === 'ENOENT'
            ? null
            : describeReason(error),
      )
      const heldBack = database && (await withStatusTimeout(readHeldBack(database.read)).catch(() => null))
      const words = count === null ? null : formatCount(count, 'archivo subido', 'archivos subidos')
      return {
        says: [
          words,
          `en ${mediaUrl}`,
          failure && `no se puede usar (${failure})`,
          heldBack && `la base de datos ${describeHeldBack(heldBack)}`,
        ]
          .filter(Boolean)
          .join(', '),
        state: failure === null && heldBack === null ? 'good' : 'bad',
        facts: { where: mediaUrl, count, reason: failure, strays: heldBack?.strays ?? 0 },
      }
    },
  },
}

/** Checks whether the last sweep found more files without a row than it may remove. */
export const files: WarningCheck<'files'> = {
  warning: {
    measure: ({ database }) => readHeldBack(database.read),
    assess: (heldBack) => ({ state: heldBack === null ? 'ok' : 'warning', measured: heldBack?.strays ?? 0 }),
    mail: {
      says: ({ name }, strays) =>
        `Donde se guardan las imágenes de ${name} hay ${strays ?? 0} archivos que la base de datos no conoce. Son demasiados para borrarlos sin preguntar: puede ser la base de otro club, o una vacía. No se borró ninguno. Quien cuida el servidor tiene que mirar DATABASE_URL, DATA_DIR y MEDIA_URL.`,
      over: 'La base de datos conoce los archivos otra vez',
    },
  },
}

const describeHeldBack = ({ strays, files }: HeldBack): string =>
  `no conoce ${strays} de ${formatCount(files, 'archivo', 'archivos')}, y no se borró ninguno`

const HELD_BACK_MEND =
  'Revisá que DATABASE_URL, DATA_DIR y MEDIA_URL sean del mismo club. Mientras tanto no se borra ningún archivo.'

function mediaMend({ mediaUrl }: Env): string {
  return isBucketUrl(mediaUrl)
    ? 'Revisá MEDIA_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY y los permisos del balde.'
    : `Revisá que la carpeta sea del usuario del club: ${mediaUrl}`
}

function inWords(rows: { isFilm: number; audio: string | null }[]): string {
  const films = rows.filter(({ isFilm }) => isFilm === 1).length
  const audios = rows.filter(({ audio }) => audio !== null).length
  const counted = [
    formatCount(rows.length - films - audios, 'imagen', 'imágenes'),
    ...(films === 0 ? [] : [formatCount(films, 'film', 'films')]),
    ...(audios === 0 ? [] : [formatCount(audios, 'audio', 'audios')]),
  ]
  return new Intl.ListFormat('es').format(counted)
}

const isStillThere = async (database: Database, id: string) =>
  (await database.read.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** A name that no picture can have. */
const PROBE = 'doctor-0.webp'

async function tryOut(store: MediaStore) {
  const written = Buffer.from('doctor')
  await store.put(PROBE, written)
  const read = await store.read(PROBE)
  await store.remove(PROBE)
  if (read === null || !written.equals(read)) throw new Error('lo que se escribió no es lo que se leyó')
}

async function countFiles({ read }: Database): Promise<number> {
  const { files } = await read
    .selectFrom('media')
    .select((row) => row.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return Number(files)
}
