import * as artist from '../../app/site/artists/artist.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const artistPages: FeaturePage[] = [{ path: 'artistas/:slug', module: artist }]
