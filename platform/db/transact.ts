/** A write that may find out on its way that it must not happen. */
import type { Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

class Rollback extends Error {
  result: unknown
  constructor(result: unknown) {
    super('rolled back')
    this.result = result
  }
}

/** Runs `work` in one transaction and answers its result; one that is not `ok` leaves nothing written. */
export async function transact<T extends { ok: boolean }>(
  database: Pick<Database, 'write'>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  try {
    return await database.write(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Rollback(result)
      return result
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    throw error
  }
}
