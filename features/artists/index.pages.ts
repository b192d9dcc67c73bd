import type { PagesFeature } from '../page-manifest.ts'
import * as artist from './public/artist.tsx'
import * as homeArtists from './public/home-artists.tsx'

export const artists: PagesFeature = {
  pages: [{ path: 'artistas/:slug', module: artist, sections: 'artist' }],
  sections: { home: [{ module: homeArtists, order: 40 }] },
}
