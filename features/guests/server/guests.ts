/** The services of guest lists and of the door. */
import type { RateLimit } from '../../../platform/auth/server/rate-limit.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { RevisionKey } from '../../../platform/db/revisions.ts'
import type { DeletionTime } from '../../../platform/process/clock/deletion-clock.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { createGuestSettings, type GuestSettingsService } from './guest-settings.ts'

export interface Guests {
  settings: GuestSettingsService
}

export interface GuestsOptions {
  database: Database
  settings: Pick<SettingsService, 'all'>
  rateLimit: RateLimit
  env: Pick<Env, 'siteUrl'>
  now: () => number
  deletionTime: DeletionTime
  /** Called after a commit, to expire the pages that read the resource. */
  onChange: (resource: RevisionKey, revision: number) => void
}

export const createGuests = (options: GuestsOptions): Guests => ({ settings: createGuestSettings(options) })
