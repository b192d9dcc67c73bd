import { oncePerClub } from '../once-per-club.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { createAnalytics } from './server/analytics.ts'
import { createTickets, TICKETS_ROUTE } from './server/ticket-links.ts'
import { visitRoutes } from './server/visit-routes.ts'
import type {} from './server/visit-tables.ts'

export type { Analytics } from './server/analytics.ts'

export const analyticsOf = oncePerClub(createAnalytics)

export const analytics = {
  create(platform) {
    const analytics = analyticsOf(platform)
    const tickets = createTickets({ ...platform, analytics })
    return {
      routes: visitRoutes({ analytics, tickets }),
      countedLinks: [{ route: TICKETS_ROUTE, follow: tickets.follow }],
      gauges: async () => [
        {
          name: 'visits_week',
          help: 'Visits counted since Monday',
          value: (await analytics.summary()).count,
        },
      ],
      nightFigures: { site: analytics.nightFigures },
      tidy: analytics.tidy,
      stop: analytics.stop,
    }
  },
} satisfies ServerFeature
