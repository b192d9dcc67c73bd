/** Services of the club that guest lists and door need. */

import type { DeletionTime } from '../../../platform/clock/deletion-clock.ts'
import type { RevisionKey } from '../../../platform/content/shared/revision-keys.ts'
import type { Database } from '../../../platform/db/connect.ts'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'

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
