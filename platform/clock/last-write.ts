/**
 * Finds the time of the club's last write. A database of an older version has no trusted time, so this time replaces it.
 */
import { sql } from 'kysely'
import { resourceNames } from '../content/shared/resources.ts'
import type { Database } from '../db/connect.ts'

/** Columns that contain the time of their row's last write. */
const WRITE_TIME_COLUMNS: [table: string, column: string][] = [
  ...resourceNames.map((name): [string, string] => [name, 'updatedAt']),
  ['history', 'at'],
  ['media', 'touchedAt'],
  ['messages', 'createdAt'],
  ['outbox', 'createdAt'],
  ['sessions', 'seenAt'],
  ['users', 'updatedAt'],
]

/**
 * Rows of `settings` that the server writes regularly, with the property that contains the time. A club may have no other
 * write for days.
 */
const WRITE_TIME_SETTINGS: Record<string, string> = {
  warnings: 'lookedAt',
  opened: 'at',
  'daily-backup': 'doneAt',
}

/**
 * Returns the newest write time in the database that is not after `now`. Later times come from a wrong clock.
 * @returns ms since 1970; null for an empty database
 */
export async function findLastWriteBefore(
  { read }: Pick<Database, 'read'>,
  now: number,
): Promise<number | null> {
  const times: number[] = []
  for (const [table, column] of WRITE_TIME_COLUMNS) {
    const { rows } = await sql<{
      at: number | null
    }>`select max(${sql.ref(column)}) as at from ${sql.table(table)}
      where ${sql.ref(column)} <= ${now}`.execute(read)
    const at = rows[0]?.at ?? null
    if (at !== null) times.push(Number(at))
  }
  const settings = await read
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', Object.keys(WRITE_TIME_SETTINGS))
    .execute()
  for (const { key, value } of settings) {
    const at: unknown = JSON.parse(value)[WRITE_TIME_SETTINGS[key] as string]
    if (typeof at === 'number' && at <= now) times.push(at)
  }
  return times.length === 0 ? null : Math.max(...times)
}
