/** Addresses that open a form at one field. */

/** Query key of a form with the field that gets the focus: `name`, or `slogans:{_id}:text` for a column of a row. */
export const FIELD_KEY = 'campo'

const SEPARATOR = ':'

export const parseFieldTarget = (target: string): string[] => target.split(SEPARATOR)

/**
 * Returns the address of a form with the focus on a field.
 * @param path one field name, or field name, `_id` of the row and column
 */
export const fieldPath = (form: string, ...path: string[]): string =>
  `${form}?${new URLSearchParams({ [FIELD_KEY]: path.join(SEPARATOR) })}`
