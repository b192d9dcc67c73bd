import type { PagesFeature } from '../page-manifest.ts'
import * as privacyUnknown from './public/privacy-unknown.tsx'

export const redirects: PagesFeature = {
  pages: [],
  sections: { privacy: [{ module: privacyUnknown, order: 3 }] },
}
