import type { FeaturePage } from '../page-manifest.ts'
import * as article from './public/article.tsx'
import * as news from './public/news.tsx'

export const newsPages: FeaturePage[] = [
  { path: 'news', module: news },
  { path: 'news/:title', module: article },
]
