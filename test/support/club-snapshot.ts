/** Reads all data of a club, so that tests can compare two clubs. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { CREDENTIAL_TABLES, MACHINE_SETTINGS } from '../../ops/backup/imported-rows.ts'
import { TRUSTED_TIME } from '../../platform/clock/deletion-clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import { readSchemaAt } from '../../platform/db/schema.ts'
import { matchesSearch, searchedTables } from '../../platform/db/search.ts'
import { SWEEP_ALLOWED } from '../../platform/media/server/media-sweep.ts'
import type { MediaStore } from '../../platform/media/server/store.ts'

type Row = Record<string, unknown>

const LATEST = migrationNames.at(-1) as string

/** Settings that a restore writes itself. */
const WRITTEN_BY_RESTORE = [TRUSTED_TIME, SWEEP_ALLOWED]

/** Removes keys that are derived from other columns. Migrations may compute them again. */
export const omitDerivedKeys = ({ nameKey, titleKey, ...row }: Row): Row => row

/**
 * Returns the rows of each table in key order. Leaves out the time that the server trusts for deletions
 * (platform/clock), because a restore writes its own.
 * @param migration leaves out the resources that a later migration removes
 */
export async function readTables({ read }: Database, migration = LATEST): Promise<Record<string, Row[]>> {
  const tables: Record<string, Row[]> = {}
  const present = new Set((await readSchemaAt(LATEST)).map(({ name }) => name))
  const shapes = await readSchemaAt(migration)
  const removed = new Set<unknown>(shapes.map(({ name }) => name).filter((name) => !present.has(name)))
  for (const { name, columns } of shapes) {
    if (removed.has(name)) continue
    const { rows } = await sql<Row>`select ${sql.join(columns.map((column) => sql.id(column)))}
      from ${sql.table(name)}`.execute(read)
    tables[name] = rows
      .filter(({ key }) => name !== 'settings' || !WRITTEN_BY_RESTORE.includes(String(key)))
      .filter(({ resource }) => !removed.has(resource))
      .map((row) => ({ ...row }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return tables
}

/** Selects the rows that a restore brings back: all except credentials and the state of one machine. */
export const selectRestoredRows = (tables: Record<string, Row[]>): Record<string, Row[]> => ({
  ...tables,
  ...(tables.settings && {
    settings: tables.settings.filter(({ key }) => !MACHINE_SETTINGS.includes(String(key))),
  }),
  // The door of a night is restored without its PIN.
  ...(tables.doors && { doors: tables.doors.map((door) => ({ ...door, pinHash: null })) }),
  ...Object.fromEntries(CREDENTIAL_TABLES.filter((name) => name in tables).map((name) => [name, []])),
})

/** Returns the hash of each media file, by file name. */
export async function hashPictures(store: MediaStore): Promise<Record<string, string>> {
  const names: string[] = []
  for await (const name of store.list(Number.POSITIVE_INFINITY)) names.push(name)
  const hashes: Record<string, string> = {}
  for (const name of names.sort()) {
    const bytes = (await store.read(name)) as Uint8Array
    hashes[name] = createHash('sha256').update(bytes).digest('hex')
  }
  return hashes
}

/** Returns the ids that a search for each word finds, for each resource. */
export async function searchWords(database: Database, words: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const q of words) {
    for (const resource of Object.keys(searchedTables)) {
      const rows = await database.read
        .selectFrom(resource as 'residents')
        .select('id')
        .where(matchesSearch(database.dialect, resource, q) as RawBuilder<boolean>)
        .orderBy('seq')
        .execute()
      found[`${resource} ${q}`] = rows.map(({ id }) => id)
    }
  }
  return found
}
