/** How a database would answer a query: what tests ask instead of how long it takes. */
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export interface Plan {
  sql: string
  /** The database's own words, as one line. */
  plan: string
}

/**
 * Runs `ask` and explains each query that it made.
 * PostgreSQL reads and sorts so few rows faster as they lie; what is asked is whether an index can serve.
 */
export async function explainQueries(
  database: Database,
  ask: (database: Database) => Promise<unknown>,
): Promise<Plan[]> {
  const asked: RootOperationNode[] = []
  const capture: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask({ ...database, read: database.read.withPlugin(capture) })
  const explain = database.dialect === 'postgres' ? 'explain ' : 'explain query plan '
  const plans: Plan[] = []
  for (const node of asked) {
    const query = database.read.getExecutor().compileQuery(node, createQueryId())
    const plan = await database.read.transaction().execute(async (tx) => {
      if (database.dialect === 'postgres') {
        for (const way of ['seqscan', 'bitmapscan', 'sort'])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx)
      }
      const { rows } = await tx.executeQuery(CompiledQuery.raw(explain + query.sql, [...query.parameters]))
      return JSON.stringify(rows)
    })
    plans.push({ sql: query.sql, plan })
  }
  return plans
}
