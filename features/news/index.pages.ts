import type { PagesFeature } from '../page-manifest.ts'
import * as article from './public/article.tsx'
import * as homeNews from './public/home-news.tsx'
import * as newsPage from './public/news.tsx'

export const news: PagesFeature = {
  pages: [
    { path: 'news', module: newsPage },
    { path: 'news/:title', module: article },
  ],
  sections: { home: [{ module: homeNews, order: 30 }] },
}
