import type { FeaturePage } from '../page-manifest.ts'
import * as episode from './public/episode.tsx'
import * as podcast from './public/podcast.tsx'

export const recordingPages: FeaturePage[] = [
  { path: 'podcast/:slug', module: podcast },
  { path: 'episodios/:slug', module: episode },
]
