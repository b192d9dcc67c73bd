import * as article from '../../app/site/news/article.tsx'
import * as news from '../../app/site/news/news.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const newsPages: FeaturePage[] = [
  { path: 'news', module: news },
  { path: 'news/:title', module: article },
]
