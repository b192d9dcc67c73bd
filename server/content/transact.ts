/** A write that may find out on its way that it is refused. */
import type { Transaction } from 'kysely'
import type { Database } from '../../db/connect.ts'
import type { Tables } from '../../db/tables.ts'
import type { Outcome, Refused } from '../http/problem-response.ts'

class Rollback extends Error {
  refusal: Refused
  constructor(refusal: Refused) {
    super(refusal.problem)
    this.refusal = refusal
  }
}

/** Runs `work` in one transaction; when it is refused, what it wrote before is rolled back. */
export async function transact<T>(
  database: Database,
  work: (tx: Transaction<Tables>) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await database.write(async (tx) => {
      const outcome = await work(tx)
      if (!outcome.ok) throw new Rollback(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof Rollback) return error.refusal
    throw error
  }
}
