/** The slug of an item: the last part of the address of its page. Pure: the database checks that a slug is free. */
import type { Declaration } from './fields.ts'
import { fold } from './titles.ts'

const SLUG_MAX = 80

/** Lower case without accents. Other signs than letters and digits become one hyphen. Can be empty. */
const slugOfWords = (words: string): string =>
  fold(words)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replace(/^-+|-+$/g, '')

/** @param item an item, or its row @returns the slug, before it is made unique */
export function makeSlug({ page }: Declaration, item: Record<string, unknown>): string {
  const words = slugOfWords(String(item[page?.slugOf ?? ''] ?? ''))
  if (page?.dated === undefined) return words || String(item._id ?? item.id)
  const day = String(item[page.dated]).slice(0, 10)
  return words === '' ? day : `${day}-${words}`
}

/** The path of an item's page. */
export const getItemPath = ({ page }: Declaration, slug: string): string =>
  `${page?.path ?? '/'}${encodeURIComponent(slug)}`
