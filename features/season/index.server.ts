import type { ServerFeature } from '../server-manifest.ts'
import { createSeasons } from './server/season.ts'
import { seasonRoutes } from './server/season-routes.ts'

export const season = {
  create: (platform, others) => ({ routes: seasonRoutes(createSeasons({ ...platform, ...others })) }),
} satisfies ServerFeature
