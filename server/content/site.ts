/** What the club says of itself: what ships, as long as nobody said otherwise. */
import { defaults } from '../../club/defaults.ts'
import { groupNames } from '../../contract/site/groups.ts'
import { namedThroughout, type Site } from '../../contract/site/site.ts'

export interface SiteWords {
  /** All groups, with the club's name wherever it stands. */
  all(): Promise<Site>
}

export function createSiteWords(): SiteWords {
  const site = shipped()
  return { all: async () => site }
}

function shipped(): Site {
  const said = groupNames.map((name) => [name, { ...numbered(defaults[name]), updatedAt: null, images: {} }])
  return namedThroughout(Object.fromEntries(said) as Site, defaults.identity.name)
}

/** Rows have an `_id` by their place. */
const numbered = (said: object): object =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((row, index) => ({ _id: `${name}-${index + 1}`, ...row })) : value,
    ]),
  )
