import type { FeaturePage } from '../page-manifest.ts'
import * as recording from './public/recording-page.tsx'

export const recordingPages: FeaturePage[] = [
  { path: 'podcast/:slug', module: recording },
  { path: 'episodios/:slug', module: recording },
]
