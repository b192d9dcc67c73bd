import type { ServerFeature } from '../server-manifest.ts'
import { demoRoutes, firstDayRoutes } from './server/first-day-routes.ts'

export type { FirstDay } from './server/first-day.ts'

export const firstDay = {
  pages: [],
  apiRoutes: (services) => [...firstDayRoutes(services), ...demoRoutes(services)] as const,
} satisfies ServerFeature
