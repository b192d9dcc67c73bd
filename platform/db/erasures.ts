/**
 * The list of erasures: which rows with personal data were erased, without their names. An older archive still has the
 * names, so a restore repeats these erasures (docs/decisions/0074). The table `erasures` and a file in the media store have
 * the same list.
 */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Row, Tables } from './tables.ts'

type Db = Kysely<Tables>

export type Erasure = Row<'erasures'>

/** Limit for the names of kinds in a file. Characters */
const KIND_MAX = 60

/** Retention of an entry. An archive that is older brings erased names back. ms */
const KEPT_MS = 365 * 86_400_000

/** Upper limit of rows in one statement. SQLite allows 32766 bound values. */
const ROWS_PER_STATEMENT = 5_000

/** Records erasures. Must run in the transaction that erases the rows. @param at ms since 1970 */
export const recordErasures = (tx: Db, kind: string, ids: string[], at: number): Promise<void> =>
  insertErasures(
    tx,
    ids.map((id) => ({ kind, id, at })),
  )

/** Adds entries to the list. The names of a night can be erased again, so the later time counts. */
export async function insertErasures(tx: Db, erasures: Erasure[]): Promise<void> {
  for (let start = 0; start < erasures.length; start += ROWS_PER_STATEMENT)
    await tx
      .insertInto('erasures')
      .values(erasures.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'id'])
          .doUpdateSet((row) => ({ at: row.ref('excluded.at') }))
          .whereRef('erasures.at', '<', 'excluded.at'),
      )
      .execute()
}

export const listErasures = (db: Db): Promise<Erasure[]> =>
  db.selectFrom('erasures').selectAll().orderBy('at').orderBy('kind').orderBy('id').execute()

/** Deletes entries that are too old. @param at see `DeletionTime` */
export async function expireErasures(tx: Db, at: number): Promise<void> {
  await tx
    .deleteFrom('erasures')
    .where('at', '<', at - KEPT_MS)
    .execute()
}

const erasureSchema = z.object({
  kind: z.string().max(KIND_MAX),
  id: z.string(),
  at: z.int(),
})

/** Returns the file for the media store: one JSON line per entry. */
export const formatErasures = (erasures: Erasure[]): Uint8Array =>
  new TextEncoder().encode(
    erasures.map(({ kind, id, at }) => `${JSON.stringify({ kind, id, at })}\n`).join(''),
  )

/** Reads the file of the media store. Lines that cannot be read are counted and left out. */
export function parseErasures(bytes: Uint8Array): { erasures: Erasure[]; unreadable: number } {
  const lines = new TextDecoder().decode(bytes).split('\n').filter(Boolean)
  const erasures = lines.flatMap((line) => {
    try {
      return [erasureSchema.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
  return { erasures, unreadable: lines.length - erasures.length }
}
