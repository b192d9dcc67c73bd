/** Revisions: counters that each write raises, so that cached pages know when they are stale. */

import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { resourceNames } from '../content/shared/resources.ts'
import { otherRevisionKeys, type RevisionKey } from '../content/shared/revision-keys.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Raises a revision. After the commit, cached pages that read the resource are stale in all processes. */
export async function raiseRevision(db: Db, resource: RevisionKey, added: number): Promise<number> {
  const raised = await db
    .updateTable('revisions')
    .set((eb) => ({ revision: eb('revision', '+', 1), live: eb('live', '+', added) }))
    .where('resource', '=', resource)
    .returning('revision')
    .executeTakeFirst()
  if (!raised) throw new Error(`${resource} has no revision`)
  const { revision } = raised
  // PostgreSQL notifies other processes at the commit. On SQLite the other processes poll the revisions.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select pg_notify(${REVISIONS_CHANNEL}, ${`${resource} ${revision}`})`.execute(db)
  }
  return revision
}

/** Channel of these notifications. The payload is a resource and its revision. */
export const REVISIONS_CHANNEL = 'revisions'

export type Revisions = Record<RevisionKey, number>

export async function readRevisions(db: Db): Promise<Revisions> {
  const rows = await db.selectFrom('revisions').select(['resource', 'revision']).execute()
  const found = new Map(rows.map((row) => [row.resource, row.revision]))
  const revised: RevisionKey[] = [...resourceNames, ...otherRevisionKeys]
  return Object.fromEntries(revised.map((name) => [name, found.get(name) ?? 0])) as Revisions
}
