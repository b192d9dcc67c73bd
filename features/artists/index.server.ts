import type { ServerFeature } from '../server-manifest.ts'
import { createArtistDocuments } from './server/artist-documents.ts'

export const artists = {
  demo: async () => (await import('./server/demo-artists.ts')).demoArtists,
  create: () => ({ documents: createArtistDocuments }),
} satisfies ServerFeature
