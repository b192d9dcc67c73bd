import type { ServerFeature } from '../server-manifest.ts'
import { artistDocuments } from './server/artist-documents.ts'

export const artists = { pages: [], documents: artistDocuments } satisfies ServerFeature
