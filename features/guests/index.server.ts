import { oncePerClub } from '../once-per-club.ts'
import type { ServerFeature } from '../server-manifest.ts'
import { createDoorDocuments, doorDocumentPaths } from './door/door-documents.ts'
import { copyLists } from './server/copied-lists.ts'
import { doorAccessRoutes } from './server/door-access-routes.ts'
import { doorRoutes } from './server/door-routes.ts'
import { eraseDueNights, repeatGuestErasures } from './server/guest-erasure.ts'
import { guestLinkRoutes } from './server/guest-link-routes.ts'
import { guestListRoutes } from './server/guest-list-routes.ts'
import { guestSettingsRoutes } from './server/guest-settings-routes.ts'
import type {} from './server/guest-tables.ts'
import { createGuests } from './server/guests.ts'
import { nightReportRoutes } from './server/night-report-routes.ts'
import { createPassDocuments, passDocumentPaths } from './server/pass-documents.ts'

export const guestsOf = oncePerClub(createGuests)

export const guests = {
  documentPaths: [...doorDocumentPaths, ...passDocumentPaths],
  copyData: copyLists,
  restore: {
    key: 'guests',
    words: 'nombres de listas',
    kinds: ['guests', 'nights'],
    repeatErasures: repeatGuestErasures,
    eraseDue: eraseDueNights,
    credentialTables: ['doorSessions'],
    // Closes the doors of nights, because a door may have been closed since the backup.
    credentialColumns: { doors: 'pinHash' },
  },
  create(platform) {
    const guests = guestsOf(platform)
    const services = { guests, basePath: platform.env.apiBase }
    return {
      routes: [
        ...guestSettingsRoutes(services),
        ...guestListRoutes(services),
        ...guestLinkRoutes(services),
        ...doorAccessRoutes(services),
        ...doorRoutes(services),
        ...nightReportRoutes(services),
      ] as const,
      documents(documents) {
        const options = { ...platform, ...documents, guests, assets: platform.pageSource.assets }
        const findDoor = createDoorDocuments(options)
        const findPass = createPassDocuments(options)
        return (path) => findDoor(path) ?? findPass(path)
      },
      pageServices: { guests, signUpOffers: { find: guests.findOffers } },
      nightFigures: { door: guests.reports.readFigures },
      tidy: guests.tidy,
    }
  },
} satisfies ServerFeature
