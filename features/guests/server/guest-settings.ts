/** The capacity of the club, and for how long names of guests are kept. Visitors do not read them. */
import type { Kysely } from 'kysely'
import type { DeletionTime } from '../../../platform/clock/deletion-clock.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { type Actor, recordEntry } from '../../../platform/db/record-entry.ts'
import { raiseRevision } from '../../../platform/db/revisions.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { RETENTION_DAYS } from '../shared/guest-limits.ts'
import type { GuestSettings } from '../shared/guests.ts'

export interface GuestSettingsService {
  read(from?: Kysely<Tables>): Promise<GuestSettings>
  /** Stores the settings, and erases the names that are older than the new period. */
  change(settings: GuestSettings, by: Actor): Promise<GuestSettings>
}

const KEYS = { capacity: 'guests.capacity', guestRetentionDays: 'guests.retentionDays' } as const
const LABEL = 'Listas y puerta'

export async function readGuestSettings(from: Kysely<Tables>): Promise<GuestSettings> {
  const capacity = await readSetting(from, KEYS.capacity)
  const days = await readSetting(from, KEYS.guestRetentionDays)
  return {
    // An empty text is a capacity that was removed.
    capacity: capacity ? Number(capacity) : null,
    guestRetentionDays: Number(days ?? RETENTION_DAYS.default),
  }
}

interface GuestSettingsOptions {
  database: Database
  now: () => number
  deletionTime: DeletionTime
  /** Erases the names that are due. @param at ms since 1970 */
  tidy(at: number): Promise<void>
  /** Called after a change, to expire /privacidad, which shows the retention. */
  onChange: (resource: 'settings', revision: number) => void
}

export function createGuestSettings({
  database,
  now,
  deletionTime,
  tidy,
  onChange,
}: GuestSettingsOptions): GuestSettingsService {
  return {
    read: (from = database.read) => readGuestSettings(from),

    async change(settings, by) {
      const revision = await database.write(async (tx) => {
        const before = await readGuestSettings(tx)
        const changed = (Object.keys(KEYS) as (keyof GuestSettings)[]).filter(
          (name) => before[name] !== settings[name],
        )
        if (changed.length === 0) return null
        for (const name of changed) await writeSetting(tx, KEYS[name], String(settings[name] ?? ''))
        const changes = Object.fromEntries(
          changed.map((name) => [name, [before[name], settings[name]].map(toText) as [string, string]]),
        )
        await recordEntry(tx, {
          at: now(),
          by,
          action: 'update',
          resource: 'settings',
          itemId: 'guests',
          label: LABEL,
          changes,
        })
        return raiseRevision(tx, 'settings', 0)
      })
      if (revision !== null) onChange('settings', revision)
      const at = await deletionTime()
      if (at !== null) await tidy(at)
      return settings
    },
  }
}

const toText = (value: number | null): string | null => (value === null ? null : String(value))
