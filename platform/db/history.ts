/** Queries of the table `history`, the audit log. */
import type { Kysely } from 'kysely'
import type { AuditedResource } from '../content/shared/audit-log.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import type { Row, Tables } from './tables.ts'

type Db = Kysely<Tables>

export type NewEntry = Omit<Row<'history'>, 'seq'>

export async function insertEntry(tx: Db, entry: NewEntry): Promise<void> {
  await tx.insertInto('history').values(entry).execute()
}

export interface HistoryQuery {
  limit: number
  page: number
  resource?: AuditedResource | undefined
  item?: string | undefined
  user?: string | undefined
}

/** Lists entries, the newest first. Each filter has an index in this order. */
export async function listHistory(
  db: Db,
  { limit, page, resource, item, user }: HistoryQuery,
): Promise<{ rows: Row<'history'>[]; total: number }> {
  let query = db.selectFrom('history')
  if (resource !== undefined) query = query.where('resource', '=', resource)
  if (item !== undefined) query = query.where('itemId', '=', item)
  if (user !== undefined) query = query.where('userId', '=', user)
  const [rows, counted] = await Promise.all([
    query
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(counted.n) }
}

/** Lists the newest entries that administrators caused. Entries of the system are left out. */
export const listLatestByAdministrators = (db: Db, limit: number): Promise<Row<'history'>[]> =>
  db
    .selectFrom('history')
    .selectAll()
    .where('userId', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

export const findEntry = (db: Db, id: string) =>
  db.selectFrom('history').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists entries of one item from the number `seq` on, the newest first. */
export const listEntriesSince = (db: Db, { resource, itemId, seq }: Row<'history'>) =>
  db
    .selectFrom('history')
    .selectAll()
    .where('resource', '=', resource)
    .where('itemId', '=', itemId)
    .where('seq', '>=', seq)
    .orderBy('seq', 'desc')
    .execute()

/** Finds which items exist, and which of them are in the trash. */
export async function findItemStates(
  db: Db,
  resource: ResourceName,
  ids: string[],
): Promise<Map<string, 'live' | 'trash'>> {
  const rows = await db
    .selectFrom(resource as 'residents')
    .select(['id', 'deletedAt'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, deletedAt }) => [id, deletedAt === null ? 'live' : 'trash']))
}

/** Time and author of the last write of live items. */
export async function findLatestChanges(
  db: Db,
  resource: ResourceName,
  ids: string[],
): Promise<{ id: string; updatedAt: number; email: string | null; name: string | null }[]> {
  const table = resource as 'residents'
  const rows = await db
    .selectFrom(table)
    .leftJoin('users', 'users.id', 'updatedBy')
    .select((eb) => {
      // Reads the author's address or name from the audit log, which keeps both after the user is deleted.
      const findAuthor = <C extends 'userEmail' | 'userName', A extends string>(column: C, alias: A) =>
        eb
          .selectFrom('history')
          .select(column)
          .where('history.resource', '=', resource)
          .where('itemId', '=', eb.ref(`${table}.id`))
          .where('history.userId', '=', eb.ref('updatedBy'))
          .orderBy('history.seq', 'desc')
          .limit(1)
          .as(alias)
      return [
        `${table}.id`,
        `${table}.updatedAt`,
        'users.email',
        'users.name',
        findAuthor('userEmail', 'emailThen'),
        findAuthor('userName', 'nameThen'),
      ]
    })
    .where(`${table}.id`, 'in', ids)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ id, updatedAt, email, name, emailThen, nameThen }) => ({
    id,
    updatedAt,
    email: email ?? emailThen,
    name: email === null ? nameThen : name,
  }))
}

/** Erases what a deleted item's entries contain, and their references to media. The entries themselves stay. */
export async function eraseChanges(tx: Db, resource: ResourceName, itemId: string): Promise<void> {
  await tx
    .deleteFrom('mediaRefs')
    .where('resource', '=', 'history')
    .where('itemId', 'in', (eb) =>
      eb
        .selectFrom('history')
        .select('id')
        .where('history.resource', '=', resource)
        .where('history.itemId', '=', itemId),
    )
    .execute()
  await tx
    .updateTable('history')
    .set({ changes: '{}' })
    .where('resource', '=', resource)
    .where('itemId', '=', itemId)
    .execute()
}

/** Erases entries that are older than `before`, and their references to media. @param before ms since 1970 */
export async function eraseHistory(tx: Db, before: number): Promise<void> {
  await tx
    .deleteFrom('mediaRefs')
    .where('resource', '=', 'history')
    .where('itemId', 'in', (eb) => eb.selectFrom('history').select('id').where('at', '<', before))
    .execute()
  await tx.deleteFrom('history').where('at', '<', before).execute()
}
