import { text, withEnglish } from '../../platform/content/shared/fields.ts'
import { lead, meta, type SettingsGroup } from '../../platform/settings/shared/group-declaration.ts'
import type { SettingsOf } from '../manifest.ts'
import type { news } from './index.ts'

const newsTexts = {
  page: '/news',
  fields: withEnglish({ lead, empty: text('Cuando no hay novedades', { optional: true }), ...meta }, [
    'lead',
  ]),
} satisfies SettingsGroup

export const newsSettings = { news: newsTexts } satisfies SettingsOf<typeof news>
