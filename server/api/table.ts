/** THE API TABLE: every route of the API; the rows of each concern stand in routes/. */

import { featureRoutes } from '../../features/index.server.ts'
import { contentRoutes } from '../../platform/content/server/content-routes.ts'
import { historyRoutes } from '../../platform/content/server/history-routes.ts'
import { orderRoutes } from '../../platform/content/server/order-routes.ts'
import { previewRoutes } from '../../platform/content/server/previews-routes.ts'
import { titleRoutes } from '../../platform/content/server/titles-routes.ts'
import { trashRoutes } from '../../platform/content/server/trash-routes.ts'
import { resourceNames } from '../../platform/content/shared/resources.ts'
import { siteRoutes } from '../../platform/settings/server/settings-routes.ts'
import type { Route } from './route.ts'
import { accountRoutes } from './routes/account.ts'
import { audioRoutes } from './routes/audio.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { mediaRoutes } from './routes/media.ts'
import { contractRoutes, serviceRoutes } from './routes/service.ts'
import { sessionRoutes } from './routes/sessions.ts'
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
