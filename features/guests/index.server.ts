import type { ServerFeature } from '../server-manifest.ts'
import { createDoorDocuments, doorDocumentPaths } from './door/door-documents.ts'
import { copyLists } from './server/copied-lists.ts'
import { doorAccessRoutes } from './server/door-access-routes.ts'
import { doorRoutes } from './server/door-routes.ts'
import { guestLinkRoutes } from './server/guest-link-routes.ts'
import { guestListRoutes } from './server/guest-list-routes.ts'
import { guestSettingsRoutes } from './server/guest-settings-routes.ts'
import { nightReportRoutes } from './server/night-report-routes.ts'

export const guests = {
  pages: [],
  documentPaths: doorDocumentPaths,
  documents: createDoorDocuments,
  copyData: copyLists,
  apiRoutes: (services) =>
    [
      ...guestSettingsRoutes(services),
      ...guestListRoutes(services),
      ...guestLinkRoutes(services),
      ...doorAccessRoutes(services),
      ...doorRoutes(services),
      ...nightReportRoutes(services),
    ] as const,
} satisfies ServerFeature
