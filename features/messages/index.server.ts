import type { ServerFeature } from '../server-manifest.ts'

export const messages = {
  pages: [{ key: 'contact', path: '/contact', head: 'contact', listing: { label: 'Contacto' } }],
} satisfies ServerFeature
