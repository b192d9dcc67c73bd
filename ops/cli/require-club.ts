/** Checks before a command changes data: a club exists, its version matches, and the user owns its files. */
import { stat } from 'node:fs/promises'
import { connect, type Database } from '../../platform/db/connect.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { requireSessions, UnsuitableDatabase } from '../../platform/db/postgres-sessions.ts'
import { listAppliedMigrations, NoClub, UnknownSchema } from '../../platform/db/schema.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import type { Env } from '../../platform/process/env.ts'
import { explainError, explainFolderError, formatExplanation } from '../../platform/process/explain-error.ts'
import { EXIT, Failure, printError } from './output.ts'

type Place = Pick<Env, 'databaseUrl' | 'dataDir'>

/**
 * Requires a club, and never creates a database.
 * @param older true for a backup: the database may be of an older version, and a PostgreSQL that is unsuitable for the club
 * is only reported
 * @throws Failure
 */
export async function requireClub(place: Place, { older }: { older: boolean }): Promise<void> {
  await requireOwner(place)
  if (place.databaseUrl === null) await requireFile(getSqlitePath(place.dataDir), place.dataDir)
  const ran = await queryDatabase(
    place,
    ({ read }) => listAppliedMigrations(read),
    older ? printWarning : throwFailure,
  )
  if (ran.length === 0) throw new NoClub()
  if (ran.length < migrationNames.length && !older)
    throw new Failure(
      `La base de datos es de una versión anterior (${ran.at(-1)}). La actualiza el próximo arranque: ./pulso start`,
      EXIT.otherVersion,
    )
}

/** Requires that PostgreSQL answers. SQLite needs no check, because its file is created if necessary. @throws Failure */
export async function requireDatabaseAnswer(place: Place): Promise<void> {
  if (place.databaseUrl !== null) await queryDatabase(place, (database) => database.ping())
}

const throwFailure = (message: string) => {
  throw new Failure(message)
}
const printWarning = (message: string) => printError(`Atención: ${message}`)

/** Runs a query. @throws Failure that explains the error of the database */
async function queryDatabase<T>(
  place: Place,
  ask: (database: Database) => Promise<T>,
  onUnsuitable: (message: string) => void = throwFailure,
): Promise<T> {
  const { databaseUrl, dataDir } = place
  try {
    const database = connect(place)
    try {
      const unsuitable = await findUnsuitability(databaseUrl)
      if (unsuitable !== null) onUnsuitable(unsuitable)
      return await ask(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof NoClub || error instanceof UnknownSchema || error instanceof Failure) throw error
    throw new Failure(
      databaseUrl === null
        ? `No se puede abrir la base de datos en ${dataDir}: ${formatExplanation(await explainFolderError(error, dataDir))}`
        : `La base de datos no contesta: ${formatExplanation(explainError(error, 'DATABASE_URL'))}`,
    )
  }
}

/**
 * Returns the reason why the club would not start on this database. null when none is known.
 * @throws when the database does not answer
 */
export async function findUnsuitability(databaseUrl: string | null): Promise<string | null> {
  try {
    if (databaseUrl !== null) await requireSessions(databaseUrl)
    return null
  } catch (error) {
    if (error instanceof UnsuitableDatabase) return `DATABASE_URL: ${error.message}`
    throw error
  }
}

/** Requires that the user owns the data folder. The club could not read files that root writes there. @throws Failure */
export async function requireOwner({ dataDir }: Pick<Place, 'dataDir'>): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const owner = (await stat(dataDir).catch(() => null))?.uid ?? 0
  if (owner !== 0)
    throw new Failure(
      `DATA_DIR (${dataDir}) es de otro usuario, y lo que escriba root el club no lo podría leer. Probá con sudo -E -u '#${owner}' delante.`,
    )
}

/** Requires an existing SQLite file, because opening a missing one would create it. @throws Failure */
export async function requireFile(file: string, dataDir: string): Promise<void> {
  try {
    await stat(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Failure(`Todavía no hay un club en ${dataDir}.`, EXIT.noClub)
    if (code === 'EACCES' || code === 'EPERM')
      throw new Failure(`No hay permiso para entrar a DATA_DIR (${dataDir}): probá como el usuario del club.`)
    throw new Failure(
      `No se puede usar DATA_DIR (${dataDir}): ${formatExplanation(explainError(error, 'DATA_DIR'))}`,
    )
  }
}
