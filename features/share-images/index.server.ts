import type { ServerFeature } from '../server-manifest.ts'
import { shareDocuments } from './server/share-documents.ts'

export { drawNewsCard, drawNightCard, drawSquareCover } from './server/drawing-process.ts'
export { parseShareImagePath } from './server/share-documents.ts'
export { createCaption } from './server/share-set-drawings.ts'
export type { ShareSets } from './server/share-sets.ts'

export const shareImages = {
  pages: [],
  documentPaths: ['/share/*'],
  documents: shareDocuments,
} satisfies ServerFeature
