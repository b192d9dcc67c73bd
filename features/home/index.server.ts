import { resourceNames } from '../../platform/content/shared/resources.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { overviewRoutes } from './server/overview-routes.ts'

export const home = {
  pages: [{ key: 'home', path: '/', head: 'home', listing: { label: 'Portada', changedBy: resourceNames } }],
  apiRoutes: overviewRoutes,
} satisfies ServerFeature
