import { nights as words } from '../../club/nights.ts'
import { NIGHTS_FEED_PATH, NIGHTS_JSON_FEED_PATH, NIGHTS_PATH } from '../../platform/shared/public-paths.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { shareSetsOf } from '../share-images/index.server.ts'
import { createNightDocuments, nightDocumentPaths } from './server/night-documents.ts'
import { nightSales } from './server/night-sales.ts'
import { createNightsFeed } from './server/nights-feed.ts'

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
      contents: createNightsFeed,
    },
  ],
  timedRules: { events: nightSales },
  documentPaths: nightDocumentPaths,
  create: (platform) => ({
    documents: (documents) => createNightDocuments({ ...documents, shareSets: shareSetsOf(platform) }),
  }),
} satisfies ServerFeature
