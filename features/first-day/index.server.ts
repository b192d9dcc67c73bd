import type { ServerFeature } from '../server-manifest.ts'
import { firstDayRoutes } from './server/first-day-routes.ts'

export const firstDay = { pages: [], apiRoutes: firstDayRoutes } satisfies ServerFeature
