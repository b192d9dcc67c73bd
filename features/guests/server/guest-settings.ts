/** The capacity of the club, and for how long names of guests are kept. Visitors do not read them. */
import type { Kysely } from 'kysely'
import { type Actor, recordEntry } from '../../../platform/content/server/audit-log/record-entry.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { raiseRevision } from '../../../platform/db/revisions.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { RETENTION_DAYS } from '../shared/guest-limits.ts'
import type { GuestSettings } from '../shared/guests.ts'

export interface GuestSettingsService {
  read(from?: Kysely<Tables>): Promise<GuestSettings>
  change(settings: GuestSettings, by: Actor): Promise<GuestSettings>
}

const KEYS = { capacity: 'guests.capacity', guestRetentionDays: 'guests.retentionDays' } as const
const LABEL = 'Listas y puerta'

interface GuestSettingsOptions {
  database: Database
  now: () => number
  /** Called after a change, to expire /privacidad, which shows the retention. */
  onChange: (resource: 'settings', revision: number) => void
}

export function createGuestSettings({ database, now, onChange }: GuestSettingsOptions): GuestSettingsService {
  async function read(from: Kysely<Tables> = database.read): Promise<GuestSettings> {
    const capacity = await readSetting(from, KEYS.capacity)
    const days = await readSetting(from, KEYS.guestRetentionDays)
    return {
      // An empty text is a capacity that was removed.
      capacity: capacity ? Number(capacity) : null,
      guestRetentionDays: Number(days ?? RETENTION_DAYS.default),
    }
  }

  return {
    read,

    async change(settings, by) {
      const revision = await database.write(async (tx) => {
        const before = await read(tx)
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
      return settings
    },
  }
}

const toText = (value: number | null): string | null => (value === null ? null : String(value))
