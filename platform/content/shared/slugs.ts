/** Makes the slug of an item: the last part of the address of its page. The database checks whether the slug is free. */

import { foldForAddress } from '../../shared/text/fold.ts'
import type { Declaration } from './fields.ts'

const SLUG_MAX = 80

/**
 * Returns the words in lower case without accents. Letters of other scripts keep their vowel signs. Other characters than
 * letters and digits become one hyphen. The result can be empty.
 */
const toSlug = (words: string): string =>
  foldForAddress(words)
    .replace(/[^\p{L}\p{M}\p{N}]+\p{M}*|^\p{M}+/gu, '-')
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')

/** Makes the slug of an item. It may not be unique yet. @param item an item, or its row */
export function makeSlug({ page }: Declaration, item: Record<string, unknown>): string {
  const words = toSlug(String(item[page?.slugOf ?? ''] ?? ''))
  if (page?.dated === undefined) return words || String(item._id ?? item.id)
  const day = String(item[page.dated]).slice(0, 10)
  return words === '' ? day : `${day}-${words}`
}

/** Returns the path of an item's page. */
export const getItemPath = ({ page }: Declaration, slug: string): string =>
  `${page?.path ?? '/'}${encodeURIComponent(slug)}`
