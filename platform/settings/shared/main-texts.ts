/**
 * The main text of each page in two languages. While the main text is not translated, search engines get the Spanish page as canonical
 * (docs/decisions/0033).
 */

import { isTranslated } from '../../shared/localize.ts'
import type { SettingsName } from './settings-names.ts'
import type { SiteSettings } from './site-settings.ts'

/** By page key. Pages of lists have no entry: the club edits no text that they need in English. */
const mainTexts: Partial<Record<string, readonly [group: SettingsName, fields: readonly string[]]>> = {
  home: ['identity', ['founder.quote', 'slogans']],
  culture: ['culture', ['lead', 'values']],
  contact: ['contact', ['lead', 'directions', 'hours']],
}

/** True when the main text is translated, and for pages without one. */
export function isMainTextInEnglish(page: string, settings: SiteSettings): boolean {
  const [group, fields] = mainTexts[page] ?? []
  return group === undefined || fields === undefined || isTranslated(settings[group], fields)
}
