import type { PagesFeature } from '../page-manifest.ts'
import * as contactVisit from './public/contact-visit.tsx'
import * as nightVisit from './public/night-visit.tsx'

export const visit: PagesFeature = {
  pages: [],
  sections: {
    night: [{ module: nightVisit, order: 5 }],
    contact: [{ module: contactVisit, order: 10 }],
  },
}
