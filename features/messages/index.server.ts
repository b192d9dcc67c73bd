import type { ServerFeature } from '../server-manifest.ts'
import { mailRoutes, messageRoutes } from './server/message-routes.ts'

export type { ContactMessages } from './server/messages.ts'

export const messages = {
  pages: [{ key: 'contact', path: '/contact', head: 'contact', listing: { label: 'Contacto' } }],
  apiRoutes: (services) => [...mailRoutes(services), ...messageRoutes(services)] as const,
} satisfies ServerFeature
