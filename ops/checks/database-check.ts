/** Checks that the database answers, is intact, and has the schema of this version. */
import { existsSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import { connect, type Database } from '../../platform/db/connect.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { listAppliedMigrations, NoClub, UnknownSchema } from '../../platform/db/schema.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import type { Env } from '../../platform/process/env.ts'
import { explainError, explainFolderError } from '../../platform/process/explain-error.ts'
import { describeReason } from '../cli/format.ts'
import { findUnsuitability } from '../cli/require-club.ts'
import {
  type Check,
  createFindings,
  type Finding,
  type Schema,
  withStatusTimeout,
} from './check-declaration.ts'

/** The doctor calls `examineDatabase` directly, because its other examinations need the open database. */
export const database: Check = {
  status: {
    name: 'database',
    title: 'base de datos',
    async read({ env, connection }) {
      const { dialect, schema, unsuitable } = connection
      const where = dialect === 'sqlite' ? `SQLite en ${env.dataDir}` : 'PostgreSQL'
      const why = schema.reason ?? schema.migration
      return {
        says: `${where}, ${SCHEMAS[schema.state]}${why === null ? '' : ` (${why})`}${unsuitable === null ? '' : `. ${unsuitable}`}`,
        state: schema.state === 'current' && unsuitable === null ? 'good' : 'bad',
        facts: { kind: dialect, ...schema, unsuitable },
      }
    },
  },
}

/** Reads the version of the database. @throws its error when it does not answer */
async function readDatabaseVersion({
  read,
}: Database): Promise<{ state: 'empty' | 'current' | 'older' | 'newer'; migration: string | null }> {
  try {
    const ran = await listAppliedMigrations(read)
    const migration = ran.at(-1)
    if (migration === undefined) return { state: 'empty', migration: null }
    return { state: ran.length < migrationNames.length ? 'older' : 'current', migration }
  } catch (error) {
    if (error instanceof UnknownSchema) return { state: 'newer', migration: null }
    throw error
  }
}

const { good, warning, bad } = createFindings('base de datos')

const RESTORE_FIX = 'Detené el club y volvé a la última copia sana: ./pulso restore archivo --replace'

/**
 * Examines the database, and never creates one.
 * @param onReady called with the open database when other checks can query it. The callback has to close the database
 */
export async function* examineDatabase(
  env: Env,
  onReady: (database: Database) => void,
): AsyncGenerator<Finding> {
  if (env.databaseUrl === null && !existsSync(getSqlitePath(env.dataDir))) {
    yield warning(`En ${env.dataDir} todavía no hay un club.`, './pulso start')
    return
  }
  const database = connect(env)
  let isReady = false
  try {
    await database.ping()
    const unsuitable = await findUnsuitability(env.databaseUrl)
    if (unsuitable !== null) yield bad(unsuitable)
    const state = await examineVersion(database)
    yield state
    yield* database.dialect === 'sqlite' ? examineSqliteIntegrity(database) : examinePostgres(database)
    if (state.state !== 'good') return
    yield* examineCounters(database)
    isReady = true
    onReady(database)
  } catch (error) {
    const { reason, fix } =
      env.databaseUrl === null
        ? await explainFolderError(error, env.dataDir)
        : explainError(error, 'DATABASE_URL')
    yield bad(
      `No contesta: ${reason}.`,
      fix ?? (env.databaseUrl === null ? RESTORE_FIX : 'Revisá DATABASE_URL y que PostgreSQL esté andando.'),
    )
  } finally {
    if (!isReady) await database.close()
  }
}

async function examineVersion(database: Database): Promise<Finding> {
  const name = database.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const { state, migration } = await readDatabaseVersion(database)
  switch (state) {
    case 'empty':
      return warning(`${name}, vacía.`, './pulso start')
    case 'older':
      return warning(
        `${name}, de una versión anterior (${migration}): el próximo arranque la actualiza, y guarda una copia antes.`,
        './pulso start',
      )
    case 'current':
      return good(`${name}, de esta versión (${migration}).`)
    case 'newer':
      return bad(
        'Es de una versión más nueva que este programa.',
        'Actualizá el programa, o volvé a una copia de esta versión con ./pulso restore archivo --replace',
      )
  }
}

const queryRows = async (database: Database, text: RawBuilder<Record<string, unknown>>) =>
  (await text.execute(database.read)).rows

async function* examineSqliteIntegrity(database: Database): AsyncGenerator<Finding> {
  const errors = (await queryRows(database, sql`pragma integrity_check(5)`))
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok')
  if (errors.length > 0) yield bad(`Está dañada: ${errors.join('; ')}`, RESTORE_FIX)
  else yield good('Entera: integrity_check no encontró nada.')
  const orphans = await queryRows(database, sql`pragma foreign_key_check`)
  if (orphans.length > 0)
    yield bad(
      `Hay ${orphans.length} filas que nombran a otras que no están (${[...new Set(orphans.map(({ table }) => table))].join(', ')}).`,
      RESTORE_FIX,
    )
}

async function* examinePostgres(database: Database): AsyncGenerator<Finding> {
  const [row] = await queryRows(
    database,
    sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits`,
  )
  if (row?.encoding === 'UTF8') yield good(`PostgreSQL ${row.version}, en UTF8.`)
  else
    yield bad(
      `Guarda en ${row?.encoding}, donde no entran todas las letras.`,
      'Creá la base con ENCODING UTF8',
    )
  if (row?.fsync === 'off' || row?.commits === 'off')
    yield warning(
      'Tiene fsync o synchronous_commit apagado: un corte de luz se lleva lo último.',
      'Encendelos.',
    )
}

/** Compares the stored numbers of items, which lists show, with the rows. */
async function* examineCounters(database: Database): AsyncGenerator<Finding> {
  const revisions = await database.read.selectFrom('revisions').selectAll().execute()
  const wrong: string[] = []
  for (const resource of resourceNames) {
    const { live } = await database.read
      .selectFrom(resource as 'residents')
      .select((row) => row.fn.countAll<number>().as('live'))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (revisions.find((row) => row.resource === resource)?.live !== Number(live)) wrong.push(resource)
  }
  // An item may have been written between both queries, so one wrong result proves nothing. The message asks to act only if
  // the next run reports it again.
  if (wrong.length > 0)
    yield warning(
      `El contador de ${wrong.join(', ')} no dice lo que hay.`,
      'Si sigue así la próxima vez: ./pulso backup, y con el club detenido ./pulso restore esa-copia --replace',
    )
}

/** Reads which schema the database has. @throws NoClub */
export async function readSchema(database: Database): Promise<Schema> {
  try {
    const { state, migration } = await withStatusTimeout(readDatabaseVersion(database))
    if (state === 'empty') throw new NoClub()
    return { state, migration, reason: null }
  } catch (error) {
    if (error instanceof NoClub) throw error
    return { state: 'silent', migration: null, reason: describeReason(error) }
  }
}

const SCHEMAS: Record<Schema['state'], string> = {
  current: 'de esta versión',
  older: 'de una versión anterior: la actualiza el próximo arranque',
  newer: 'de una versión más nueva que este programa',
  silent: 'no contesta',
}
