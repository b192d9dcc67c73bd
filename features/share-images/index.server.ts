import type { ServerFeature } from '../server-manifest.ts'
import { shareDocuments } from './server/share-documents.ts'

export { drawNewsCard, drawNightCard, drawSquareCover } from './server/drawing-process.ts'
export { captionOf } from './server/kit-drawings.ts'
export type { ShareKits } from './server/kits.ts'
export { shareImageAt } from './server/share-documents.ts'

export const shareImages = {
  pages: [],
  documentPaths: ['/share/*'],
  documents: shareDocuments,
} satisfies ServerFeature
