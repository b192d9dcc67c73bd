/** Links to previews: one an item, known by the hash of its token. */
import type { Kysely } from 'kysely'
import type { ResourceName } from '../content/shared/resources.ts'
import type { Row, Tables } from './tables.ts'

type Db = Kysely<Tables>

/** Replaces the one that the item had. */
export async function putPreview(db: Db, row: Row<'previews'>): Promise<void> {
  await db
    .insertInto('previews')
    .values(row)
    .onConflict((conflict) => conflict.columns(['resource', 'itemId']).doUpdateSet(row))
    .execute()
}

/** @param now ms since 1970; what expired by then is not found */
export async function findPreview(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: number },
): Promise<Row<'previews'> | null> {
  const row = await db
    .selectFrom('previews')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function removePreview(db: Db, resource: ResourceName, itemId: string): Promise<void> {
  await db.deleteFrom('previews').where('resource', '=', resource).where('itemId', '=', itemId).execute()
}

export async function removeExpiredPreviews(db: Db, now: number): Promise<void> {
  await db.deleteFrom('previews').where('expiresAt', '<=', now).execute()
}
