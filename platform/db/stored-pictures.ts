/** Reads the pictures that items outside the trash use. Each picture is listed once, with the newest item that uses it. */
import { type RawBuilder, sql } from 'kysely'
import { getDeclaration, type ResourceName, resourceNames } from '../content/shared/resources.ts'
import type { Database, Dialect } from './connect.ts'
import { matchesForAdministrators } from './item-queries.ts'

/** A picture field of an item. */
export interface PictureUse {
  resource: ResourceName
  /** Id of the item. */
  id: string
  field: string
  mediaId: string
}

export interface PictureQuery {
  /** Text of a search for the items. */
  q: string
  /** True: only uses that nobody has described. */
  isUndescribed: boolean
  limit: number
  page: number
}

/** Selects all uses of pictures. Cuts of other pictures are left out, because the whole picture is listed. */
function selectUses(dialect: Dialect, { q, isUndescribed }: PictureQuery): RawBuilder<unknown> {
  const parts = resourceNames.flatMap((resource) =>
    Object.entries(getDeclaration(resource).fields).flatMap(([name, field]) => {
      if (field.kind !== 'image' || field.cutFrom !== undefined) return []
      if (isUndescribed && field.isDecorative) return []
      const conditions = [
        sql`"deletedAt" is null`,
        sql`${sql.ref(name)} is not null`,
        matchesForAdministrators(dialect, resource, q),
        // Quotes within a text are escaped in JSON, so only the key of the field matches.
        isUndescribed ? sql`"alt" like ${`%"${name}":""%`}` : null,
      ].filter((condition) => condition !== null)
      return [
        sql`select ${sql.lit(resource)} as "resource", "id", "createdAt", ${sql.lit(name)} as "field", ${sql.ref(name)} as "mediaId"
          from ${sql.table(resource)} where ${sql.join(conditions, sql` and `)}`,
      ]
    }),
  )
  return sql.join(parts, sql` union all `)
}

/** Lists one page of the pictures, those stored last first. */
export async function listStoredPictures(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  query: PictureQuery,
): Promise<{ uses: PictureUse[]; total: number }> {
  const uses = selectUses(dialect, query)
  const { limit, page } = query
  const [found, counted] = await Promise.all([
    sql<PictureUse>`
      select "resource", "ranked"."id" as "id", "field", "mediaId" from (
        select "uses".*, row_number() over (
          partition by "mediaId" order by "createdAt" desc, "id" desc, "field"
        ) as "rank" from (${uses}) as "uses"
      ) as "ranked"
      join "media" on "media"."id" = "mediaId"
      where "rank" = 1
      order by "media"."createdAt" desc, "mediaId" limit ${limit} offset ${(page - 1) * limit}`.execute(read),
    sql<{ n: number }>`select count(distinct "mediaId") as "n" from (${uses}) as "uses"`.execute(read),
  ])
  return { uses: found.rows, total: Number(counted.rows[0]?.n ?? 0) }
}
