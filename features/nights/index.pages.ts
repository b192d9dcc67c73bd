import type { PagesFeature } from '../page-manifest.ts'
import * as homeNights from './public/home-nights.tsx'
import * as night from './public/night.tsx'
import * as archive from './public/night-archive.tsx'
import * as nightsPage from './public/nights.tsx'
import * as embed from './public/nights-embed.tsx'

export const nights: PagesFeature = {
  pages: [
    { path: 'fechas', module: nightsPage, inEnglish: true },
    { path: 'fechas/archivo/:year', module: archive, inEnglish: true },
    { path: 'fechas/:slug', module: night, inEnglish: true, sections: 'night' },
    { path: 'fechas/embed', module: embed, isBare: true },
  ],
  sections: { home: [{ module: homeNights, order: 20 }] },
}
