import { nights as words } from '../../club/nights.ts'
import { NIGHTS_FEED_PATH, NIGHTS_JSON_FEED_PATH, NIGHTS_PATH } from '../../platform/shared/public-paths.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { nightDocumentPaths, nightDocuments } from './server/night-documents.ts'
import { nightSales } from './server/night-sales.ts'
import { nightsFeed } from './server/nights-feed.ts'

export const nights = {
  pages: [
    {
      key: 'nights',
      path: NIGHTS_PATH,
      head: words.meta,
      listing: { label: 'Fechas', changedBy: ['events'] },
    },
  ],
  demo: async () => (await import('./server/demo-nights.ts')).demoNights,
  feeds: [
    {
      resource: 'events',
      page: 'nights',
      rssPath: NIGHTS_FEED_PATH,
      jsonPath: NIGHTS_JSON_FEED_PATH,
      contents: nightsFeed,
    },
  ],
  timedRules: { events: nightSales },
  documentPaths: nightDocumentPaths,
  documents: nightDocuments,
} satisfies ServerFeature
