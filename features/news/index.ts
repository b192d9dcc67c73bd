import { news as resource } from '../../contract/content/news.ts'
import type { Feature } from '../manifest.ts'

export const news = { resources: { news: resource } } satisfies Feature
