/** The last part of the address of an item that has a page of its own. Pure: which of them is free, the database knows. */
import type { Declaration } from './fields.ts'
import { fold } from './titles.ts'

const SLUG_MAX = 80

/** Lower case without accents; what is no letter or digit becomes one hyphen. May be empty. */
const slugOfWords = (words: string): string =>
  fold(words)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')

/** @param item an item, or its row; @returns the slug that it would have to itself */
export function makeSlug({ page }: Declaration, item: Record<string, unknown>): string {
  const words = slugOfWords(String(item[page?.slugOf ?? ''] ?? ''))
  if (page?.dated === undefined) return words || String(item._id ?? item.id)
  const day = String(item[page.dated]).slice(0, 10)
  return words === '' ? day : `${day}-${words}`
}

/** The path of an item's page. */
export const getItemPath = ({ page }: Declaration, slug: string): string =>
  `${page?.path ?? '/'}${encodeURIComponent(slug)}`
