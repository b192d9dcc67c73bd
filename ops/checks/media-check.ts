/** Checks the store of pictures, films and audio. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Database } from '../../platform/db/connect.ts'
import { isRefusal, LostObject } from '../../platform/media/server/bucket.ts'
import { countRows, readFileRows } from '../../platform/media/server/media-rows.ts'
import { type HeldBack, readHeldBack } from '../../platform/media/server/media-sweep.ts'
import { openMedia } from '../../platform/media/server/open-media.ts'
import { type AsideFile, type MediaStore, testWrite } from '../../platform/media/server/store.ts'
import {
  describeForeign,
  type Examination,
  examineStore,
  FOREIGN_MEND,
} from '../../platform/media/server/store-owner.ts'
import { listFiles } from '../../platform/media/server/variants.ts'
import { isBucketUrl } from '../../platform/process/bucket-url.ts'
import { type Env, EnvError } from '../../platform/process/env.ts'
import { explainError } from '../../platform/process/explain-error.ts'
import { StorageFull, StoreUnavailable } from '../../platform/process/storage-errors.ts'
import { describeReason, formatCount, formatTimeAgo } from '../cli/format.ts'
import {
  assessAccess,
  measureAccess,
  toIsoString,
  type WarningCheck,
  withStatusTimeout,
} from './check-declaration.ts'
import type { Access } from './thresholds.ts'

export const media: WarningCheck<'media'> = {
  doctorInDatabase: {
    part: 'imágenes',
    mend: mediaMend,
    async *run({ env, now, database, progress, good, bad, warning }) {
      let store: MediaStore
      let examined: Examination
      try {
        store = await openMedia(env.mediaUrl)
        examined = await examineStore({ database, store })
        // The store of another club is only read.
        if (examined.verdict !== 'foreign') await testWrite(store)
      } catch (error) {
        // An EnvError wraps the error of the bucket, which has the reason.
        const { reason, fix } = explainError(error instanceof EnvError ? error.cause : error, 'MEDIA_URL')
        yield bad(`No se puede guardar: ${reason}.`, fix ?? mediaMend(env))
        return
      }
      progress()
      if (examined.verdict === 'foreign') {
        yield bad(describeForeign(env, examined), FOREIGN_MEND)
        return
      }
      const heldBack = await readHeldBack(database.read)
      if (heldBack !== null) yield bad(`La base de datos ${describeHeldBack(heldBack)}.`, HELD_BACK_MEND)
      const rows = await readFileRows(database.read)
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
      const aside = await Array.fromAsync(store.listAside())
      const lost = new Set(missing)
      if (missing.length > 0)
        yield bad(
          `Faltan ${formatCount(missing.length, 'archivo', 'archivos')} de imágenes, films o audios: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? '…' : ''}`,
          aside.some(({ name }) => lost.has(name))
            ? './pulso media restore'
            : 'Están en alguna copia: ./pulso restore archivo --replace (con el club detenido), o volvé a subirlos.',
        )
      else yield good(`${inWords(rows)}, con todos sus archivos; se puede escribir.`)
      if (aside.length > 0) yield good(`${describeAside(countAside(aside), now())}.`)
      const waiting = rows.filter(({ avifAt }) => avifAt === null).length
      if (waiting > 100)
        yield warning(`${waiting} imágenes esperan su AVIF.`, 'Se hacen solas mientras el club anda.')
    },
  },
  /** `status` only reads the store. The doctor and the background checks also write to it. */
  status: {
    name: 'pictures',
    title: 'imágenes',
    async read({ env, now, database }) {
      const { mediaUrl } = env
      const count = database && (await withStatusTimeout(countRows(database.read)).catch(() => null))
      let store: MediaStore | null = null
      let failure: string | null = null
      try {
        // Opening a folder would create it.
        if (!isBucketUrl(mediaUrl)) await access(mediaUrl, constants.R_OK | constants.W_OK)
        store = await withStatusTimeout(openMedia(mediaUrl))
        await withStatusTimeout(store.ping())
      } catch (error) {
        store = null
        // The folder does not exist before the first picture. That is no error.
        const isNew = (count ?? 0) === 0 && (error as NodeJS.ErrnoException).code === 'ENOENT'
        failure = isNew ? null : describeReason(error)
      }
      const aside =
        store &&
        (await withStatusTimeout(Array.fromAsync(store.listAside()).then(countAside)).catch(() => null))
      const examined =
        store && database && (await withStatusTimeout(examineStore({ database, store })).catch(() => null))
      const foreign = examined?.verdict === 'foreign' ? describeForeign(env, examined) : null
      const isUncompared = store !== null && database !== null && examined === null
      const heldBack = database && (await withStatusTimeout(readHeldBack(database.read)).catch(() => null))
      const words = count === null ? null : formatCount(count, 'archivo subido', 'archivos subidos')
      return {
        says: [
          words,
          `en ${mediaUrl}`,
          failure && `no se puede usar (${failure})`,
          isUncompared && 'sin comparar con la base porque tarda (./pulso doctor las compara)',
          aside && aside.files > 0 && describeAside(aside, now),
          foreign === null && heldBack && `la base de datos ${describeHeldBack(heldBack)}`,
        ]
          .filter(Boolean)
          .join(', ')
          .concat(foreign === null ? '' : `. ${foreign}`),
        state:
          failure !== null || foreign !== null || heldBack !== null
            ? 'bad'
            : isUncompared
              ? 'warning'
              : 'good',
        facts: {
          where: mediaUrl,
          count,
          reason: failure ?? foreign,
          strays: heldBack?.strays ?? 0,
          aside: aside && { ...aside, oldest: toIsoString(aside.oldest) },
        },
      }
    },
  },
  warning: {
    measure: ({ store }) => measureAccess(TEST_WRITE_MAX_MS, testWrite(store), judgeStoreError),
    assess: assessAccess('error'),
    mail: {
      says: ({ name }) =>
        `Donde se guardan las imágenes de ${name} no se puede escribir o leer. Las que se subieron quizás no se ven, y subir otras dice que no se puede. Suele ser una clave cambiada o un lugar lleno.`,
      over: 'Las imágenes se pueden guardar otra vez',
    },
  },
}

