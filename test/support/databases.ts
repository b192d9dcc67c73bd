/** The two kinds of database that the club runs on: what touches one is tested on both. */
import { inject } from 'vitest'
import { postgresPlace, sqlitePlace, type TestDatabase } from './places.ts'

export type { TestDatabase } from './places.ts'

/** `describe.each(databases)('$name', ({ create }) => …)`: every `create()` is a new and empty database. */
export const databases: Array<{ name: 'sqlite' | 'postgres'; create(): Promise<TestDatabase> }> = [
  { name: 'sqlite', create: sqlitePlace },
  { name: 'postgres', create: () => postgresPlace(inject('postgresUrl')) },
]
