import { FEED_PATH, JSON_FEED_PATH } from '../../platform/shared/public-paths.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { createNewsFeed } from './server/news-feed.ts'

export const news = {
  pages: [{ key: 'news', path: '/news', head: 'news', listing: { label: 'Novedades', changedBy: ['news'] } }],
  demo: async () => (await import('./server/demo-news.ts')).demoNews,
  feeds: [
    {
      resource: 'news',
      page: 'news',
      rssPath: FEED_PATH,
      jsonPath: JSON_FEED_PATH,
      contents: createNewsFeed,
    },
  ],
} satisfies ServerFeature
