/** The services of guest lists and of the door. */
import { createGuestLists, type GuestLists } from './guest-lists.ts'
import { createGuestSettings, type GuestSettingsService } from './guest-settings.ts'
import { createGuestsOfList, type GuestsOfList } from './guests-of-list.ts'
import type { GuestsOptions } from './guests-options.ts'
import { createNightChanges } from './night-changes.ts'

export interface Guests {
  lists: GuestLists
  guests: GuestsOfList
  settings: GuestSettingsService
}

export function createGuests(options: GuestsOptions): Guests {
  const changeNight = createNightChanges(options)
  return {
    lists: createGuestLists(options, changeNight),
    guests: createGuestsOfList(options, changeNight),
    settings: createGuestSettings(options),
  }
}
