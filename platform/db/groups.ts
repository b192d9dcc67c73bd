/** Groups of the site's words, in the table `settings`: of each, what the club says otherwise than what ships. */
import type { Kysely } from 'kysely'
import type { Dialect } from './connect.ts'
import { readSetting, writeSetting } from './settings.ts'
import type { Tables } from './tables.ts'

type Db = Kysely<Tables>

export interface StoredGroup {
  /** Counts edits; 0: there was none. */
  version: number
  /** ms since 1970; null: never. */
  updatedAt: number | null
  updatedBy: string | null
  /** By field, as columns of items are stored; fields that say what ships are left out. */
  said: Record<string, string | null>
}

export const UNTOUCHED: StoredGroup = { version: 0, updatedAt: null, updatedBy: null, said: {} }

const keyOf = (group: string): string => `site.${group}`

export async function findGroup(db: Db, group: string): Promise<StoredGroup> {
  const stored = await readSetting(db, keyOf(group))
  return stored === null ? UNTOUCHED : (JSON.parse(stored) as StoredGroup)
}

/** Those of these groups that anybody has edited, by their names. */
export async function findGroups(db: Db, groups: string[]): Promise<Map<string, StoredGroup>> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', groups.map(keyOf)).execute()
  return new Map(
    rows.map(({ key, value }) => [key.slice(keyOf('').length), JSON.parse(value) as StoredGroup]),
  )
}

/** For a write: nobody else writes a group until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockGroup(tx: Db, dialect: Dialect, group: string): Promise<StoredGroup> {
  // A group that nobody has edited has no row to lock; the revision that its write raises has one.
  if (dialect === 'postgres')
    await tx
      .selectFrom('revisions')
      .select('revision')
      .where('resource', '=', 'settings')
      .forUpdate()
      .execute()
  return findGroup(tx, group)
}

export const saveGroup = (tx: Db, group: string, stored: StoredGroup): Promise<void> =>
  writeSetting(tx, keyOf(group), JSON.stringify(stored))
