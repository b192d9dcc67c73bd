import type { ServerFeature } from '../server-manifest.ts'
import { createRecordingDocuments } from './server/recording-documents.ts'
import { PODCAST_FEED_PATH } from './shared/recording-addresses.ts'

export const recordings = {
  demo: async () => (await import('./server/demo-recordings.ts')).demoRecordings,
  documentPaths: [PODCAST_FEED_PATH],
  create: () => ({ documents: createRecordingDocuments }),
} satisfies ServerFeature
