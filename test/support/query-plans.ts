/** Reads query plans from a database. Tests check plans, because durations vary between runs. */
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export interface Plan {
  sql: string
  /** The plan as the database prints it, on one line. */
  plan: string
}

/**
 * Runs `work` and reads the plan of each of its queries. PostgreSQL prefers sequential scans and sorts when tables have few
 * rows. Both are switched off, so that the plan shows whether an index can serve the query.
 */
export async function explainQueries(
  database: Database,
  work: (database: Database) => Promise<unknown>,
): Promise<Plan[]> {
  const queries: RootOperationNode[] = []
  const capture: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work({ ...database, read: database.read.withPlugin(capture) })
  const explain = database.dialect === 'postgres' ? 'explain ' : 'explain query plan '
  const plans: Plan[] = []
  for (const node of queries) {
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
