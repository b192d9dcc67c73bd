/**
 * Lists which texts a page needs in English. While they are not translated, the English page declares the Spanish page as
 * canonical for search engines (docs/decisions/0033).
 */

import { isTranslated } from '../../content/shared/translations.ts'
import type { SettingsName } from './settings-names.ts'
import type { SiteSettings } from './site-settings.ts'

/** The settings fields with the main text, by page key. List pages have no entry, because they have no main text. */
const mainTexts: Partial<Record<string, readonly [group: SettingsName, fields: readonly string[]]>> = {
  home: ['identity', ['founder.quote', 'slogans']],
  culture: ['culture', ['lead', 'values']],
  contact: ['contact', ['lead', 'directions', 'hours']],
}

/** True when the main text is translated, or the page has no main text. */
export function isMainTextInEnglish(page: string, settings: SiteSettings): boolean {
  const [group, fields] = mainTexts[page] ?? []
  return group === undefined || fields === undefined || isTranslated(settings[group], fields)
}
