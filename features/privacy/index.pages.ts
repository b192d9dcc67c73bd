import type { PagesFeature } from '../page-manifest.ts'
import * as privacyPage from './public/privacy.tsx'

export const privacy: PagesFeature = {
  // The law requires that the contact form links to this page (Ley 25.326, art. 6).
  pages: [{ path: 'privacidad', module: privacyPage, inEnglish: true, sections: 'privacy' }],
}
