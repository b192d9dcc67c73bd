import * as contact from '../../app/site/contact/contact.tsx'
import type { FeaturePage } from '../page-manifest.ts'

export const messagePages: FeaturePage[] = [{ path: 'contact', module: contact, inEnglish: true }]
