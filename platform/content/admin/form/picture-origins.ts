/** Pictures that the form cuts from another picture: a new picture replaces only a cut, never a picture of its own. */
import type { AnyEntity } from '../../shared/resources.ts'
import { getFieldValue, hasPicture, type ItemValues } from './item-values.ts'

/** Origin of each picture that is new in the open form: the administrator chose it, or it is cut from another one. */
export type PictureOrigins = Map<string, 'chosen' | 'cut'>

/**
 * True when the form cuts this picture from a new picture of its source: there is none yet, it is an earlier cut, or it is the
 * picture of the item from which this new item is copied.
 * @param item the stored item. undefined for a new item
 */
export function followsSource(
  name: string,
  values: ItemValues,
  origins: PictureOrigins,
  item?: AnyEntity,
): boolean {
  const origin = origins.get(name)
  if (origin === 'chosen') return false
  if (!hasPicture(values, name, item)) return true
  const value = getFieldValue(values, name)
  // Only a copied picture is a path. A chosen or cut picture is a data URL, also in a restored draft.
  return typeof value === 'string' && value !== '' && (origin === 'cut' || value.startsWith('/'))
}

/** True when the administrator chose a new picture for the source, and this picture stayed as it was. */
export const isKeptBesideNewSource = (
  name: string,
  source: string,
  values: ItemValues,
  origins: PictureOrigins,
  item?: AnyEntity,
): boolean =>
  origins.get(source) === 'chosen' && !origins.has(name) && !followsSource(name, values, origins, item)
