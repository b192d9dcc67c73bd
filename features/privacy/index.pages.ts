import type { FeaturePage } from '../page-manifest.ts'
import * as privacy from './public/privacy.tsx'

// The contact form must link to it (Ley 25.326, art. 6).
export const privacyPages: FeaturePage[] = [{ path: 'privacidad', module: privacy }]
