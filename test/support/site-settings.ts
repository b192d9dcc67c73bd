/** Settings for tests: the defaults that ship, with the changes of a test. */
import { defaults } from '../../club/defaults.ts'
import { emptyGroup } from '../../platform/settings/server/present-settings.ts'
import { type GroupName, groupNames } from '../../platform/settings/shared/group-names.ts'
import { namedThroughout, type Site } from '../../platform/settings/shared/site-settings.ts'

/** Adds an `_id` with its index to each row. */
const addRowIds = (said: object): object =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((row, index) => ({ _id: `${name}-${index + 1}`, ...row })) : value,
    ]),
  )

const shipped: { [G in GroupName]?: object } = defaults

export function createSiteSettings(said: { [G in GroupName]?: Partial<Site[G]> } = {}): Site {
  const groups = groupNames.map((name) => [
    name,
    { ...emptyGroup(name), ...addRowIds(shipped[name] ?? {}), ...said[name] },
  ])
  const site = Object.fromEntries(groups) as Site
  return namedThroughout(site, site.identity)
}

/** The settings as services read them. */
export const createSettingsReader = (site: Site) => ({ all: async () => site })
