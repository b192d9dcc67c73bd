/** Databases for tests. Each `create()` returns a new and empty database. */
import { describe, inject, type SuiteAPI, type TestAPI, test } from 'vitest'
import { postgresPlace, sqliteOnly, sqlitePlace, type TestDatabase } from './places.ts'

export type { TestDatabase } from './places.ts'

interface DatabaseKind {
  name: 'sqlite' | 'postgres'
  create(): Promise<TestDatabase>
  /** `test` on SQLite and nothing on PostgreSQL, for tests whose result does not depend on the dialect. */
  testOnce: TestAPI
  describeOnce: SuiteAPI
}

/** Opens a SQLite database, for tests whose result does not depend on the dialect. */
export const createDatabase = sqlitePlace

/** Replaces `test` or `describe` and registers nothing. Its members, `each` for example, are itself. */
const nothing = new Proxy(() => {}, { get: () => nothing, apply: () => nothing }) as unknown as TestAPI &
  SuiteAPI

const sqlite: DatabaseKind = { name: 'sqlite', create: sqlitePlace, testOnce: test, describeOnce: describe }

const postgres: DatabaseKind = {
  name: 'postgres',
  create: () => postgresPlace(inject('postgresUrl')),
  testOnce: nothing,
  describeOnce: nothing,
}

/** `describe.each(postgresOnly)`, for what SQLite does not have. Empty when the tests run without PostgreSQL. */
export const postgresOnly = sqliteOnly ? [] : [postgres]

/**
 * `describe.each(databases)('$name', ({ create }) => …)`, for tests whose result can depend on the dialect: statements,
 * transactions, locks, order, dates and JSON.
 */
export const databases: DatabaseKind[] = [sqlite, ...postgresOnly]
