/** Addresses that open a form at one field. */

/**
 * Query key of a form with the field that gets the focus: `name`, `slogans:{_id}:text` for a column of a row, or `newsBody:2`
 * for the third block of a rich text.
 */
export const FIELD_KEY = 'campo'

const SEPARATOR = ':'

export const parseFieldTarget = (target: string): string[] => target.split(SEPARATOR)

/**
 * Returns the address of a form with the focus on a field.
 * @param path field name, and `_id` of the row and column, or number of the block
 */
export const fieldPath = (form: string, ...path: string[]): string =>
  `${form}?${new URLSearchParams({ [FIELD_KEY]: path.join(SEPARATOR) })}`
