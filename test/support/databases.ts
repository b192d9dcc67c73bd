/** The databases that tests run on. Each call returns a new database without rows. */
import { describe, inject, type SuiteAPI, type TestAPI, test } from 'vitest'
import {
  createPostgresDatabase,
  createSqliteDatabase,
  isSqliteOnly,
  type TestDatabase,
} from './empty-databases.ts'

export type { TestDatabase } from './empty-databases.ts'

interface DatabaseKind {
  name: 'sqlite' | 'postgres'
  /** Creates a database with the newest schema. */
  create(): Promise<TestDatabase>
  /** Creates a database without a schema, for tests of the first start, of migrations and of restored backups. */
  createEmpty(): Promise<TestDatabase>
  /** Registers a test on SQLite but not on PostgreSQL. For tests whose result does not depend on the database. */
  testOnce: TestAPI
  describeOnce: SuiteAPI
}

/** Creates a SQLite database with the newest schema, for tests whose result does not depend on the database. */
export const createDatabase = () => createSqliteDatabase(inject('sqliteTemplate'))

/** Takes the place of `test` or `describe`, and registers no test. Its members, such as `each`, return it again. */
const noSuite = new Proxy(() => {}, { get: () => noSuite, apply: () => noSuite }) as unknown as TestAPI &
  SuiteAPI

const sqlite: DatabaseKind = {
  name: 'sqlite',
  create: createDatabase,
  createEmpty: () => createSqliteDatabase(),
  testOnce: test,
  describeOnce: describe,
}

const postgres: DatabaseKind = {
  name: 'postgres',
  create: () => createPostgresDatabase(inject('postgresUrl'), inject('postgresTemplate')),
  createEmpty: () => createPostgresDatabase(inject('postgresUrl')),
  testOnce: noSuite,
  describeOnce: noSuite,
}

/**
 * The databases for `describe.each(postgresOnly)`, in tests of features that SQLite lacks. Empty when the tests run without
 * PostgreSQL.
 */
export const postgresOnly = isSqliteOnly ? [] : [postgres]

/**
 * The databases for `describe.each(databases)('$name', ({ create }) => …)`, in tests whose result can depend on the
 * database: statements, transactions, locks, order, dates and JSON.
 */
export const databases: DatabaseKind[] = [sqlite, ...postgresOnly]
