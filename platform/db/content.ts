/** Rows of content: reading, and the steps of which platform/content/server/write.ts makes its transactions. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { canHaveSecrets, withoutSecrets } from '../content/shared/delayed-reveal.ts'
import { hasNames, hasNights } from '../content/shared/field-types.ts'
import { englishName, type Reference, titleField } from '../content/shared/fields.ts'
import type { Order } from '../content/shared/orders.ts'
import type { ListState } from '../content/shared/publication.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import { declarationOf, resourceNames } from '../content/shared/resources.ts'
import { fold, sortKey } from '../content/shared/titles.ts'
import { dayAfter, nightDay } from '../shared/night-dates.ts'
import type { Database, Dialect } from './connect.ts'
import { hasSecrets, mentioning, replaceMentions } from './mentions.ts'
import { removePreview } from './previews.ts'
import { countIn, inState } from './publication.ts'
import { hasWords, index, matches, searchableWords } from './search.ts'
import { forgetSlugs } from './slugs.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

/**
 * Kysely types each table by itself; what all six share is typed by one of them. Only the columns of
 * `ContentColumns` may be named here, the declared ones go through `values`.
 */
const shared = (resource: ResourceName) => resource as 'residents'

export interface ListArguments {
  state: ListState
  /** ms since 1970, by which states are told. */
  now: number
  /** The id of an item that counts as published though visitors do not see it. */
  including?: string | undefined
  q: string
  limit: number
  page: number
  order: Order
  /** `YYYY-MM-DD`, for a resource that is ordered by a date: that day or night and later. */
  from?: string | undefined
  /** That day or night and earlier. */
  to?: string | undefined
  /** What items refer to. */
  mentions?: Reference | undefined
  /** The day of the night that is not over yet: the order 'next' needs it. */
  tonight?: string | undefined
  /** Nothing is found by what is still to be revealed, and the rows tell of it all the same. */
  isForVisitors: boolean
}

export interface RowPage {
  rows: ContentRow[]
  total: number
}

/**
 * The columns that order a list, each with an index of its own (platform/db/difference.ts). The newest item has the latest date.
 * Resources without a date use creation or publication.
 */
function columnsOf(resource: ResourceName, order: Order): [column: string, direction: 'asc' | 'desc'][] {
  const declaration = declarationOf(resource)
  const date = declaration.orderBy ?? 'listedAt'
  switch (order) {
    case 'newest':
    case 'oldest': {
      const direction = order === 'newest' ? 'desc' : 'asc'
      return [...(hasNights(declaration) ? ['night'] : []), date, 'seq'].map((column) => [column, direction])
    }
    case 'changed':
      return ['updatedAt', 'seq'].map((column) => [column, 'desc'])
    case 'name':
      return ['nameKey', 'seq'].map((column) => [column, 'asc'])
    case 'manual':
      return [['position', 'asc'], ...columnsOf(resource, 'newest')]
    case 'next':
      throw new TypeError('what comes and what is over have an order each')
  }
}

/** Ids of what is not in the bin, as people ordered it; at most `limit`. */
export async function orderOf(db: Db, resource: ResourceName, limit: number): Promise<string[]> {
  let query = db.selectFrom(shared(resource)).select('id').where('deletedAt', 'is', null)
  for (const [column, direction] of columnsOf(resource, 'manual'))
    query = query.orderBy(sql.ref(column), direction)
  return (await query.limit(limit).execute()).map(({ id }) => id)
}

/** For a write: as `orderOf`. Where there are fewer than `limit`, nobody else changes them until the transaction ends. */
export async function lockOrder(
  tx: Db,
  dialect: Dialect,
  resource: ResourceName,
  limit: number,
): Promise<string[]> {
  // As other writes lock items: in the order of their ids, and before the revision.
  if (dialect === 'postgres')
    await tx
      .selectFrom(shared(resource))
      .select('id')
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute()
  return orderOf(tx, resource, limit)
}

/** @param ids all that are not in the bin */
export async function writeOrder(tx: Db, resource: ResourceName, ids: string[]): Promise<void> {
  const places = ids.map((id, index) => sql`(${id}, ${sql.lit(index + 1)})`)
  await sql`update ${sql.table(resource)} set "position" = "places"."column2"
    from (values ${sql.join(places)}) as "places" where "id" = "places"."column1"`.execute(tx)
}

/** The column that tells the day of items. */
function dayOf(resource: ResourceName): string {
  const declaration = declarationOf(resource)
  const date = hasNights(declaration) ? 'night' : declaration.orderBy
  if (!date) throw new TypeError(`${resource} have no date`)
  return date
}

