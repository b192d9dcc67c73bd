/** Starts /login and /register in the browser. */
import { start } from '../client/start.tsx'
import { accountRoutes } from './routes.tsx'

start(accountRoutes, {
  name: 'admin',
  isAt: (path) => path === '/admin' || path.startsWith('/admin/'),
  load: async () => (await import('../admin/screens.tsx')).adminRoutes,
})
