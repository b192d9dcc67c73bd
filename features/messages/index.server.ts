import { mailRoutes } from '../../server/api/routes/mail.ts'
import { messageRoutes } from '../../server/api/routes/messages.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const messages = {
  pages: [{ key: 'contact', path: '/contact', head: 'contact', listing: { label: 'Contacto' } }],
  apiRoutes: (services) => [...mailRoutes(services), ...messageRoutes(services)],
} satisfies ServerFeature
