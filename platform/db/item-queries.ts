/** Queries for one item, and for lists with filter and order. Writes are in item-writes.ts. */
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { readDateSearch } from '../content/shared/date-search.ts'
import { hasDelayedReveal, removeUnrevealedRows } from '../content/shared/delayed-reveal.ts'
import { findCallOff, hasNights } from '../content/shared/field-types.ts'
import type { Reference } from '../content/shared/fields.ts'
import type { Order } from '../content/shared/orders.ts'
import type { Period } from '../content/shared/periods.ts'
import type { ListState } from '../content/shared/publication.ts'
import { getDeclaration, type ResourceName } from '../content/shared/resources.ts'
import { getEnglishName } from '../content/shared/translations.ts'
import { addDays } from '../shared/night-dates.ts'
import type { Database, Dialect } from './connect.ts'
import { hasUnrevealedFields, refersTo } from './mentions.ts'
import { countInState, isInState } from './publication.ts'
import { getSearchableWords, hasWords, matchesSearch } from './search.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>

/**
 * Kysely types each table separately, so all resources use the type of one of them. Queries may only name the columns of
 * `ContentColumns`. Declared columns go through `values`.
 */
export const asCommonTable = (resource: ResourceName) => resource as 'residents'

export interface ListArguments {
  state: ListState
  /** Time at which states such as "published" are evaluated. ms since 1970 */
  now: number
  /** Id of a hidden item that counts as published, for its preview. */
  including?: string | undefined
  q: string
  limit: number
  page: number
  order: Order
  /** First day or night, `YYYY-MM-DD`. Only for resources with a date. */
  from?: string | undefined
  /** Last day or night, `YYYY-MM-DD`. */
  to?: string | undefined
  /** Limits the list to items that refer to this item. */
  mentions?: Reference | undefined
  /** Limits a list of nights. */
  period?: Period | undefined
  /** Day of the present or next night, for the order 'next' and for periods. */
  tonight?: string | undefined
  /** True: the search skips fields that visitors cannot see yet. The returned rows contain these fields in any case. */
  isForVisitors: boolean
}

export interface RowPage {
  rows: ContentRow[]
  total: number
}

/**
 * The columns that order a list. Each order has its own index (new-migration/difference.ts). The newest item has the latest
 * date. Resources without a date use creation or publication.
 */
function getOrderColumns(
  resource: ResourceName,
  order: Order,
): [column: string, direction: 'asc' | 'desc'][] {
  const declaration = getDeclaration(resource)
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
      return [['position', 'asc'], ...getOrderColumns(resource, 'newest')]
    case 'next':
      throw new TypeError("the order 'next' has no columns: upcoming and past items are sorted separately")
  }
}

/** Lists ids of items outside the trash in manual order, at most `limit`. */
export async function listManualOrder(db: Db, resource: ResourceName, limit: number): Promise<string[]> {
  let query = db.selectFrom(asCommonTable(resource)).select('id').where('deletedAt', 'is', null)
  for (const [column, direction] of getOrderColumns(resource, 'manual'))
    query = query.orderBy(sql.ref(column), direction)
  return (await query.limit(limit).execute()).map(({ id }) => id)
}

/** Lists the same ids as `listManualOrder`, and locks the items until the transaction ends. */
export async function lockManualOrder(
  tx: Db,
  dialect: Dialect,
  resource: ResourceName,
  limit: number,
): Promise<string[]> {
  // Locks items by id, then the revision: the same order as other writes, which prevents deadlocks.
  if (dialect === 'postgres')
    await tx
      .selectFrom(asCommonTable(resource))
      .select('id')
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute()
  return listManualOrder(tx, resource, limit)
}

/** Returns the column with the day of an item. */
function getDayColumn(resource: ResourceName): string {
  const declaration = getDeclaration(resource)
  const date = hasNights(declaration) ? 'night' : declaration.orderBy
  if (!date) throw new TypeError(`${resource} have no date`)
  return date
}

/**
 * Returns the conditions that divide nights: tonight and later, or before. Each is a range of an index.
 * @throws TypeError when tonight is unknown
 */
function divideNights(resource: ResourceName, { tonight }: ListArguments) {
  if (tonight === undefined) throw new TypeError("the list needs to know which night is tonight's")
  const night = sql.ref(getDayColumn(resource))
  return { isComing: sql<boolean>`${night} >= ${tonight}`, isOver: sql<boolean>`${night} < ${tonight}` }
}

/** Returns the condition that a night belongs to the period of the list. null without a period */
function periodCondition(resource: ResourceName, list: ListArguments): RawBuilder<boolean> | null {
  if (list.period === undefined) return null
  const { isComing, isOver } = divideNights(resource, list)
  if (list.period === 'coming') return isComing
  const callOff = findCallOff(getDeclaration(resource))
  if (!callOff) throw new TypeError(`${resource} cannot be called off`)
  // The default value is stored as null.
  const isCalledOff = sql<boolean>`coalesce(${sql.ref(callOff.field)}, '') in (${sql.join(callOff.values)})`
  return list.period === 'called-off' ? isCalledOff : sql`${isOver} and not (${isCalledOff})`
}

