import type { PagesFeature } from '../page-manifest.ts'
import * as homePage from './public/home-page.tsx'

export const home: PagesFeature = {
  pages: [{ path: '', module: homePage, inEnglish: true, sections: 'home' }],
}
