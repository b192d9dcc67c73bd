/** Starts the back office in the browser. */

import { hydrateScreens } from './hydrate-screens.tsx'
import { adminRoutes } from './screens.tsx'

hydrateScreens(adminRoutes, {
  name: 'account',
  isAt: (path) => path === '/login' || path === '/register',
  load: async () => (await import('../auth/account/account-routes.tsx')).accountRoutes,
})
