import { oncePerClub } from '../once-per-club.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { createDemo } from './server/demo.ts'
import { createFirstDay } from './server/first-day.ts'
import { demoRoutes, firstDayRoutes } from './server/first-day-routes.ts'

export type { FirstDay } from './server/first-day.ts'

export const firstDayOf = oncePerClub(createFirstDay)

export const firstDay = {
  create: (platform) => ({
    routes: [...firstDayRoutes(firstDayOf(platform)), ...demoRoutes(createDemo(platform))] as const,
  }),
} satisfies ServerFeature
