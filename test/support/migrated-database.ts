/** Connects to migrated databases, and creates rows for tests. */
import { randomUUIDv7 } from 'node:crypto'
import { connect, type Database } from '../../platform/db/connect.ts'
import type { NewRow } from '../../platform/db/tables.ts'
import type { TestDatabase } from './databases.ts'

export interface MigratedDatabase {
  database: Database
  /** Opens another connection to the same data, as a second process does. */
  connectAgain(): Database
  dispose(): Promise<void>
}

export async function createMigratedDatabase({
  create,
}: {
  create(): Promise<TestDatabase>
}): Promise<MigratedDatabase> {
  const place = await create()
  const open: Database[] = []
  const connectAgain = () => {
    const database = connect(place)
    open.push(database)
    return database
  }
  const database = connectAgain()
  return {
    database,
    connectAgain,
    async dispose() {
      for (const database of open) await database.close()
      await place.dispose()
    },
  }
}

/** Creates an administrator. The account is active unless `values` has another status. @returns the id */
export async function insertUser(database: Database, values: Partial<NewRow<'users'>> = {}): Promise<string> {
  const id = values.id ?? randomUUIDv7()
  const email = values.email ?? `${id}@club.example`
  const row = {
    id,
    email,
    emailKey: email.toLowerCase(),
    passwordHash: 'none',
    status: 'active' as const,
    confirmedAt: null,
    createdAt: 0,
    updatedAt: 0,
    lastSignInAt: null,
    ...values,
  }
  await database.write((tx) => tx.insertInto('users').values(row).execute())
  return id
}
