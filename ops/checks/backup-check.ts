/** Checks the daily backups: the newest archive, and the second place. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRefusal } from '../../platform/media/server/bucket.ts'
import { openLocalMedia } from '../../platform/media/server/local-media.ts'
import { isBucketUrl } from '../../platform/process/bucket-url.ts'
import type { Env } from '../../platform/process/env.ts'
import { explainError } from '../../platform/process/explain-error.ts'
import { StorageFull } from '../../platform/process/storage-errors.ts'
import { verifyArchive } from '../backup/archive-format.ts'
import { openArchive, openTarget, type StoredArchive } from '../backup/archive-target.ts'
import { backupsFolder, readLastDailyBackups, readOldestBackupTime } from '../backup/daily-backup.ts'
import { KeyFileError, readKeyFile, WrongKeyError } from '../backup/encryption.ts'
import { describeReason, formatCount, formatTimeAgo } from '../cli/format.ts'
import {
  assessAccess,
  CHECK_DATABASE,
  measureAccess,
  NOT_APPLICABLE,
  toFindingState,
  toIsoString,
  type WarningCheck,
  withStatusTimeout,
} from './check-declaration.ts'
import { type Access, judgeBackup } from './thresholds.ts'

export const backup: WarningCheck<'backup'> = {
  doctor: [
    {
      part: 'copias',
      mend: (env) => `Revisá el disco de ${backupsFolder(env)}.`,
      async *run({ env, now, progress, good, bad, warning }) {
        const folder = backupsFolder(env)
        const archives = await Promise.all(
          (await readdir(folder).catch(() => []))
            .filter((name) => /^(club|daily)-.*\.tar$/.test(name))
            .map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
        )
        const newest = archives.sort((a, b) => a.at - b.at).at(-1)
        if (newest === undefined) {
          yield warning(
            `En ${folder} no hay ninguna. El club hace una por día mientras anda; la primera, a los cinco minutos.`,
            './pulso backup',
          )
          return
        }
        const says = `La última (${newest.name}) es de hace ${formatHoursSince(newest.at, now)}`
        try {
          const archive = await openArchive(join(folder, newest.name))
          const { manifest, pictures } = await verifyArchive(
            { ...archive, read: () => reportProgress(archive, progress) },
            null,
          )
          if (!manifest.pictures.inside) {
            const pool = openLocalMedia(join(folder, 'media'))
            for (const { name, size } of pictures.values()) {
              if ((await pool.size(name)) !== size)
                throw new Error(`${name} falta en ${join(folder, 'media')}`)
              progress()
            }
          }
        } catch (error) {
          if (!(error instanceof WrongKeyError)) {
            yield bad(`${says} y no sirve: ${describeReason(error)}`, './pulso backup')
            return
          }
        }
        if (judgeBackup(newest.at, { now: now() }) !== 'ok')
          yield warning(
            `${says}.`,
            'El club hace una por día mientras anda; mirá por qué no en su registro, y: ./pulso backup',
          )
        else yield good(`${says}, y está entera.`)
      },
    },
    {
      part: 'copias',
      mend: () => CHECK_SECOND_PLACE,
      async *run({ env: { dataDir, backupTo, backupKey }, good, bad, warning }) {
        if (backupTo === null) {
          yield warning('Todas están en el mismo disco que el club.', 'BACKUP_TO=s3://… y BACKUP_KEY=archivo')
          return
        }
        try {
          await testSecondPlace(backupTo, backupKey)
        } catch (error) {
          if (!isBucketUrl(backupTo) && (error as NodeJS.ErrnoException).code === 'ENOENT') {
            yield warning(
              `BACKUP_TO (${backupTo}) no existe todavía; la crea la primera copia.`,
              'Si va en otro disco, revisá que esté montado.',
            )
            return
          }
          const { reason, fix } = explainError(error, 'BACKUP_TO')
          yield bad(
            error instanceof KeyFileError
              ? `BACKUP_KEY: ${reason}.`
              : `No se puede usar BACKUP_TO (${backupTo}): ${reason}.`,
            fix ?? CHECK_SECOND_PLACE,
          )
          return
        }
        const sealed = backupKey === null ? 'sin cifrar' : 'cifrada'
        if (isBucketUrl(backupTo))
          yield good(
            `Otra va cada día, ${sealed}, a ${backupTo}, que contesta y deja empezar una. No se puede probar si hay lugar, ni leer las que hay: la clave solo pone. Que BACKUP_KEY esté también fuera de esta máquina.`,
          )
        else if ((await stat(backupTo)).dev === (await stat(dataDir)).dev)
          yield warning(
            `Otra va cada día, ${sealed}, a ${backupTo}, que está en el mismo disco que el club.`,
            'BACKUP_TO en otro disco, o s3://…',
          )
        else yield good(`Otra va cada día, ${sealed}, a ${backupTo}, donde se puede escribir.`)
      },
    },
  ],
  doctorInDatabase: {
    part: 'copias',
    mend: () => CHECK_DATABASE,
    /** The archive in the second place is not read, because the key may only have the right to put. */
    async *run({ env, database: { read }, now, warning, good }) {
      if (env.backupTo === null) return
      // Before the first success, `at` is the time of the first attempt.
      const [{ elsewhere }, at] = await Promise.all([
        readLastDailyBackups(read),
        readOldestBackupTime(read, ['elsewhere']),
      ])
      const isLate = at !== null && judgeBackup(at, { now: now() }) !== 'ok'
      const says =
        elsewhere !== null
          ? `La última que llegó al segundo lugar es de hace ${formatHoursSince(elsewhere, now)}.`
          : `Al segundo lugar todavía no llegó ninguna${at === null ? '' : `; se intenta desde hace ${formatHoursSince(at, now)}`}.`
      if (elsewhere !== null && !isLate) yield good(says)
      else
        yield warning(says, 'El club lleva una por día mientras anda; si no llega, su registro dice por qué.')
    },
  },
  status: {
    name: 'backups',
    title: 'copias diarias',
    async read({ env, database, now }) {
      if (database === null) return null
      const { read } = database
      const [at, { here, elsewhere }] = await withStatusTimeout(
        Promise.all([readOldestBackupTime(read, placesInUse(env)), readLastDailyBackups(read)]),
      )
      const says = [
        here === null
          ? 'ninguna todavía; el club hace una por día mientras anda'
          : `la última de ${formatTimeAgo(here, now)}`,
        ...(env.backupTo === null
          ? []
          : [
              `en el segundo lugar, ${elsewhere === null ? 'ninguna todavía' : `de ${formatTimeAgo(elsewhere, now)}`}`,
            ]),
      ].join('; ')
      const state = at === null ? 'good' : toFindingState(judgeBackup(at, { now }))
      const isMissing = here === null || (env.backupTo !== null && elsewhere === null)
      return {
        says,
        state: state === 'good' && isMissing ? 'warning' : state,
        facts: { late: state === 'bad', last: toIsoString(here), lastElsewhere: toIsoString(elsewhere) },
      }
    },
  },
  warning: {
    measure: ({ database, env }) => readOldestBackupTime(database.read, placesInUse(env)),
    assess: (measured, { now }) =>
      measured === null ? NOT_APPLICABLE : { state: judgeBackup(measured, { now }), measured },
    mail: {
      says: ({ name }) =>
        `Hace más de un día y medio que no se termina una copia de seguridad de ${name}. El sitio anda igual, pero si la máquina se rompe hoy, lo que se cargó desde entonces se pierde.`,
      over: 'Ya hay una copia de seguridad nueva',
    },
    metric: {
      name: 'backup_age_seconds',
      help: 'Since the last daily backup',
      value: (at, now) => (now - at) / 1000,
    },
  },
}

