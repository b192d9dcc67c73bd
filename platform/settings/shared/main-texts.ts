/** What a page that there is in two languages is read for: where that is not in English, the Spanish page is the one to be found. */

import { isTranslated } from '../../shared/localize.ts'
import type { SettingsName } from './settings-names.ts'
import type { SiteSettings } from './site-settings.ts'

/** The group that says it, and in which fields. Pages that are lists have none: what stands around them is in English. */
const mainTexts: Partial<Record<string, readonly [group: SettingsName, fields: readonly string[]]>> = {
  // It comes first, and is what one comes to read.
  home: ['identity', ['founder.quote', 'slogans']],
  culture: ['culture', ['lead', 'values']],
  contact: ['contact', ['lead', 'directions', 'hours']],
}

/** Whether the main text of a page is said in English. */
export function isMainTextInEnglish(page: string, site: SiteSettings): boolean {
  const [group, fields] = mainTexts[page] ?? []
  return group === undefined || fields === undefined || isTranslated(site[group], fields)
}
