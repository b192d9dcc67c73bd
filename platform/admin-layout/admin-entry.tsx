/** Starts the back office in the browser. */

import { start } from '../pages/delivery/start.tsx'
import { adminRoutes } from './screens.tsx'

start(adminRoutes, {
  name: 'account',
  isAt: (path) => path === '/login' || path === '/register',
  load: async () => (await import('../auth/account/account-routes.tsx')).accountRoutes,
})
