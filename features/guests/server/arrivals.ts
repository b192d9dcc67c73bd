/** Counts the people who entered as guests, from the entries of the door. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/db/tables.ts'

/**
 * Selects `guest` and `people`: how many people entered, by guest. Undone entries do not count. `computeDoorState` computes
 * the same from a list of entries.
 */
export const selectArrivals = (db: Kysely<Tables>, event: string) =>
  db
    .selectFrom('doorEntries as entry')
    .select(['entry.guest', sql<number>`cast(sum("entry"."people") as integer)`.as('people')])
    .where('entry.event', '=', event)
    .where('entry.kind', '=', 'guest')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('doorEntries as undo')
            .select('undo.id')
            .where('undo.event', '=', event)
            .where('undo.kind', '=', 'undo')
            .whereRef('undo.undoes', '=', 'entry.id'),
        ),
      ),
    )
    .groupBy('entry.guest')
