/** The capacity of the club, and for how long names of guests are kept. Visitors do not read them. */
import type { Kysely } from 'kysely'
import type { Actor } from '../../../platform/db/record-entry.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import {
  type ChangeOptions,
  changeNumbers,
  type NumbersDeclaration,
  readNumbers,
} from '../../../platform/settings/server/number-settings.ts'
import { RETENTION_DAYS } from '../shared/guest-limits.ts'
import type { GuestSettings } from '../shared/guests.ts'

export interface GuestSettingsService {
  read(from?: Kysely<Tables>): Promise<GuestSettings>
  /** Stores the settings, and erases the names that are older than the new period. */
  change(settings: GuestSettings, by: Actor): Promise<GuestSettings>
}

const guestNumbers: NumbersDeclaration<GuestSettings> = {
  itemId: 'guests',
  label: 'Listas y puerta',
  keys: { capacity: 'guests.capacity', guestRetentionDays: 'guests.retentionDays' },
  defaults: { capacity: null, guestRetentionDays: RETENTION_DAYS.default },
}

export const readGuestSettings = (from: Kysely<Tables>): Promise<GuestSettings> =>
  readNumbers(from, guestNumbers)

export const createGuestSettings = (options: ChangeOptions): GuestSettingsService => ({
  read: (from = options.database.read) => readGuestSettings(from),
  change: (settings, by) => changeNumbers(options, guestNumbers, settings, by),
})
