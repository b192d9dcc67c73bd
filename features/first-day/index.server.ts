import { firstDayRoutes } from '../../server/api/routes/first-day.ts'
import type { ServerFeature } from '../server-manifest.ts'

export const firstDay = { pages: [], apiRoutes: firstDayRoutes } satisfies ServerFeature
