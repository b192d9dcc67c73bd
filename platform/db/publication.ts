/**
 * Publication as conditions of queries, so that no job has to change rows when their time comes. `now` is in ms since 1970.
 * Each condition has an index (new-migration/difference.ts), so a query reads only the rows that it returns.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ListState, PublicationState } from '../content/shared/publication.ts'
import type { ResourceName } from '../content/shared/resources.ts'
import type { ContentRow, Tables } from './tables.ts'

type Db = Kysely<Tables>
type Condition = RawBuilder<boolean>

const isLive: Condition = sql`"deletedAt" is null`
/** Matches rows that are neither drafts nor in the trash. Some of them may be scheduled. */
export const isPublishable: Condition = sql`"deletedAt" is null and "draft" = 0`

/** True when visitors see the row. */
export const isVisible = (
  {
    deletedAt,
    draft,
    publishAt,
    unpublishAt,
  }: Pick<ContentRow, 'deletedAt' | 'draft' | 'publishAt' | 'unpublishAt'>,
  now: number,
): boolean =>
  deletedAt === null &&
  draft === 0 &&
  (publishAt === null || publishAt <= now) &&
  (unpublishAt === null || unpublishAt > now)

/** True when visitors saw the row at any time between its last change and `now`. */
export const wasVisible = (row: ContentRow, now: number): boolean =>
  row.deletedAt === null &&
  row.draft === 0 &&
  (row.publishAt === null || row.publishAt <= now) &&
  (row.unpublishAt === null || row.unpublishAt > Math.max(row.updatedAt, row.publishAt ?? 0))

/** Returns the condition that a row is in a state. @param including id of a live item that counts as published */
export function isInState(state: ListState, now: number, including?: string): Condition {
  switch (state) {
    case 'all':
      return isLive
    case 'draft':
      return sql`"deletedAt" is null and "draft" = 1`
    case 'scheduled':
      return sql`${isPublishable} and "publishAt" > ${now}`
    case 'ended':
      return sql`${isPublishable} and "unpublishAt" <= ${now}`
    case 'published':
      return including === undefined
        ? sql`${isPublishable} and ${isWithinPublication(now)}`
        : sql`${isLive} and ("id" = ${including} or "draft" = 0 and ${isWithinPublication(now)})`
  }
}

const isWithinPublication = (now: number): Condition =>
  sql`("publishAt" is null or "publishAt" <= ${now}) and ("unpublishAt" is null or "unpublishAt" > ${now})`

/**
 * Counts the rows in a state. Published rows are computed as the total minus all others, because each list needs their
 * number and counting up to 100,000 rows is slow.
 */
export async function countInState(
  db: Db,
  resource: ResourceName,
  state: ListState,
  now: number,
  including?: string,
): Promise<number> {
  const table = sql.table(resource)
  const counted = (one: PublicationState) => sql`(select count(*) from ${table} where ${isInState(one, now)})`
  const liveCount = sql`(select "live" from "revisions" where "resource" = ${resource})`
  const included =
    including === undefined
      ? sql`0`
      : sql`(select count(*) from ${table} where ${isLive} and "id" = ${including} and not (${isInState('published', now)}))`
  const wanted =
    state === 'all'
      ? liveCount
      : state === 'published'
        ? sql`${liveCount} - ${counted('draft')} - ${counted('scheduled')} - ${counted('ended')} + ${included}`
        : counted(state)
  const { rows } = await sql<{ n: number }>`select ${wanted} as n`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Lists scheduled items of a resource, the next one first. */
export async function listNextScheduled(
  db: Db,
  resource: ResourceName,
  { now, limit }: { now: number; limit: number },
): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    select * from ${sql.table(resource)} where ${isInState('scheduled', now)}
    order by "publishAt", "seq" limit ${limit}`.execute(db)
  return rows
}

/** Lists drafts of a resource, the last changed one first. */
export async function listLatestDrafts(db: Db, resource: ResourceName, limit: number): Promise<ContentRow[]> {
  const { rows } = await sql<ContentRow>`
    select * from ${sql.table(resource)} where "deletedAt" is null and "draft" = 1
    order by "updatedAt" desc, "seq" desc limit ${limit}`.execute(db)
  return rows
}

/** Time at which the next item of a resource appears, ends or reveals a field. Infinity without such an item. */
export async function findNextBoundary(db: Db, resource: ResourceName, now: number): Promise<number> {
  const table = sql.table(resource)
  const first = (column: string) =>
    sql`(select min(${sql.ref(column)}) from ${table} where ${isPublishable} and ${sql.ref(column)} > ${now})`
  const { rows } = await sql<Record<'appears' | 'ends' | 'revealed', number | null>>`
    select ${first('publishAt')} as appears, ${first('unpublishAt')} as ends,
      (select min("revealAt") from "mentions" where "resource" = ${resource} and "revealAt" > ${now}) as revealed`.execute(
    db,
  )
  const { appears = null, ends = null, revealed = null } = rows[0] ?? {}
  return Math.min(...[appears, ends, revealed].map((at) => Number(at ?? Number.POSITIVE_INFINITY)))
}
