/** Rows of the form for acts of a pasted line-up. */
import { findReferencesByName } from '../../../../platform/content/admin/fields/found-references.ts'
import { createNextRow } from '../../../../platform/content/admin/fields/rows/row-list.ts'
import type { RowValue } from '../../../../platform/content/admin/form/field-values.ts'
import { fold } from '../../../../platform/shared/text/fold.ts'
import { events } from '../../shared/events-resource.ts'
import type { Act } from './read-line-up.ts'

const { columns } = events.fields.lineup

/** @param before the rows of the line-up. The moment that all of them are revealed is the new row's too */
export const createActRow = ({ name, from, to, room }: Act, before: readonly RowValue[]): RowValue => ({
  ...createNextRow(events.fields.lineup, before),
  name: name.slice(0, columns.name.max).toWellFormed(),
  room: room.slice(0, columns.room.max).toWellFormed(),
  from,
  to,
})

/**
 * Links rows to artists of the club that have exactly these names.
 * @param currentRows returns the rows when the artists are known
 * @param isMeant true for the rows to link
 */
export async function linkArtists(
  currentRows: () => RowValue[],
  isMeant: (row: RowValue) => boolean,
): Promise<{ rows: RowValue[]; count: number }> {
  const found = await findReferencesByName(columns.artist.to)
  let count = 0
  const rows = currentRows().map((row) => {
    const match = isMeant(row) && row.artist === null ? found.get(fold(String(row.name).trim())) : undefined
    if (!match) return row
    count++
    return { ...row, artist: match.reference, name: match.name }
  })
  return { rows, count }
}
