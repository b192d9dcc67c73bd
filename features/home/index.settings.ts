import { line } from '../../platform/content/shared/fields.ts'
import { withEnglish } from '../../platform/content/shared/translations.ts'
import { meta, type SettingsDeclaration } from '../../platform/settings/shared/settings-declaration.ts'
import { email } from '../../platform/settings/shared/settings-fields.ts'
import type { SettingsOf } from '../manifest.ts'
import type { home } from './index.ts'

const homeTexts = {
  page: '/',
  fields: withEnglish(
    {
      podcast: line('Texto bajo el título de Podcast', { optional: true }),
      podcastOwner: email('E-mail del podcast', {
        hint: 'Va en el feed y lo puede leer cualquiera. Apple Podcasts y Spotify mandan ahí el código para reclamar el podcast.',
      }),
      episodes: line('Texto bajo el título de Episodios', { optional: true }),
      dates: line('Texto bajo el título de Próximas fechas', { optional: true }),
      noDates: line('Cuando no hay fechas', { optional: true }),
      residents: line('Texto bajo el título de Residentes', { optional: true }),
      agency: line('Texto bajo el título de Agencia', { optional: true }),
      ...meta,
    },
    ['podcast', 'episodes', 'dates', 'noDates', 'residents', 'agency', 'meta.title', 'meta.description'],
  ),
} satisfies SettingsDeclaration

export const homeSettings = { home: homeTexts } satisfies SettingsOf<typeof home>
