import type { PagesFeature } from '../page-manifest.ts'
import * as contact from './public/contact.tsx'
import * as privacyMessage from './public/privacy-message.tsx'

export const messages: PagesFeature = {
  pages: [{ path: 'contact', module: contact, inEnglish: true, sections: 'contact' }],
  sections: { privacy: [{ module: privacyMessage, order: 1 }] },
}