/** A page of the items in a state. */
export async function listItems(
  database: Database,
  resource: ResourceName,
  list: ListArguments,
): Promise<RowPage> {
  const { from, to, mentions, now } = list
  const day = from === undefined && to === undefined ? null : sql.ref(dayOf(resource))
  const conditions = [
    await matching(database, resource, list),
    day && from !== undefined ? sql<boolean>`${day} >= ${from}` : null,
    // Nothing that is a day or a day and an hour comes between it and the next.
    day && to !== undefined ? sql<boolean>`${day} < ${dayAfter(to)}` : null,
    mentions ? mentioning(resource, mentions, now) : null,
  ].filter((condition) => condition !== null)
  let query = database.read.selectFrom(shared(resource)).where(inState(list.state, list.now, list.including))
  for (const condition of conditions) query = query.where(condition)
  const total =
    conditions.length > 0
      ? Number((await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
      : await countIn(database.read, resource, list.state, list.now, list.including)
  /** Some of those that also meet a condition, each part of them from its index. */
  const some = async (order: Order, limit: number, offset: number, condition?: RawBuilder<boolean>) => {
    let part = condition ? query.where(condition) : query
    for (const [column, direction] of columnsOf(resource, order))
      part = part.orderBy(sql.ref(column), direction)
    return part.selectAll().limit(limit).offset(offset).$castTo<ContentRow>().execute()
  }
  const offset = (list.page - 1) * list.limit
  if (list.order !== 'next') return { rows: await some(list.order, list.limit, offset), total }
  if (list.tonight === undefined)
    throw new TypeError("the order 'next' needs to know which night is tonight's")
  const night = sql.ref(dayOf(resource))
  const isComing = sql<boolean>`${night} >= ${list.tonight}`
  const { n } = await query
    .where(isComing)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const coming = Number(n) > offset ? await some('oldest', list.limit, offset, isComing) : []
  const left = list.limit - coming.length
  const before = Math.max(0, offset - Number(n))
  const past = left > 0 ? await some('newest', left, before, sql`${night} < ${list.tonight}`) : []
  return { rows: [...coming, ...past], total }
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

/** More items than this with something to reveal, found by the same words, are not looked through. */
const SECRETS_MAX = 1_000

/** The condition that an item is found by words, or null when there is none. */
async function matching(
  { read, dialect }: Database,
  resource: ResourceName,
  { q, state, now, including, isForVisitors }: ListArguments,
): Promise<RawBuilder<boolean> | null> {
  const found = matches(dialect, resource, q)
  const declaration = declarationOf(resource)
  if (!found || !isForVisitors || !canHaveSecrets(declaration)) return found
  // The index holds all words. Of the few items that still have something to reveal, those count whose other words match.
  const secretive = hasSecrets(resource, now)
  const rows = await read
    .selectFrom(shared(resource))
    .selectAll()
    .where(inState(state, now, including))
    .where(found)
    .where(secretive)
    .limit(SECRETS_MAX)
    .execute()
  const ids = rows
    .filter((row) => hasWords(searchableWords(declaration, withoutSecrets(declaration, row, now)), q))
    .map(({ id }) => id)
  const known = ids.length === 0 ? sql<boolean>`false` : sql<boolean>`"id" in (${sql.join(ids)})`
  return sql<boolean>`(${found} and (not ${secretive} or ${known}))`
}

/** Years of which a resource has visible items that are over by `until`, the last first. */
export async function yearsBefore(
  db: Db,
  resource: ResourceName,
  { until, now, including }: { until: string; now: number; including?: string | undefined },
): Promise<number[]> {
  const day = sql.ref(dayOf(resource))
  const table = sql.table(resource)
  const visible = inState('published', now, including)
  const years: number[] = []
  // From one year to the one before it that has any: an index is asked once a year, however many items there are.
  for (let before = until; ; ) {
    const { rows } = await sql<{ day: string }>`
      select ${day} as day from ${table} where ${visible} and ${day} < ${before} order by ${day} desc limit 1`.execute(
      db,
    )
    const last = rows[0]?.day
    if (last === undefined) return years
    years.push(Number(last.slice(0, 4)))
    before = `${last.slice(0, 4)}-01-01`
  }
}

/** Those of these items that there are, in the bin too. */
export async function findSome(db: Db, resource: ResourceName, ids: string[]): Promise<ContentRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom(shared(resource)).selectAll().where('id', 'in', ids).$castTo<ContentRow>().execute()
}

const byId = (db: Db, resource: ResourceName, id: string) =>
  db.selectFrom(shared(resource)).selectAll().where('id', '=', id)

/** What the sitemap needs of the visible news: the newest `limit`, without their texts. */
export const newsAddresses = (db: Db, { limit, now }: { limit: number; now: number }) =>
  db
    .selectFrom('news')
    .select(['newsTitle', 'updatedAt', 'publishAt'])
    .where(inState('published', now))
    .orderBy('date', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

interface PageAddress {
  slug: string
  updatedAt: number
  publishAt: number | null
  revealedAt: number | null
  /** 1: there is a page in English whose main text is in English. */
  isInEnglish: number
}

/** What the sitemap needs of the visible items of a resource that have pages: the newest `limit`. */
export async function pageAddresses(
  db: Db,
  resource: ResourceName,
  { limit, now }: { limit: number; now: number },
): Promise<PageAddress[]> {
  const { english } = declarationOf(resource).page ?? {}
  const said = (name: string) => sql`${sql.id(name)} is not null`
  const isInEnglish = english
    ? sql`case when ${said(english.mainText)} and not ${said(englishName(english.mainText))} then 0 else 1 end`
    : sql`0`
  const newestFirst = columnsOf(resource, 'newest').map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`,
  )
  const { rows } = await sql<PageAddress>`
    select "slug", "updatedAt", "publishAt", "revealedAt", ${isInEnglish} as "isInEnglish" from ${sql.table(resource)}
    left join (
      select "itemId", max("revealAt") as "revealedAt" from "mentions"
      where "resource" = ${resource} and "revealAt" <= ${now} group by "itemId"
    ) as "revealed" on "itemId" = "id"
    where ${inState('published', now)}
    order by ${sql.join(newestFirst)} limit ${limit}`.execute(db)
  return rows
}

/**
 * When visitors last saw anything of these resources change, ms since 1970: written, appeared, ended or put into the bin;
 * null: there never was anything. What is hidden does not tell on itself.
 */
export async function lastChange(
  db: Db,
  resources: readonly ResourceName[],
  now: number,
): Promise<number | null> {
  const latest = (resource: ResourceName, column: string, condition: RawBuilder<boolean>) =>
    sql`(select ${sql.ref(column)} from ${sql.table(resource)} where ${condition} order by ${sql.ref(column)} desc limit 1)`
  const rows = await Promise.all(
    resources.map(async (resource) => {
      const { rows } = await sql<Record<string, number | null>>`select
        ${latest(resource, 'updatedAt', inState('published', now))} as written,
        ${latest(resource, 'publishAt', sql`${inState('published', now)} and "publishAt" is not null`)} as appeared,
        ${latest(resource, 'unpublishAt', inState('ended', now))} as ended,
        ${latest(resource, 'deletedAt', sql`"deletedAt" is not null and "draft" = 0 and ("publishAt" is null or "publishAt" < "deletedAt")`)} as binned
      `.execute(db)
      return rows[0] ?? {}
    }),
  )
  return Math.max(0, ...rows.flatMap((row) => Object.values(row).map(Number))) || null
}

export interface NewItem {
  id: string
  at: number
  by: string | null
  values: Record<string, string | number | null>
}

/** Columns that follow from the declared ones among `values`. */
function derivedColumns(
  resource: ResourceName,
  values: Record<string, unknown>,
  createdAt: number,
): Record<string, string | number> {
  const declaration = declarationOf(resource)
  const name = values[declaration.heading]
  const title = values[titleField(declaration) ?? '']
  return {
    ...(typeof name === 'string' && hasNames(declaration) && { nameKey: sortKey(name) }),
    ...(typeof title === 'string' && { titleKey: fold(title) }),
    ...(hasNights(declaration) &&
      typeof values[declaration.orderBy ?? ''] === 'string' && {
        night: nightDay(String(values[declaration.orderBy ?? ''])),
      }),
    ...(values.publishAt !== undefined && { listedAt: Math.max(createdAt, Number(values.publishAt ?? 0)) }),
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
  const row = await db
    .insertInto(shared(resource))
    .values({
      id: item.id,
      version: 1,
      createdAt: item.at,
      updatedAt: item.at,
      updatedBy: item.by,
      listedAt: item.at,
      ...item.values,
      ...derivedColumns(resource, item.values, item.at),
    } as never)
    .returningAll()
    .$castTo<ContentRow>()
    .executeTakeFirstOrThrow()
  await indexWords(db, dialect, resource, row)
  return row
}

/** The items, in the bin too, that were made between two instants (ms) by nobody whom the history knows. */
export async function madeByNobody(
  db: Db,
  resource: ResourceName,
  { from, to }: { from: number; to: number },
): Promise<Pick<ContentRow, 'id' | 'version' | 'deletedAt'>[]> {
  const item = resource as 'residents'
  return db
    .selectFrom(item)
    .select(['id', 'version', 'deletedAt'])
    .where('createdAt', '>=', from)
    .where('createdAt', '<=', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('history')
            .select('history.id')
            .where('history.resource', '=', resource)
            .whereRef('history.itemId', '=', `${item}.id`)
            .where('history.action', '=', 'create'),
        ),
      ),
    )
    .execute()
}

/** Writes columns of an item, and those that follow from them. */
export async function updateItem(
  db: Db,
  dialect: Dialect,
  resource: ResourceName,
  { seq, createdAt }: ContentRow,
  columns: Partial<ContentRow>,
): Promise<ContentRow> {
  const row = await db
    .updateTable(shared(resource))
    .set({ ...columns, ...derivedColumns(resource, columns, createdAt) } as never)
    .where('seq', '=', seq)
    .returningAll()
    .$castTo<ContentRow>()
    .executeTakeFirstOrThrow()
  await indexWords(db, dialect, resource, row)
  return row
}

/** Deletes an item of the bin for good and its preview, and lets go of its pictures. */
export async function eraseItem(db: Db, resource: ResourceName, row: ContentRow): Promise<void> {
  await db.deleteFrom(shared(resource)).where('seq', '=', row.seq).execute()
  await removePreview(db, resource, row.id)
  await replaceMediaRefs(db, resource, row.id, [])
  await replaceMentions(db, resource, row.id, [])
  await forgetSlugs(db, row.id)
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
  resource: ResourceName | 'answers'
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
