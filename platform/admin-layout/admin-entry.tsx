/** Starts the back office in the browser. */

import { adminRoutes } from './screens.tsx'
import { start } from './start.tsx'

start(adminRoutes, {
  name: 'account',
  isAt: (path) => path === '/login' || path === '/register',
  load: async () => (await import('../auth/account/account-routes.tsx')).accountRoutes,
})
