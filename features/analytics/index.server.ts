import type { ServerFeature } from '../server-manifest.ts'
import { visitRoutes } from './server/visit-routes.ts'

export type { Analytics } from './server/analytics.ts'

export const analytics = { pages: [], apiRoutes: visitRoutes } satisfies ServerFeature
