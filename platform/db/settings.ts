/** The table `settings`: texts by key. It stores the club's settings groups, and state of the processes. */
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
 * Replaces a text, unless another write has changed it.
 * @param before the text that the caller read; null when the key was missing
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
  /** Edit counter of the group. */
  version: number
  /** Time of the last edit. null without edits. ms since 1970 */
  updatedAt: number | null
  updatedBy: string | null
  /**
   * Changed values by field, as in item columns. Fields with their default value are left out. `said` is the name of the
   * stored JSON key, so it cannot change.
   */
  said: Record<string, string | null>
}

export const UNEDITED_GROUP: StoredGroup = { version: 0, updatedAt: null, updatedBy: null, said: {} }

const getGroupKey = (group: string): string => `site.${group}`

export async function findStoredGroup(db: Db, group: string): Promise<StoredGroup> {
  const stored = await readSetting(db, getGroupKey(group))
  return stored === null ? UNEDITED_GROUP : (JSON.parse(stored) as StoredGroup)
}

/** Finds edited groups, by name. */
export async function findStoredGroups(db: Db, groups: string[]): Promise<Map<string, StoredGroup>> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', groups.map(getGroupKey))
    .execute()
  return new Map(
    rows.map(({ key, value }) => [key.slice(getGroupKey('').length), JSON.parse(value) as StoredGroup]),
  )
}

/**
 * Reads a group as `findStoredGroup` does, and locks all groups until the transaction ends. SQLite needs no lock, because it has
 * one writer at a time.
 */
export async function lockStoredGroup(tx: Db, dialect: Dialect, group: string): Promise<StoredGroup> {
  // A group without edits has no row, so the row of the revision is locked instead. Each write of a group raises that
  // revision.
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
  writeSetting(tx, getGroupKey(group), JSON.stringify(stored))
