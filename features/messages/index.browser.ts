import { type Elements, lazyConnect } from '../../platform/site-layout/browser/custom-elements.ts'
import { CONTACT_FORM_TAG, MAP_TAG } from './public/element-names.ts'

/** Loads the script of /contact. Without it the browser posts the form itself, and the map stays a drawing. */
const contactPage = () => import('./public/browser/contact-page.ts')

export const messages: Elements = {
  [CONTACT_FORM_TAG]: lazyConnect(async () => (await contactPage()).connectContactForm),
  [MAP_TAG]: lazyConnect(async () => (await contactPage()).connectMap),
}
