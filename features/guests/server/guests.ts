/** The services of guest lists and of the door. */
import { createDoorAccess, type DoorAccessService } from './door-access.ts'
import { createDoorEntries, type DoorEntries } from './door-entries.ts'
import { createDoorSessions, type DoorSessions } from './door-sessions.ts'
import { createDoorSnapshots, type DoorSnapshots } from './door-snapshot.ts'
import { createGuestErasure, type GuestErasure } from './guest-erasure.ts'
import { createGuestLinks, type GuestLinks } from './guest-links.ts'
import { createGuestLists, type GuestLists } from './guest-lists.ts'
import { createGuestSettings, type GuestSettingsService } from './guest-settings.ts'
import { createGuestSignUp, type GuestSignUp } from './guest-sign-up.ts'
import { createGuestsOfList, type GuestsOfList } from './guests-of-list.ts'
import type { GuestsOptions } from './guests-options.ts'
import { createLateEntries, type LateEntries } from './late-entries.ts'
import { createNightChanges } from './night-changes.ts'
import { createNightReports, type NightReports } from './night-report.ts'
import { createOpenLists, type OpenLists } from './open-lists.ts'
import { createTickets, type Tickets } from './tickets.ts'
import { createWalkInPrices, type WalkInPrices } from './walk-in-prices.ts'

export interface Guests extends GuestErasure, OpenLists {
  lists: GuestLists
  guests: GuestsOfList
  tickets: Tickets
  links: GuestLinks
  signUp: GuestSignUp
  reports: NightReports
  settings: GuestSettingsService
  doorAccess: DoorAccessService
  doorSessions: DoorSessions
  doorEntries: DoorEntries
  lateEntries: LateEntries
  walkInPrices: WalkInPrices
  door: DoorSnapshots
}

export function createGuests(options: GuestsOptions): Guests {
  const changeNight = createNightChanges(options)
  const erasure = createGuestErasure(options.database)
  const guestSettings = createGuestSettings({ ...options, ...erasure })
  const lists = createGuestLists(options, changeNight)
  const guests = createGuestsOfList(options, changeNight)
  const openLists = createOpenLists(options)
  return {
    ...erasure,
    ...openLists,
    lists,
    guests,
    tickets: createTickets(options, changeNight),
    links: createGuestLinks(options, changeNight, { lists, guests }),
    signUp: createGuestSignUp(options, changeNight, { guests, openList: openLists.openList }),
    doorAccess: createDoorAccess(options),
    doorSessions: createDoorSessions(options),
    doorEntries: createDoorEntries({ ...options, guestSettings }),
    lateEntries: createLateEntries(changeNight),
    walkInPrices: createWalkInPrices(changeNight),
    door: createDoorSnapshots({ ...options, guestSettings }),
    reports: createNightReports({ ...options, guestSettings }),
    settings: guestSettings,
  }
}
