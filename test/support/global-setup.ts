/**
 * Vitest runs this once before all tests of a project. It starts PostgreSQL and migrates one database of each kind. Tests
 * copy these templates, because a copy takes a fifth of the processor time of the migrations.
 */
import type { TestProject } from 'vitest/node'
import { connect } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { getSqlitePath } from '../../platform/db/sqlite.ts'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  isSqliteOnly,
  type TestDatabase,
} from './empty-databases.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server. Its user has the right to create databases. */
    postgresUrl: string
    /** Name of the migrated database on that server. */
    postgresTemplate: string
    /** Path of the migrated SQLite file. */
    sqliteTemplate: string
  }
}

/** Migrates an empty database, and closes it so that it can be copied. */
async function makeTemplate(place: TestDatabase): Promise<void> {
  const database = connect(place)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sqlite = await createSqliteDatabase()
  await makeTemplate(sqlite)
  project.provide('sqliteTemplate', getSqlitePath(sqlite.dataDir))
  if (isSqliteOnly) return sqlite.dispose

  const server = await startPostgres()
  const postgres = await createPostgresDatabase(server.url)
  await makeTemplate(postgres)
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', new URL(postgres.databaseUrl as string).pathname.slice(1))
  return async () => {
    await sqlite.dispose()
    await postgres.dispose()
    await server.stop()
  }
}
