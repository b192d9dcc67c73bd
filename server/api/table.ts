/** THE API TABLE: every route of the API; the rows of each concern stand in routes/. */
import { resourceNames } from '../../contract/content/resources.ts'
import { featureRoutes } from '../../features/index.server.ts'
import type { Route } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { audioRoutes } from './routes/audio.ts'
import { contentRoutes } from './routes/content.ts'
import { historyRoutes } from './routes/history.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { mediaRoutes } from './routes/media.ts'
import { orderRoutes } from './routes/order.ts'
import { previewRoutes } from './routes/previews.ts'
import { contractRoutes, serviceRoutes } from './routes/service.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { siteRoutes } from './routes/site.ts'
import { titleRoutes } from './routes/titles.ts'
import { trashRoutes } from './routes/trash.ts'
import { userRoutes } from './routes/users.ts'
import type { ApiServices } from './services.ts'

export function apiTable(services: ApiServices): Route[] {
  const routes = [
    ...resourceNames.flatMap((resource) => contentRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => previewRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => titleRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => orderRoutes(resource, services)),
    ...siteRoutes(services),
    ...mediaRoutes(services),
    ...audioRoutes(services),
    ...sessionRoutes(services),
    ...accountRoutes(services),
    ...userRoutes(services),
    ...invitationRoutes(services),
    ...trashRoutes(services),
    ...historyRoutes(services),
    ...featureRoutes(services),
    ...serviceRoutes(services),
  ]
  return [...routes, ...contractRoutes(routes, services)]
}
