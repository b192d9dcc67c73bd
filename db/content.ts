/** Rows of content: reading, and the steps of which server/content/write.ts makes its transactions. */
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { titleField } from '../contract/content/fields.ts'
import { hasNames } from '../contract/content/kinds.ts'
import type { Order } from '../contract/content/orders.ts'
import type { ResourceName } from '../contract/content/resources.ts'
import { declarationOf, resourceNames } from '../contract/content/resources.ts'
import { fold, sortKey } from '../contract/content/titles.ts'
import type { Database, Dialect } from './connect.ts'
import { index, matches, searchableWords } from './search.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

/**
 * Kysely types each table by itself; what all six share is typed by one of them. Only the columns of
 * `ContentColumns` may be named here, the declared ones go through `values`.
 */
const shared = (resource: ResourceName) => resource as 'residents'

export interface ListArguments {
  q: string
  limit: number
  page: number
  order: Order
  /** `YYYY-MM-DD`, for a resource that is ordered by a date. */
  from?: string | undefined
}

export interface RowPage {
  rows: ContentRow[]
  total: number
}

/**
 * What a list is ordered by, each column with an index of its own (migrations 0001 and 0002). The newest is the latest by
 * date where the resource has one, else by creation.
 */
function columnsOf(resource: ResourceName, order: Order): [column: string, direction: 'asc' | 'desc'][] {
  const date = declarationOf(resource).orderBy
  switch (order) {
    case 'newest':
    case 'oldest': {
      const direction = order === 'newest' ? 'desc' : 'asc'
      return [...(date ? [date] : []), 'seq'].map((column) => [column, direction])
    }
    case 'changed':
      return ['updatedAt', 'seq'].map((column) => [column, 'desc'])
    case 'name':
      return ['nameKey', 'seq'].map((column) => [column, 'asc'])
  }
}

function dateOf(resource: ResourceName): string {
  const date = declarationOf(resource).orderBy
  if (!date) throw new TypeError(`${resource} have no date`)
  return date
}

