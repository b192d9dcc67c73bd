import * as archive from '../../app/site/nights/archive.tsx'
import * as embed from '../../app/site/nights/embed.tsx'
import * as night from '../../app/site/nights/night.tsx'
import * as nights from '../../app/site/nights/nights.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const nightPages: FeaturePage[] = [
  { path: 'fechas', module: nights, inEnglish: true },
  { path: 'fechas/archivo/:year', module: archive, inEnglish: true },
  { path: 'fechas/:slug', module: night, inEnglish: true },
  { path: 'fechas/embed', module: embed, isBare: true },
]
