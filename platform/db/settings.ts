/** Rows of the table `settings`: texts by key, of the club and of its processes, and the club's groups of settings. */
import type { Kysely } from 'kysely'
import type { Dialect } from './connect.ts'
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
 * Replaces a text, if it did not change since it was read.
 * @param before the read text; null when the key was missing
 * @returns false, without a write, when another write was faster
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

export interface StoredGroup {
  /** Number of edits. */
  version: number
  /** Time of the last edit; null without edits. ms since 1970 */
  updatedAt: number | null
  updatedBy: string | null
  /** Values by field, in the form of item columns. Fields with their default are left out. The name is that of the stored JSON key. */
  said: Record<string, string | null>
}

export const UNEDITED_GROUP: StoredGroup = { version: 0, updatedAt: null, updatedBy: null, said: {} }

const keyOf = (group: string): string => `site.${group}`

export async function findStoredGroup(db: Db, group: string): Promise<StoredGroup> {
  const stored = await readSetting(db, keyOf(group))
  return stored === null ? UNEDITED_GROUP : (JSON.parse(stored) as StoredGroup)
}

/** Finds edited groups, by name. */
export async function findStoredGroups(db: Db, groups: string[]): Promise<Map<string, StoredGroup>> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', groups.map(keyOf)).execute()
  return new Map(
    rows.map(({ key, value }) => [key.slice(keyOf('').length), JSON.parse(value) as StoredGroup]),
  )
}

/** As `findStoredGroup`, and locks all groups until the transaction ends. SQLite has one writer at a time. */
export async function lockStoredGroup(tx: Db, dialect: Dialect, group: string): Promise<StoredGroup> {
  // An unedited group has no row, so the row of the revision is locked. Each write of a group raises it.
  if (dialect === 'postgres')
    await tx
      .selectFrom('revisions')
      .select('revision')
      .where('resource', '=', 'settings')
      .forUpdate()
      .execute()
  return findStoredGroup(tx, group)
}

export const saveStoredGroup = (tx: Db, group: string, stored: StoredGroup): Promise<void> =>
  writeSetting(tx, keyOf(group), JSON.stringify(stored))
