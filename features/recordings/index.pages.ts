import type { PagesFeature } from '../page-manifest.ts'
import * as artistRecordings from './public/artist-recordings.tsx'
import * as homeRecordings from './public/home-recordings.tsx'
import * as nightRecordings from './public/night-recordings.tsx'
import * as recording from './public/recording-page.tsx'

export const recordings: PagesFeature = {
  pages: [
    { path: 'podcast/:slug', module: recording },
    { path: 'episodios/:slug', module: recording },
  ],
  sections: {
    home: [{ module: homeRecordings, order: 10 }],
    night: [{ module: nightRecordings, order: 10 }],
    artist: [{ module: artistRecordings, order: 10 }],
  },
}
