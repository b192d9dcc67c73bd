/** Databases for tests. Each `create()` returns a new and empty database. */
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
  create(): Promise<TestDatabase>
  /** `test` on SQLite and nothing on PostgreSQL, for tests whose result does not depend on the dialect. */
  testOnce: TestAPI
  describeOnce: SuiteAPI
}

/** Opens a SQLite database, for tests whose result does not depend on the dialect. */
export const createDatabase = createSqliteDatabase

/** Replaces `test` or `describe` and registers no test. Its members, `each` for example, return the same function. */
const noSuite = new Proxy(() => {}, { get: () => noSuite, apply: () => noSuite }) as unknown as TestAPI &
  SuiteAPI

const sqlite: DatabaseKind = {
  name: 'sqlite',
  create: createSqliteDatabase,
  testOnce: test,
  describeOnce: describe,
}

const postgres: DatabaseKind = {
  name: 'postgres',
  create: () => createPostgresDatabase(inject('postgresUrl')),
  testOnce: noSuite,
  describeOnce: noSuite,
}

/** `describe.each(postgresOnly)`, for features that SQLite lacks. Empty when the tests run without PostgreSQL. */
export const postgresOnly = isSqliteOnly ? [] : [postgres]

/**
 * `describe.each(databases)('$name', ({ create }) => …)`, for tests whose result can depend on the dialect: statements,
 * transactions, locks, order, dates and JSON.
 */
export const databases: DatabaseKind[] = [sqlite, ...postgresOnly]
