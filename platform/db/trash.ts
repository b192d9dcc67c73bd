/** Reads the trash: deleted items of all resources in one list, the last deleted one first. */
import { sql } from 'kysely'
import { type ResourceName, resourceNames } from '../content/shared/resources.ts'
import type { Database } from './connect.ts'
import type { ContentRow } from './tables.ts'

interface TrashKey {
  resource: ResourceName
  id: string
  deletedAt: number
}

/** All items in the trash as one table. Each part has an index of its own (`<resource>_bin`). */
const trashUnion = sql.join(
  resourceNames.map(
    (name) =>
      sql`select ${sql.lit(name)} as "resource", "id", "deletedAt" from ${sql.table(name)} where "deletedAt" is not null`,
  ),
  sql` union all `,
)

export interface TrashRow {
  resource: ResourceName
  row: ContentRow
  deletedAt: number
  /** Address of the user who deleted the item. null when it is not stored. */
  deletedBy: string | null
  /** Name of the user who deleted the item. */
  deletedByName: string | null
}

export async function listTrash(
  { read }: Pick<Database, 'read'>,
  { limit, page }: { limit: number; page: number },
): Promise<{ rows: TrashRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<TrashKey>`select * from (${trashUnion}) as "bin" order by "deletedAt" desc, "id" desc limit ${limit} offset ${(page - 1) * limit}`.execute(
      read,
    ),
    sql<{ n: number }>`select count(*) as "n" from (${trashUnion}) as "bin"`.execute(read),
  ])
  const items = await Promise.all(
    [...Map.groupBy(found.rows, ({ resource }) => resource)].map(async ([resource, some]) => {
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
  const rows = found.rows.flatMap(({ id, deletedAt }) => {
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
  return { rows, total: Number(counted.rows[0]?.n ?? 0) }
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
