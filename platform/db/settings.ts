/** Texts by key, in the table `settings`: what the club sets, and what its processes and programs leave for each other. */
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export async function readSetting(db: Db, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function writeSetting(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Writes a text in place of the one that was read, null where there was none.
 * @returns false when somebody else wrote in between: nothing changed
 */
export async function replaceSetting(
  tx: Db,
  key: string,
  before: string | null,
  value: string,
): Promise<boolean> {
  const written =
    before === null
      ? await tx
          .insertInto('settings')
          .values({ key, value })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('key')
          .executeTakeFirst()
      : await tx
          .updateTable('settings')
          .set({ value })
          .where('key', '=', key)
          .where('value', '=', before)
          .returning('key')
          .executeTakeFirst()
  return written !== undefined
}
