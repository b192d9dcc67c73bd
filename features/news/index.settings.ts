import { text } from '../../platform/content/shared/fields.ts'
import { withEnglish } from '../../platform/content/shared/translations.ts'
import { lead, meta, type SettingsDeclaration } from '../../platform/settings/shared/settings-declaration.ts'
import type { SettingsOf } from '../manifest.ts'
import type { news } from './index.ts'

const newsTexts = {
  page: '/news',
  fields: withEnglish({ lead, empty: text('Cuando no hay novedades', { optional: true }), ...meta }, [
    'lead',
  ]),
} satisfies SettingsDeclaration

export const newsSettings = { news: newsTexts } satisfies SettingsOf<typeof news>
