import { english } from '../../../club/english.ts'
import { nights } from '../../../club/nights.ts'
import type { Copy } from '../../../platform/settings/shared/club-types.ts'
import type { Language } from '../../../platform/shared/languages.ts'
import { type Stamp, stampLabels } from '../shared/night-state.ts'

/** Fixed texts about nights. The club cannot edit them in its settings. */
export const nightTexts: Record<Language, Copy['nights']> = { es: nights, en: english.nights }

export const stampTexts: Record<Language, Record<Stamp, string>> = {
  es: stampLabels,
  en: { cancelled: 'CANCELLED', postponed: 'POSTPONED', rescheduled: 'NEW DATE', soldout: 'SOLD OUT' },
}
