import type { ServerFeature } from '../server-manifest.ts'
import { artistDocuments } from './server/artist-documents.ts'

export const artists = {
  pages: [],
  demo: async () => (await import('./server/demo-artists.ts')).demoArtists,
  documents: artistDocuments,
} satisfies ServerFeature
