import type { FeaturePage } from '../page-manifest.ts'
import * as artist from './public/artist.tsx'

export const artistPages: FeaturePage[] = [{ path: 'artistas/:slug', module: artist }]
