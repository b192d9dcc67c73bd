import type { ServerFeature } from '../server-manifest.ts'
import { shareDocuments } from './server/share-documents.ts'

export { captionOf, drawNewsCard, drawNightCard, drawPodcastCover } from './server/draw.ts'
export type { ShareKits } from './server/kits.ts'
export { shareImageAt } from './server/share-path.ts'

export const shareImages = {
  pages: [],
  documentPaths: ['/share/*'],
  documents: shareDocuments,
} satisfies ServerFeature
