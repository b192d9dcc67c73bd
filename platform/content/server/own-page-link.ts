/** Completes links of items to their own pages, because forms do not know the slug that an item gets. */
import { type Declaration, findOwnPageLink } from '../shared/fields.ts'
import { getItemPath } from '../shared/slugs.ts'

interface Slugs {
  /** The slug before the write. null when the item had none */
  own: string | null
  /** The slug as the form guesses it from the values. */
  wanted: string
  /** The slug after the write. */
  slug: string
}

/**
 * Returns the column with the corrected link, when the link leads to the item's own page by another slug. Otherwise returns
 * no column. A link counts as own when a form can have proposed it: it has the path of the item's page, or the path above the
 * pages of its resource.
 * @param values the values of the item after the write
 * @param siteUrl origin of the site. null when it is unknown. Any origin counts then
 */
export function completeOwnPageLink(
  declaration: Declaration,
  values: Record<string, unknown>,
  { own, wanted, slug }: Slugs,
  siteUrl: string | null,
): Record<string, string> {
  const link = findOwnPageLink(declaration)
  if (link === null || !values[link.file]) return {}
  const url = URL.parse(String(values[link.name]))
  if (!url || (siteUrl !== null && url.origin !== siteUrl)) return {}
  const guesses = ['', wanted, own ?? ''].map((guess) => getItemPath(declaration, guess))
  const path = getItemPath(declaration, slug)
  return guesses.includes(url.pathname) && url.pathname !== path ? { [link.name]: url.origin + path } : {}
}