/** A page of the live items. */
export async function listLive(
  database: Database,
  resource: ResourceName,
  list: ListArguments,
): Promise<RowPage> {
  const conditions = [
    matches(database.dialect, resource, list.q),
    list.from === undefined ? null : sql<boolean>`${sql.ref(dateOf(resource))} >= ${list.from}`,
  ].filter((condition) => condition !== null)
  let query = database.read.selectFrom(shared(resource)).where('deletedAt', 'is', null)
  for (const condition of conditions) query = query.where(condition)
  const total =
    conditions.length > 0
      ? Number((await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
      : await liveCount(database.read, resource)
  for (const [column, direction] of columnsOf(resource, list.order))
    query = query.orderBy(sql.ref(column), direction)
  const rows = await query
    .selectAll()
    .limit(list.limit)
    .offset((list.page - 1) * list.limit)
    .execute()
  return { rows: rows as unknown as ContentRow[], total }
}

async function liveCount(db: Db, resource: ResourceName): Promise<number> {
  const row = await db
    .selectFrom('revisions')
    .select('live')
    .where('resource', '=', resource)
    .executeTakeFirst()
  return row?.live ?? 0
}

export async function findLive(db: Db, resource: ResourceName, id: string): Promise<ContentRow | null> {
  const row = await findAny(db, resource, id)
  return row?.deletedAt === null ? row : null
}

/** For a write: nobody else changes it until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockAny(
  tx: Db,
  dialect: Dialect,
  resource: ResourceName,
  id: string,
): Promise<ContentRow | null> {
  const query = byId(tx, resource, id)
  const row = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return (row as ContentRow | undefined) ?? null
}

/** Also when it is in the bin. */
export async function findAny(db: Db, resource: ResourceName, id: string): Promise<ContentRow | null> {
  return ((await byId(db, resource, id).executeTakeFirst()) as ContentRow | undefined) ?? null
}

const byId = (db: Db, resource: ResourceName, id: string) =>
  db.selectFrom(shared(resource)).selectAll().where('id', '=', id)

/** What the map of the site needs of the news: the newest `limit`, without their texts. */
export const newsAddresses = (db: Db, limit: number) =>
  db
    .selectFrom('news')
    .select(['newsTitle', 'updatedAt'])
    .where('deletedAt', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

/** When anything of these resources was last written or put into the bin, ms since 1970; null: there never was anything. */
export async function lastChange(db: Db, resources: readonly ResourceName[]): Promise<number | null> {
  const rows = await Promise.all(
    resources.map((resource) =>
      db
        .selectFrom(shared(resource))
        .select((eb) => [eb.fn.max('updatedAt').as('written'), eb.fn.max('deletedAt').as('binned')])
        .executeTakeFirst(),
    ),
  )
  const times = rows.flatMap((row) => [row?.written ?? 0, row?.binned ?? 0])
  return Math.max(...times) || null
}

export interface NewItem {
  id: string
  at: number
  by: string | null
  values: Record<string, string>
}

/** Columns that follow from the declared ones among `values`. */
function derivedColumns(resource: ResourceName, values: Record<string, unknown>): Record<string, string> {
  const declaration = declarationOf(resource)
  const name = values[declaration.heading]
  const title = values[titleField(declaration) ?? '']
  return {
    ...(typeof name === 'string' && hasNames(declaration) && { nameKey: sortKey(name) }),
    ...(typeof title === 'string' && { titleKey: fold(title) }),
  }
}

/** Live items are found by their words; what is in the bin is not. */
async function indexWords(db: Db, dialect: Dialect, resource: ResourceName, row: ContentRow): Promise<void> {
  const words = row.deletedAt === null ? searchableWords(declarationOf(resource), row) : null
  await index(db, dialect, resource, row.seq, words)
}

export async function insertItem(
  db: Db,
  dialect: Dialect,
  resource: ResourceName,
  item: NewItem,
): Promise<ContentRow> {
  const row = (await db
    .insertInto(shared(resource))
    .values({
      id: item.id,
      version: 1,
      createdAt: item.at,
      updatedAt: item.at,
      updatedBy: item.by,
      ...item.values,
      ...derivedColumns(resource, item.values),
    } as never)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as ContentRow
  await indexWords(db, dialect, resource, row)
  return row
}

/** Writes columns of an item, and those that follow from them. */
export async function updateItem(
  db: Db,
  dialect: Dialect,
  resource: ResourceName,
  { seq }: ContentRow,
  columns: Partial<ContentRow>,
): Promise<ContentRow> {
  const row = (await db
    .updateTable(shared(resource))
    .set({ ...columns, ...derivedColumns(resource, columns) } as never)
    .where('seq', '=', seq)
    .returningAll()
    .executeTakeFirstOrThrow()) as unknown as ContentRow
  await indexWords(db, dialect, resource, row)
  return row
}

/** Deletes an item of the bin for good, and lets go of its pictures. */
export async function eraseItem(db: Db, resource: ResourceName, row: ContentRow): Promise<void> {
  await db.deleteFrom(shared(resource)).where('seq', '=', row.seq).execute()
  await replaceMediaRefs(db, resource, row.id, [])
}

/** What cached pages depend on: the content, and what the club sets. */
export type Revised = ResourceName | 'settings'

/** Raises the resource's revision: cached pages that read it are stale from this commit on, in every process. */
export async function raiseRevision(db: Db, resource: Revised, added: number): Promise<number> {
  const raised = await db
    .updateTable('revisions')
    .set((eb) => ({ revision: eb('revision', '+', 1), live: eb('live', '+', added) }))
    .where('resource', '=', resource)
    .returning('revision')
    .executeTakeFirst()
  if (!raised) throw new Error(`${resource} has no revision`)
  const { revision } = raised
  // PostgreSQL tells others with the commit, and nobody if there is none; readers of a SQLite file look for themselves.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select pg_notify(${REVISIONS_CHANNEL}, ${`${resource} ${revision}`})`.execute(db)
  }
  return revision
}

/** A notice's words are a resource and its revision. */
export const REVISIONS_CHANNEL = 'revisions'

export type Revisions = Record<Revised, number>

export async function readRevisions(db: Db): Promise<Revisions> {
  const rows = await db.selectFrom('revisions').select(['resource', 'revision']).execute()
  const found = new Map(rows.map((row) => [row.resource, row.revision]))
  const revised: Revised[] = [...resourceNames, 'settings']
  return Object.fromEntries(revised.map((name) => [name, found.get(name) ?? 0])) as Revisions
}

/** Says which pictures an item holds; pictures that nothing holds are swept. */
export async function replaceMediaRefs(
  db: Db,
  resource: string,
  itemId: string,
  mediaIds: string[],
): Promise<void> {
  const held = await db
    .selectFrom('mediaRefs')
    .select('mediaId')
    .where('resource', '=', resource)
    .where('itemId', '=', itemId)
    .execute()
  const before = new Set(held.map(({ mediaId }) => mediaId))
  const after = new Set(mediaIds)
  const gone = [...before.difference(after)]
  const added = [...after.difference(before)]
  if (gone.length > 0)
    await db
      .deleteFrom('mediaRefs')
      .where('resource', '=', resource)
      .where('itemId', '=', itemId)
      .where('mediaId', 'in', gone)
      .execute()
  if (added.length > 0)
    await db
      .insertInto('mediaRefs')
      .values(added.map((mediaId) => ({ mediaId, resource, itemId })))
      .execute()
}

export interface Idempotency {
  key: string
  userId: string
  resource: ResourceName
}

export const findIdempotency = (db: Db, { key, userId, resource }: Idempotency) =>
  db
    .selectFrom('idempotency')
    .select(['itemId', 'fingerprint'])
    .where('key', '=', key)
    .where('userId', '=', userId)
    .where('resource', '=', resource)
    .executeTakeFirst()

/** @returns false when the key is known already: nothing was written */
export async function rememberIdempotency(
  db: Db,
  idempotency: Idempotency & { fingerprint: string; itemId: string; createdAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency')
    .values(idempotency)
    .onConflict((conflict) => conflict.columns(['key', 'userId', 'resource']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function forgetIdempotency(database: Database, before: number): Promise<void> {
  await database.write((tx) => tx.deleteFrom('idempotency').where('createdAt', '<', before).execute())
}
