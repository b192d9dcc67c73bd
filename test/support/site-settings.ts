/** Creates settings for tests: the defaults that the club ships, with the changes of a test. */
import { defaults } from '../../club/defaults.ts'
import { emptyGroup } from '../../platform/settings/server/present-settings.ts'
import { type SettingsName, settingsNames } from '../../platform/settings/shared/settings-names.ts'
import { fillAllPlaceholders, type SiteSettings } from '../../platform/settings/shared/site-settings.ts'

/** Gives each row an `_id`, which is the index of the row. */
const addRowIds = (changes: object): object =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((row, index) => ({ _id: `${name}-${index + 1}`, ...row })) : value,
    ]),
  )

const shipped: { [G in SettingsName]?: object } = defaults

export function createSiteSettings(
  changes: { [G in SettingsName]?: Partial<SiteSettings[G]> } = {},
): SiteSettings {
  const groups = settingsNames.map((name) => [
    name,
    { ...emptyGroup(name), ...addRowIds(shipped[name] ?? {}), ...changes[name] },
  ])
  const site = Object.fromEntries(groups) as SiteSettings
  return fillAllPlaceholders(site, site.identity)
}

/** Creates a reader that returns the given settings, in the form that services expect. */
export const createSettingsReader = (site: SiteSettings) => ({ all: async () => site })
