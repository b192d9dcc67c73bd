export { connectContactForm } from './contact-form.ts'
export { connectMap } from './map.ts'
