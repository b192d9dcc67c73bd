/** What a form goes on with that was saved and stays open. Pure, so that the rules can be tested. */
import type { Declaration } from '../../../shared/fields.ts'
import { comparable, type FieldValue, type RowValue } from '../field-values.ts'
import { type AltValues, altOf, fieldValue, type ItemValues } from '../item-values.ts'

/**
 * What was sent becomes what is stored, and what was typed while it was on its way stays as it is.
 * @param sent what the form held when it was sent
 * @param held what it holds now
 * @param base what is stored now, as the form has it
 * @param typedIn the field with the caret, whose words stay as they were typed, spaces at the end included; null: none
 */
export function settle(
  { fields }: Declaration,
  sent: ItemValues,
  held: ItemValues,
  base: ItemValues,
  typedIn: string | null,
): ItemValues {
  const settled = Object.keys(base).map((name) => {
    if (name === 'alt') return [name, settledAlt(altOf(sent), altOf(held), altOf(base))]
    const [before, now, stored] = [sent, held, base].map((values) => fieldValue(values, name))
    // Of a picture nothing is typed: a new one is stored under an address.
    const isTypedIn = name === typedIn && fields[name]?.kind !== 'image'
    if (fields[name]?.kind === 'rows')
      return [name, settledRows(rowsIn(before), rowsIn(now), rowsIn(stored), isTypedIn)]
    return [name, isTypedIn || !isSame(before, now) ? now : stored]
  })
  return Object.fromEntries(settled)
}

const rowsIn = (value: FieldValue | undefined): RowValue[] => (Array.isArray(value) ? value : [])

const isSame = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  comparable(one ?? null) === comparable(other ?? null)

const settledAlt = (sent: AltValues, held: AltValues, base: AltValues): AltValues =>
  Object.fromEntries(
    Object.keys(base).map((name) => [name, held[name] === sent[name] ? base[name] : held[name]]),
  ) as AltValues

/** The ids that the server gave to the rows that were sent, by the ids under which they were. */
export const rowIds = (sent: FieldValue, base: FieldValue): Map<string, string> =>
  new Map(
    rowsIn(sent).flatMap(({ _id }, index) => {
      const stored = rowsIn(base)[index]
      return stored ? [[_id, stored._id] as const] : []
    }),
  )

function settledRows(sent: RowValue[], held: RowValue[], base: RowValue[], isTypedIn: boolean): RowValue[] {
  if (!isTypedIn && isSame(sent, held)) return base
  const ids = rowIds(sent, base)
  return held.map((row) => {
    const before = sent.find(({ _id }) => _id === row._id)
    const stored = base.find(({ _id }) => _id === ids.get(row._id))
    if (!before || !stored) return row
    const columns = Object.keys(row).map((name) => {
      const value = row[name] ?? null
      // A new picture is stored under an address, which nobody types.
      const isTaken = isSame(before[name] ?? null, value) && (!isTypedIn || String(value).startsWith('data:'))
      return [name, isTaken ? (stored[name] ?? null) : value]
    })
    return { ...Object.fromEntries(columns), _id: stored._id } as RowValue
  })
}
