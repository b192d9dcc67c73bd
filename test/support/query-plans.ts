/** Query plans of a database. Tests check plans because durations vary. */
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export interface Plan {
  sql: string
  /** The database's output, as one line. */
  plan: string
}

/**
 * Runs `ask` and explains each of its queries. PostgreSQL prefers sequential scans and sorts for few rows. These are
 * switched off, because the plan should show whether an index can serve the query.
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
