/** Starts /login and /register in the browser. */
import { start } from '../../pages/delivery/start.tsx'
import { accountRoutes } from './account-routes.tsx'

start(accountRoutes, {
  name: 'admin',
  isAt: (path) => path === '/admin' || path.startsWith('/admin/'),
  load: async () => (await import('../../admin-layout/screens.tsx')).adminRoutes,
})
