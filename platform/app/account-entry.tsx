/** Starts /login and /register in the browser. */

import { accountRoutes } from '../auth/account/account-routes.tsx'
import { hydrateScreens } from './hydrate-screens.tsx'

hydrateScreens(accountRoutes, {
  name: 'admin',
  isAt: (path) => path === '/admin' || path.startsWith('/admin/'),
  load: async () => (await import('./screens.tsx')).adminRoutes,
})
