import * as privacy from '../../app/site/pages/privacy.tsx'
import type { FeaturePage } from '../page-manifest.ts'

// The contact form must link to it (Ley 25.326, art. 6).
export const privacyPages: FeaturePage[] = [{ path: 'privacidad', module: privacy }]
