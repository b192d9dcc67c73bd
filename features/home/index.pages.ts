import type { FeaturePage } from '../page-manifest.ts'
import * as home from './public/home-page.tsx'

export const homePages: FeaturePage[] = [{ path: '', module: home, inEnglish: true }]
