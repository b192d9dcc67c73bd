import * as episode from '../../app/site/listen/episode.tsx'
import * as podcast from '../../app/site/listen/podcast.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const recordingPages: FeaturePage[] = [
  { path: 'podcast/:slug', module: podcast },
  { path: 'episodios/:slug', module: episode },
]
