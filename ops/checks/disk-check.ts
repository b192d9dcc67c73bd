/** Checks the free space, and the permissions of the data folder. */
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isBucketUrl } from '../../platform/process/bucket-url.ts'
import type { Env } from '../../platform/process/env.ts'
import { explainError } from '../../platform/process/explain-error.ts'
import { measureSpace } from '../../platform/process/free-space.ts'
import { findReaders } from '../../platform/process/private-files.ts'
import type { ConditionState } from '../../platform/shared/health-conditions.ts'
import { NOT_APPLICABLE, toFindingState, type WarningCheck } from './check-declaration.ts'
import { type DiskSpace, freeRatio, judgeDisk } from './thresholds.ts'

export const disk: WarningCheck<'disk'> = {
  doctor: [
    {
      part: 'disco',
      mend: ({ dataDir }) => `Revisá que ${dataDir} esté montada.`,
      async *run({ env, good, bad, warning }) {
        try {
          await access(env.dataDir, constants.W_OK | constants.R_OK)
        } catch (error) {
          const { code } = error as NodeJS.ErrnoException
          const { reason, fix } = explainError(error, 'DATA_DIR')
          if (code === 'ENOENT' && (await canCreate(env.dataDir)))
            yield warning(`DATA_DIR (${env.dataDir}) no existe todavía.`, './pulso start')
          else
            yield bad(
              `No se puede escribir en DATA_DIR (${env.dataDir}): ${reason}.`,
              code === 'EACCES' || fix === null ? `chown -R al usuario del club ${env.dataDir}` : fix,
            )
          return
        }
        const who = await findReaders(env.dataDir)
        if (who === 'owner') yield good('DATA_DIR la puede leer solo el usuario del club.')
        else if (who !== null)
          yield warning(
            `DATA_DIR (${env.dataDir}) la puede leer ${who === 'group' ? 'su grupo' : 'cualquiera que entre a esta máquina'}: ahí están los mensajes y las claves del segundo factor.`,
            `chmod -R go= "${env.dataDir}"`,
          )
        const findings = { ok: good, warning, error: bad }
        for (const { folder, space } of await readDiskSpaces(env).catch(() => [])) {
          const state = judgeDisk(space)
          yield findings[state](
            `${folder}: ${gigabytes(space)} (${percent(freeRatio(space))}).`,
            MENDS[state],
          )
        }
      },
    },
  ],
  status: {
    name: 'disk',
    title: 'disco',
    async read({ env: { dataDir } }) {
      const space = await measureSpace(dataDir).catch(() => null)
      // With PostgreSQL and a bucket, the folder may not exist yet.
      if (space === null) return null
      const share = freeRatio(space)
      return {
        says: `${gigabytes(space)} (${Math.round(share * 100)} %) en ${dataDir}`,
        state: toFindingState(judgeDisk(space)),
        facts: { where: dataDir, freeBytes: space.free, freeShare: share },
      }
    },
  },
  warning: {
    measure: async ({ env }) => (await readDiskSpaces(env)).map(({ space }) => space),
    assess(spaces, { was }) {
      const assessed = spaces.map((space) => ({ state: judgeDisk(space, was), measured: freeRatio(space) }))
      return assessed.toSorted(worstFirst)[0] ?? NOT_APPLICABLE
    },
    mail: {
      says: ({ name }, free) =>
        `Al disco donde está ${name} le queda libre el ${percent(free ?? 0)}. Cuando se llene no se va a poder guardar nada: ni una fecha, ni una foto, ni el mensaje de una visita.`,
      over: 'En el disco hay lugar otra vez',
    },
  },
}

/** True when the folder could be created: the nearest folder above it that exists is writable. */
async function canCreate(folder: string): Promise<boolean> {
  for (let above = dirname(folder); ; above = dirname(above)) {
    const failure = await access(above, constants.W_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    )
    if (failure === null) return true
    if (failure.code !== 'ENOENT' || above === dirname(above)) return false
  }
}

const SEVERITY: Record<ConditionState, number> = { error: 0, warning: 1, ok: 2 }

const worstFirst = (
  one: { state: ConditionState; measured: number },
  other: { state: ConditionState; measured: number },
): number => SEVERITY[one.state] - SEVERITY[other.state] || one.measured - other.measured

/** Measures the disk of the data folder, and the disk of the media folder if it is another one. */
export async function readDiskSpaces({
  dataDir,
  mediaUrl,
}: Pick<Env, 'dataDir' | 'mediaUrl'>): Promise<{ of: 'data' | 'media'; folder: string; space: DiskSpace }[]> {
  const isApart = async () => (await stat(mediaUrl)).dev !== (await stat(dataDir)).dev
  const folders = [
    { of: 'data' as const, folder: dataDir },
    ...(!isBucketUrl(mediaUrl) && (await isApart()) ? [{ of: 'media' as const, folder: mediaUrl }] : []),
  ]
  return Promise.all(folders.map(async (each) => ({ ...each, space: await measureSpace(each.folder) })))
}

const gigabytes = ({ free }: DiskSpace): string =>
  `${(free / 1e9).toLocaleString('es-AR', { maximumFractionDigits: 1 })} GB libres`

const percent = (ratio: number): string => `${Math.floor(ratio * 100)} %`

const MENDS: Record<ConditionState, string | undefined> = {
  ok: undefined,
  warning: 'Hacé lugar antes de que falte.',
  error: 'Hacé lugar: con menos de 500 MB no se hacen copias, y pronto no se podrá escribir.',
}
