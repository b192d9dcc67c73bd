import type { PagesFeature } from '../page-manifest.ts'
import * as contact from './public/contact.tsx'

export const messages: PagesFeature = {
  pages: [{ path: 'contact', module: contact, inEnglish: true, sections: 'contact' }],
}
