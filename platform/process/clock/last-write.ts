/** When the club last wrote data. Used for a database of an older version, which has no trusted time. */
import { sql } from 'kysely'
import { resourceNames } from '../../content/shared/resources.ts'
import type { Database } from '../../db/connect.ts'

/** Columns that a write sets to the time of the write. */
const WRITTEN: [table: string, column: string][] = [
  ...resourceNames.map((name): [string, string] => [name, 'updatedAt']),
  ['history', 'at'],
  ['media', 'touchedAt'],
  ['messages', 'createdAt'],
  ['outbox', 'createdAt'],
  ['sessions', 'seenAt'],
  ['users', 'updatedAt'],
]

/** Rows of `settings` that the server writes regularly, and the time in each. A club may have no other write for days. */
const WRITTEN_SETTINGS: Record<string, string> = {
  warnings: 'lookedAt',
  opened: 'at',
  'daily-backup': 'doneAt',
}

/**
 * Returns the newest of these times that is not after `now`. Later times were written while the clock was wrong.
 * @returns ms since 1970; null for an empty database
 */
export async function lastWriteBefore({ read }: Pick<Database, 'read'>, now: number): Promise<number | null> {
  const times: number[] = []
  for (const [table, column] of WRITTEN) {
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
    .where('key', 'in', Object.keys(WRITTEN_SETTINGS))
    .execute()
  for (const { key, value } of settings) {
    const at: unknown = JSON.parse(value)[WRITTEN_SETTINGS[key] as string]
    if (typeof at === 'number' && at <= now) times.push(at)
  }
  return times.length === 0 ? null : Math.max(...times)
}
