/** Starts /login and /register in the browser. */
import { hydrateScreens } from '../../pages/delivery/hydrate-screens.tsx'
import { accountRoutes } from './account-routes.tsx'

hydrateScreens(accountRoutes, {
  name: 'admin',
  isAt: (path) => path === '/admin' || path.startsWith('/admin/'),
  load: async () => (await import('../../admin-layout/screens.tsx')).adminRoutes,
})
