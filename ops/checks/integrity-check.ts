/** Checks whether the data can be read. It reads a list of every resource and, less often, all pages of the SQLite file. */

import type { Content } from '../../platform/content/server/content.ts'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import type { Database } from '../../platform/db/connect.ts'
import { checkDamageInSeparateProcess, isDamageError } from '../../platform/db/database-checks.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import type { Env } from '../../platform/process/env.ts'
import type { Integrity, WarningCheck } from './check-declaration.ts'

export const integrity: WarningCheck<'integrity'> = {
  warning: {
    measure: ({ checkIntegrity }, before) => checkIntegrity(before),
    assess: ({ isDamaged, checkedAt }) => ({ state: isDamaged ? 'error' : 'ok', measured: checkedAt }),
    mail: {
      says: ({ name }) =>
        `En la base de datos de ${name} hay partes que no se pueden leer. Algunas páginas fallan, y lo que se cargue ahora puede perderse. Hay que volver a la última copia sana cuanto antes.`,
      over: 'La base de datos se puede leer entera otra vez',
    },
  },
}

/** Interval of the full check, in which SQLite reads its whole file. ms */
const CHECK_EVERY_MS = 24 * 3_600_000

interface IntegrityOptions {
  database: Pick<Database, 'dialect'>
  content: Pick<Content, 'list'>
  env: Pick<Env, 'dataDir'>
  now: () => number
}

/** Reads the lists that visitors see. @throws the first error */
export async function readLists(content: Pick<Content, 'list'>): Promise<void> {
  for (const resource of resourceNames) await content.list(resource)
}

/**
 * Creates the check.
 * @returns a function that checks the data. `before` is the last result, or null. It throws when the database does not
 * answer
 */
export function createIntegrityCheck({ database, content, env, now }: IntegrityOptions) {
  /** Start of the last check. A check that did not end is not repeated at once. ms since 1970 */
  let triedAt = Number.NEGATIVE_INFINITY

  return async (before: Integrity | null): Promise<Integrity> => {
    const areListsDamaged = await readLists(content).then(
      () => false,
      (error: unknown) => {
        if (isDamageError(error)) return true
        throw error
      },
    )
    if (database.dialect === 'postgres') return { isDamaged: areListsDamaged, checkedAt: now() }
    if (areListsDamaged) return { isDamaged: true, checkedAt: before?.checkedAt ?? now() }
    const last = before?.isDamaged
      ? Number.NEGATIVE_INFINITY
      : (before?.checkedAt ?? Number.NEGATIVE_INFINITY)
    // Math.abs, because the check is also due when the clock was set back.
    const isDue = Math.abs(now() - Math.max(last, triedAt)) >= CHECK_EVERY_MS
    if (!isDue) return before ?? { isDamaged: false, checkedAt: now() }
    triedAt = now()
    return { isDamaged: await checkDamageInSeparateProcess(getSqlitePath(env.dataDir)), checkedAt: now() }
  }
}