/** Time limit of a test write. It is longer than the limits of a bucket for one. ms */
const TEST_WRITE_MAX_MS = 60_000

function judgeStoreError(error: unknown): Access {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const isFinal = error instanceof StorageFull || cause instanceof LostObject || isRefusal(cause)
  return isFinal ? 'refused' : 'unreachable'
}

/** Checks whether the last sweep found more files without a row than it may remove. */
export const files: WarningCheck<'files'> = {
  warning: {
    measure: ({ database }) => readHeldBack(database.read),
    assess: (heldBack) => ({ state: heldBack === null ? 'ok' : 'warning', measured: heldBack?.strays ?? 0 }),
    mail: {
      says: ({ name }, strays) =>
        `La base de datos de ${name} no conoce ${strays ?? 0} de los archivos que hay donde se guardan las imágenes, o ese lugar es de otro club. No se borró ninguno. Quien cuida el servidor tiene que mirar DATABASE_URL, DATA_DIR y MEDIA_URL: ./pulso status dice cuáles son. Si están bien, ./pulso media join acepta lo que falta en la base.`,
      over: 'La base de datos conoce los archivos otra vez',
    },
  },
}

const describeHeldBack = ({ strays, files }: HeldBack): string =>
  `no conoce ${strays} de ${formatCount(files, 'archivo', 'archivos')}, y no se borró ninguno`

const HELD_BACK_MEND =
  'Revisá que DATABASE_URL, DATA_DIR y MEDIA_URL sean del mismo club. Mientras tanto no se borra ningún archivo. Si la base está bien así: ./pulso media join'

/** The files that the sweep has set aside. `oldest`: time of the first one. ms since 1970 */
export interface AsideCount {
  files: number
  bytes: number
  oldest: number | null
}

export const countAside = (files: AsideFile[]): AsideCount => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  oldest: files.reduce<number | null>((oldest, { at }) => Math.min(oldest ?? at, at), null),
})

export const describeAside = ({ files, bytes, oldest }: AsideCount, now: number): string =>
  `${formatCount(files, 'archivo apartado', 'archivos apartados')} (${(bytes / 1e6).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB, el primero ${formatTimeAgo(oldest ?? now, now)}); se borran a los 30 días`

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
