/** Reads the trash: deleted items of all resources in one list, the last deleted one first. */
import { type RawBuilder, sql } from 'kysely'
import { readDateSearch } from '../content/shared/date-search.ts'
import { hasNights } from '../content/shared/field-types.ts'
import { getDeclaration, type ResourceName, resourceNames } from '../content/shared/resources.ts'
import { listIndexWords } from '../shared/text/search-words.ts'
import type { Database } from './connect.ts'
import { hasWords } from './search.ts'
import type { ContentRow } from './tables.ts'

interface TrashKey {
  resource: ResourceName
  id: string
  deletedAt: number
}

/** All items in the trash as one table. Each part has an index of its own (`<resource>_bin`). */
const unite = (listColumns: (name: ResourceName) => readonly RawBuilder<unknown>[]) =>
  sql.join(
    resourceNames.map((name) => {
      const columns = [sql`${sql.lit(name)} as "resource", "id", "deletedAt"`, ...listColumns(name)]
      return sql`select ${sql.join(columns)} from ${sql.table(name)} where "deletedAt" is not null`
    }),
    sql` union all `,
  )

const trashUnion = unite(() => [])

/** The search index does not contain the trash. The night of a date after midnight is the day before it. */
const searchedUnion = unite((name) => {
  const declaration = getDeclaration(name)
  const { nameField, displayNameField = nameField, orderBy } = declaration
  return [
    sql`${sql.ref(nameField)} as "name"`,
    sql`${sql.ref(displayNameField)} as "displayName"`,
    sql`${orderBy === undefined ? sql.lit('') : sql.ref(orderBy)} as "date"`,
    sql`${hasNights(declaration) ? sql.ref('night') : sql.lit('')} as "night"`,
  ]
})

/** A search looks at this number of items, the last deleted ones. */
const SEARCHED_MAX = 5_000

/** Finds deleted items by the words of their names and by their dates, the last deleted one first. */
async function searchTrash({ read }: Pick<Database, 'read'>, q: string): Promise<TrashKey[]> {
  const { dates, words } = readDateSearch(q)
  const { rows } = await sql<TrashKey & Record<'name' | 'displayName' | 'date' | 'night', string | null>>`
    select * from (${searchedUnion}) as "bin" order by "deletedAt" desc, "id" desc limit ${SEARCHED_MAX}`.execute(
    read,
  )
  return rows.filter(({ name, displayName, date, night }) => {
    const text = [name, displayName].flatMap((part) => (part ? listIndexWords(part) : [])).join(' ')
    return (
      hasWords(text, words) &&
      dates.every(
        (searched) =>
          hasWords(text, searched.text) ||
          [date, night].some((day) => searched.patterns.some((pattern) => isOnDate(day ?? '', pattern))),
      )
    )
  })
}

const isOnDate = (day: string, pattern: string): boolean =>
  day !== '' && [...pattern.slice(0, 10)].every((sign, at) => sign === '_' || sign === day[at])

export interface TrashRow {
  resource: ResourceName
  row: ContentRow
  deletedAt: number
  /** Address of the user who deleted the item. null when it is not stored. */
  deletedBy: string | null
  /** Name of the user who deleted the item. */
  deletedByName: string | null
}

/** Finds one page of the items, and the number of all. @param q words of names, and dates; '' finds all */
async function findKeys(
  read: Database['read'],
  { q, offset, limit }: { q: string; offset: number; limit: number },
): Promise<{ found: TrashKey[]; total: number }> {
  if (q.trim() !== '') {
    const all = await searchTrash({ read }, q)
    return { found: all.slice(offset, offset + limit), total: all.length }
  }
  const [{ rows }, counted] = await Promise.all([
    sql<TrashKey>`select * from (${trashUnion}) as "bin" order by "deletedAt" desc, "id" desc limit ${limit} offset ${offset}`.execute(
      read,
    ),
    sql<{ n: number }>`select count(*) as "n" from (${trashUnion}) as "bin"`.execute(read),
  ])
  return { found: rows, total: Number(counted.rows[0]?.n ?? 0) }
}

export async function listTrash(
  { read }: Pick<Database, 'read'>,
  { q, limit, page }: { q: string; limit: number; page: number },
): Promise<{ rows: TrashRow[]; total: number }> {
  const { found, total } = await findKeys(read, { q, offset: (page - 1) * limit, limit })
  const items = await Promise.all(
    [...Map.groupBy(found, ({ resource }) => resource)].map(async ([resource, some]) => {
      const rows = await read
        .selectFrom(resource as 'residents')
        .leftJoin('users', 'users.id', 'deletedBy')
        .selectAll(resource as 'residents')
        .select((eb) => {
          // Reads the author's address or name from the audit log, which keeps both after the user is deleted.
          const findAuthor = <C extends 'userEmail' | 'userName', A extends string>(column: C, alias: A) =>
            eb
              .selectFrom('history')
              .select(column)
              .where('history.resource', '=', resource)
              .where('itemId', '=', eb.ref(`${resource as 'residents'}.id`))
              .where('action', '=', 'delete')
              .orderBy('history.seq', 'desc')
              .limit(1)
              .as(alias)
          return [
            'users.email as deletedByNow',
            'users.name as deletedByNameNow',
            findAuthor('userEmail', 'deletedByThen'),
            findAuthor('userName', 'deletedByNameThen'),
          ]
        })
        .where(
          `${resource as 'residents'}.id`,
          'in',
          some.map(({ id }) => id),
        )
        .$castTo<
          ContentRow & {
            deletedByNow: string | null
            deletedByNameNow: string | null
            deletedByThen: string | null
            deletedByNameThen: string | null
          }
        >()
        .execute()
      return rows.map((row) => [row.id, { resource, row }] as const)
    }),
  )
  const byId = new Map(items.flat())
  const rows = found.flatMap(({ id, deletedAt }) => {
    const item = byId.get(id)
    if (!item) return []
    const { row, resource } = item
    return [
      {
        resource,
        row,
        deletedAt,
        deletedBy: row.deletedByThen ?? row.deletedByNow,
        deletedByName: row.deletedByNow === null ? row.deletedByNameThen : row.deletedByNameNow,
      },
    ]
  })
  return { rows, total }
}

/** Lists ids of a resource's items that were deleted before `before`, the oldest first. */
export async function listOldestInTrash(
  { read }: Pick<Database, 'read'>,
  resource: ResourceName,
  { before, limit }: { before: number; limit: number },
): Promise<string[]> {
  const rows = await read
    .selectFrom(resource as 'residents')
    .select('id')
    .where('deletedAt', '<', before)
    .orderBy('deletedAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