/** Time limit of a test. It is longer than the limits of a bucket for one. ms */
const TEST_MAX_MS = 60_000

/** Checks whether an archive can be stored in the second place, without storing one. */
export const elsewhere: WarningCheck<'elsewhere'> = {
  warning: {
    measure: async ({ env: { backupTo, backupKey } }) =>
      backupTo === null
        ? null
        : measureAccess(TEST_MAX_MS, testSecondPlace(backupTo, backupKey), judgeTargetError),
    assess: assessAccess('warning'),
    mail: {
      says: ({ name }) =>
        `Las copias de ${name} no se pueden guardar en el segundo lugar. Las de esta máquina se siguen haciendo, pero si se rompe hoy, lo que se cargó desde la última que llegó se pierde. Suele ser una clave cambiada, un disco sin montar o un lugar lleno.`,
      over: 'Las copias se pueden guardar otra vez en el segundo lugar',
    },
  },
}

async function testSecondPlace(backupTo: string, backupKey: string | null): Promise<void> {
  if (backupKey !== null) await readKeyFile(backupKey)
  await (await openTarget(backupTo)).check()
}

/** A missing folder may be one that the first backup will create. */
function judgeTargetError(error: unknown): Access {
  const isFinal = error instanceof StorageFull || error instanceof KeyFileError || isRefusal(error)
  const isDenied = ['EACCES', 'EROFS', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
  return isFinal || isDenied ? 'refused' : 'unreachable'
}

const placesInUse = ({ backupTo }: Env): ('here' | 'elsewhere')[] =>
  backupTo === null ? ['here'] : ['here', 'elsewhere']

const HOUR_MS = 3_600_000

const formatHoursSince = (at: number, now: () => number): string =>
  formatCount(Math.floor((now() - at) / HOUR_MS), 'hora', 'horas')

async function* reportProgress(archive: StoredArchive, progress: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of archive.read()) {
    progress()
    yield chunk
  }
}

const CHECK_SECOND_PLACE = 'Revisá BACKUP_TO, BACKUP_KEY, AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.'