/** Lists one page of the items in a state. */
export const listItems = (
  database: Database,
  resource: ResourceName,
  list: ListArguments,
): Promise<RowPage> =>
  listPage(database, resource, list, (part) => part.selectAll().$castTo<ContentRow>().execute())

/** Lists the ids of the same items as `listItems`. */
export const listItemIds = (
  database: Database,
  resource: ResourceName,
  list: ListArguments,
): Promise<{ rows: { id: string }[]; total: number }> =>
  listPage(database, resource, list, (part) => part.select('id').execute())

type ItemQuery = SelectQueryBuilder<Tables, 'residents', object>

/** @param select reads an ordered part of the page */
async function listPage<Row>(
  database: Database,
  resource: ResourceName,
  list: ListArguments,
  select: (part: ItemQuery) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const { from, to, mentions, now } = list
  const day = from === undefined && to === undefined ? null : sql.ref(getDayColumn(resource))
  const conditions = [
    await searchCondition(database, resource, list),
    day && from !== undefined ? sql<boolean>`${day} >= ${from}` : null,
    // A value is a day, or a day with an hour. "Before the next day" therefore includes all hours of the last day.
    day && to !== undefined ? sql<boolean>`${day} < ${addDays(to)}` : null,
    periodCondition(resource, list),
    mentions ? refersTo(resource, mentions, now) : null,
  ].filter((condition) => condition !== null)
  let query: ItemQuery = database.read
    .selectFrom(asCommonTable(resource))
    .where(isInState(list.state, list.now, list.including))
  for (const condition of conditions) query = query.where(condition)
  const total =
    conditions.length > 0
      ? Number((await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
      : await countInState(database.read, resource, list.state, list.now, list.including)
  /** Selects one part of the list. An index orders each part. @param condition limits the part further */
  const selectPart = async (order: Order, limit: number, offset: number, condition?: RawBuilder<boolean>) => {
    let part = condition ? query.where(condition) : query
    for (const [column, direction] of getOrderColumns(resource, order))
      part = part.orderBy(sql.ref(column), direction)
    return select(part.limit(limit).offset(offset))
  }
  const offset = (list.page - 1) * list.limit
  if (list.order !== 'next') return { rows: await selectPart(list.order, list.limit, offset), total }
  const { isComing, isOver } = divideNights(resource, list)
  const { n } = await query
    .where(isComing)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const coming = Number(n) > offset ? await selectPart('oldest', list.limit, offset, isComing) : []
  const remaining = list.limit - coming.length
  const before = Math.max(0, offset - Number(n))
  const past = remaining > 0 ? await selectPart('newest', remaining, before, isOver) : []
  return { rows: [...coming, ...past], total }
}

/**
 * Finds an item, also in the trash, and locks it until the transaction ends. SQLite needs no lock, because it has one
 * writer at a time.
 */
export async function lockAnyRow(
  tx: Db,
  dialect: Dialect,
  resource: ResourceName,
  id: string,
): Promise<ContentRow | null> {
  const query = selectById(tx, resource, id)
  const row = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return (row as ContentRow | undefined) ?? null
}

/** Finds an item, also if it is in the trash. */
export async function findAnyRow(db: Db, resource: ResourceName, id: string): Promise<ContentRow | null> {
  return ((await selectById(db, resource, id).executeTakeFirst()) as ContentRow | undefined) ?? null
}

/**
 * Returns the condition that an item contains the words of a search and has its dates. A date can also be a word of the
 * item, such as a month that is a name. A night after midnight is found by the day of the night too.
 */
function matchesWordsAndDates(
  dialect: Dialect,
  resource: ResourceName,
  q: string,
): RawBuilder<boolean> | null {
  const { dates, words } = readDateSearch(q)
  const columns = [getDeclaration(resource).orderBy, getDayColumn(resource)].filter(
    (column) => column !== undefined,
  )
  const conditions = dates.map(({ text, patterns }) => {
    const hasDate = [...new Set(columns)].flatMap((column) =>
      patterns.map((pattern) => sql<boolean>`${sql.ref(column)} like ${pattern}`),
    )
    return sql<boolean>`(${sql.join([matchesSearch(dialect, resource, text) ?? sql`false`, ...hasDate], sql` or `)})`
  })
  const all = [matchesSearch(dialect, resource, words), ...conditions].filter(
    (condition) => condition !== null,
  )
  return all.length === 0 ? null : sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Returns the condition that an item matches a search of administrators, or null without words. */
export const matchesForAdministrators = (
  dialect: Dialect,
  resource: ResourceName,
  q: string,
): RawBuilder<boolean> | null =>
  getDeclaration(resource).orderBy === undefined
    ? matchesSearch(dialect, resource, q)
    : matchesWordsAndDates(dialect, resource, q)

/** Upper limit of search results that have unrevealed fields. Their visible words are compared one by one. */
const UNREVEALED_MAX = 1_000

/** Returns the condition that an item matches the search words, or null without words. */
async function searchCondition(
  { read, dialect }: Database,
  resource: ResourceName,
  { q, state, now, including, isForVisitors }: ListArguments,
): Promise<RawBuilder<boolean> | null> {
  if (!isForVisitors) return matchesForAdministrators(dialect, resource, q)
  const declaration = getDeclaration(resource)
  const found = matchesSearch(dialect, resource, q)
  if (!found || !hasDelayedReveal(declaration)) return found
  // The index also contains unrevealed words. Items with unrevealed fields are therefore compared again, without those
  // fields.
  const isUnrevealed = hasUnrevealedFields(resource, now)
  const rows = await read
    .selectFrom(asCommonTable(resource))
    .selectAll()
    .where(isInState(state, now, including))
    .where(found)
    .where(isUnrevealed)
    .limit(UNREVEALED_MAX)
    .execute()
  const ids = rows
    .filter((row) =>
      hasWords(getSearchableWords(declaration, removeUnrevealedRows(declaration, row, now)), q),
    )
    .map(({ id }) => id)
  const known = ids.length === 0 ? sql<boolean>`false` : sql<boolean>`"id" in (${sql.join(ids)})`
  return sql<boolean>`(${found} and (not ${isUnrevealed} or ${known}))`
}

/** Lists years with visible items before `until`, the latest first. */
export async function listYearsBefore(
  db: Db,
  resource: ResourceName,
  { until, now, including }: { until: string; now: number; including?: string | undefined },
): Promise<number[]> {
  const day = sql.ref(getDayColumn(resource))
  const table = sql.table(resource)
  const visible = isInState('published', now, including)
  const years: number[] = []
  // Each year costs one index lookup, for any number of items.
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

/** Finds several items, also in the trash. Ids without an item are left out. */
export async function findAnyRows(db: Db, resource: ResourceName, ids: string[]): Promise<ContentRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom(asCommonTable(resource))
    .selectAll()
    .where('id', 'in', ids)
    .$castTo<ContentRow>()
    .execute()
}

const selectById = (db: Db, resource: ResourceName, id: string) =>
  db.selectFrom(asCommonTable(resource)).selectAll().where('id', '=', id)

/** Lists the newest visible news for the sitemap, without their texts. */
export const listNewsAddresses = (db: Db, { limit, now }: { limit: number; now: number }) =>
  db
    .selectFrom('news')
    .select(['newsTitle', 'updatedAt', 'publishAt'])
    .where(isInState('published', now))
    .orderBy('date', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

interface PageAddress {
  slug: string
  updatedAt: number
  publishAt: number | null
  revealedAt: number | null
  /** 1 when the item has a page in English and its main text is translated. */
  isInEnglish: number
}

/** Lists the newest visible items of a resource with pages, for the sitemap. */
export async function listPageAddresses(
  db: Db,
  resource: ResourceName,
  { limit, now }: { limit: number; now: number },
): Promise<PageAddress[]> {
  const { english } = getDeclaration(resource).page ?? {}
  const isSet = (name: string) => sql`${sql.id(name)} is not null`
  const isInEnglish = english
    ? sql`case when ${isSet(english.mainText)} and not ${isSet(getEnglishName(english.mainText))} then 0 else 1 end`
    : sql`0`
  const newestFirst = getOrderColumns(resource, 'newest').map(
    ([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`,
  )
  const { rows } = await sql<PageAddress>`
    select "slug", "updatedAt", "publishAt", "revealedAt", ${isInEnglish} as "isInEnglish" from ${sql.table(resource)}
    left join (
      select "itemId", max("revealAt") as "revealedAt" from "mentions"
      where "resource" = ${resource} and "revealAt" <= ${now} group by "itemId"
    ) as "revealed" on "itemId" = "id"
    where ${isInState('published', now)}
    order by ${sql.join(newestFirst)} limit ${limit}`.execute(db)
  return rows
}

/**
 * Returns the time of the last change that visitors could see: an edit, a publication, an end or a deletion. null without
 * any visible item, because the result must not reveal that hidden items exist. ms since 1970
 */
export async function findLastChange(
  db: Db,
  resources: readonly ResourceName[],
  now: number,
): Promise<number | null> {
  const latest = (resource: ResourceName, column: string, condition: RawBuilder<boolean>) =>
    sql`(select ${sql.ref(column)} from ${sql.table(resource)} where ${condition} order by ${sql.ref(column)} desc limit 1)`
  const rows = await Promise.all(
    resources.map(async (resource) => {
      const { rows } = await sql<Record<string, number | null>>`select
        ${latest(resource, 'updatedAt', isInState('published', now))} as written,
        ${latest(resource, 'publishAt', sql`${isInState('published', now)} and "publishAt" is not null`)} as appeared,
        ${latest(resource, 'unpublishAt', isInState('ended', now))} as ended,
        ${latest(resource, 'deletedAt', sql`"deletedAt" is not null and "draft" = 0 and ("publishAt" is null or "publishAt" < "deletedAt")`)} as binned
      `.execute(db)
      return rows[0] ?? {}
    }),
  )
  return Math.max(0, ...rows.flatMap((row) => Object.values(row).map(Number))) || null
}

/**
 * Lists items that no administrator created, such as the demo content. Items in the trash count.
 * @param range of the creation time. ms since 1970
 */
export async function findSystemItems(
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
