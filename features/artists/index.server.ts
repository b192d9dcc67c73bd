import type { ServerFeature } from '../server-manifest.ts'
import { createArtistDocuments } from './server/artist-documents.ts'

export const artists = {
  pages: [],
  demo: async () => (await import('./server/demo-artists.ts')).demoArtists,
  documents: createArtistDocuments,
} satisfies ServerFeature
