import { resourceNames } from '../../platform/content/shared/resources.ts'
import { analyticsOf } from '../analytics/index.server.ts'
import { firstDayOf } from '../first-day/index.server.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { createOverview } from './server/overview.ts'
import { overviewRoutes } from './server/overview-routes.ts'

export const home = {
  pages: [{ key: 'home', path: '/', head: 'home', listing: { label: 'Portada', changedBy: resourceNames } }],
  create: (platform, others) => ({
    routes: overviewRoutes(
      createOverview({
        ...platform,
        analytics: analyticsOf(platform),
        firstDay: firstDayOf(platform),
        ...others,
      }),
    ),
  }),
} satisfies ServerFeature
