import * as home from '../../app/site/home/home.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const homePages: FeaturePage[] = [{ path: '', module: home, inEnglish: true }]
