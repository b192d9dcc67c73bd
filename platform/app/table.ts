/** The API table: every route of the API. A file has the routes of one subject, or of one task beside its check. */

import { contractRoutes } from '../api/server/contract-routes.ts'
import type { Route } from '../api/server/route.ts'
import { auditLogRoutes } from '../audit-log/server/audit-log-routes.ts'
import { accountRoutes } from '../auth/server/account-routes.ts'
import { invitationRoutes } from '../auth/server/invitations-routes.ts'
import { passwordResetRoutes } from '../auth/server/password-reset.ts'
import { registrationRoutes } from '../auth/server/registrations.ts'
import { sessionCookieName } from '../auth/server/sessions.ts'
import { signInRoutes } from '../auth/server/sign-in.ts'
import { userRoutes } from '../auth/server/users-routes.ts'
import { needsSession } from '../auth/shared/policy.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { contentRoutes } from '../content/server/content-routes.ts'
import { orderRoutes } from '../content/server/order-routes.ts'
import { previewRoutes } from '../content/server/previews-routes.ts'
import { storedPicturesRoutes } from '../content/server/stored-pictures-routes.ts'
import { titleRoutes } from '../content/server/titles-routes.ts'
import { trashRoutes } from '../content/server/trash-routes.ts'
import { unsavedPageRoutes } from '../content/server/unsaved-page-routes.ts'
import { resourceNames } from '../content/shared/resources.ts'
import { audioRoutes, mediaRoutes } from '../media/server/media-routes.ts'
import type { PreviewPage } from '../pages/shared/reader.ts'
import { settingsRoutes } from '../settings/server/settings-routes.ts'
import type { Platform } from './platform.ts'

export interface ApiServices extends Platform {
  previewPage: PreviewPage
  /** Cache for answers of the API, which are large and many. In the cache of pages they would evict pages. */
  answerCache: ResponseCache | null
  /** Path below which the routes are mounted, such as /api. */
  basePath: string
}

export function apiTable(services: ApiServices, featureAndOperationRoutes: readonly Route[]): Route[] {
  const routes = [
    ...routesBeforeFeatures(services),
    // These routes must come before those of the trash: `/trash/:resource/:id` also matches `/trash/demo/restore`.
    ...featureAndOperationRoutes,
    ...routesAfterFeatures(services),
  ]
  const cookie = sessionCookieName({ secure: services.env.siteUrl?.startsWith('https:') ?? false })
  return requireBounds([...routes, ...contractRoutes(routes, { ...services, cookie })])
}

/** @throws TypeError for a route that visitors may call and that does not declare how its work is bounded */
export function requireBounds<R extends Pick<Route, 'id' | 'access' | 'bound'>>(routes: R[]): R[] {
  for (const { id, access, bound } of routes)
    if (!needsSession(access) && bound === undefined)
      throw new TypeError(`${id} answers without a session, so it has to declare its bound (work-gate.ts)`)
  return routes
}

/** The routes of the platform with the types of their messages. `api.ts` derives the client from them. */
export type PlatformRoute = ReturnType<typeof routesBeforeFeatures | typeof routesAfterFeatures>[number]

const routesBeforeFeatures = (services: ApiServices) =>
  [
    ...resourceNames.flatMap((resource) => contentRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => previewRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => unsavedPageRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => titleRoutes(resource, services)),
    ...resourceNames.flatMap((resource) => orderRoutes(resource, services)),
    ...settingsRoutes(services),
    ...mediaRoutes(services),
    ...storedPicturesRoutes(services),
    ...audioRoutes(services),
    ...signInRoutes(services),
    ...passwordResetRoutes(services),
    ...accountRoutes(services),
    ...registrationRoutes(services),
    ...userRoutes(services),
    ...invitationRoutes(services),
  ] as const

const routesAfterFeatures = (services: ApiServices) =>
  [...trashRoutes(services), ...auditLogRoutes(services)] as const
