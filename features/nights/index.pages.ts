import type { FeaturePage } from '../page-manifest.ts'
import * as night from './public/night.tsx'
import * as archive from './public/night-archive.tsx'
import * as nights from './public/nights.tsx'
import * as embed from './public/nights-embed.tsx'

export const nightPages: FeaturePage[] = [
  { path: 'fechas', module: nights, inEnglish: true },
  { path: 'fechas/archivo/:year', module: archive, inEnglish: true },
  { path: 'fechas/:slug', module: night, inEnglish: true },
  { path: 'fechas/embed', module: embed, isBare: true },
]
