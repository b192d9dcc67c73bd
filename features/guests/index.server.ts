import type { ServerFeature } from '../server-manifest.ts'
import { guestSettingsRoutes } from './server/guest-settings-routes.ts'

export const guests = {
  pages: [],
  apiRoutes: (services) => [...guestSettingsRoutes(services)] as const,
} satisfies ServerFeature
