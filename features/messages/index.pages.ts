import type { FeaturePage } from '../page-manifest.ts'
import * as contact from './public/contact.tsx'

export const messagePages: FeaturePage[] = [{ path: 'contact', module: contact, inEnglish: true }]
