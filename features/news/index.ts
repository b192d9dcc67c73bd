import type { Feature } from '../manifest.ts'
import { news as resource } from './shared/news-resource.ts'

export const news = {
  resources: { news: resource },
  settings: { news: 'Textos de Novedades' },
} satisfies Feature
