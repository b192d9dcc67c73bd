/** The retention period of messages: the stored setting, and the deletion of older messages. */

import type { DeletionTime } from '../../../platform/clock/deletion-clock.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { type Actor, recordEntry } from '../../../platform/db/record-entry.ts'
import { raiseRevision } from '../../../platform/db/revisions.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import { MESSAGES_KEPT_MONTHS } from '../../../platform/shared/limits.ts'
import type { MessageSettings } from '../shared/messages.ts'
import { eraseMessagesBefore } from './message-erasure.ts'

export interface MessageRetention {
  settings(): Promise<MessageSettings>
  /** Stores the setting and deletes the messages that are older than the new period. */
  change(settings: MessageSettings, by: Actor): Promise<MessageSettings>
  /** Deletes messages older than the retention period, and their mails. @param at ms since 1970 */
  tidy(at: number): Promise<void>
}

interface RetentionOptions {
  database: Database
  now: () => number
  deletionTime: DeletionTime
  /** Called after a change, to expire the pages that show the setting. */
  onChange: (resource: 'settings', revision: number) => void
}

const KEPT_KEY = 'messages.keptMonths'

export function createMessageRetention({
  database,
  now,
  deletionTime,
  onChange,
}: RetentionOptions): MessageRetention {
  const { read, dialect } = database

  async function readRetentionMonths(from = read): Promise<number> {
    return Number((await readSetting(from, KEPT_KEY)) ?? MESSAGES_KEPT_MONTHS)
  }

  async function tidy(at: number): Promise<void> {
    const past = monthsBefore(at, await readRetentionMonths())
    // Checks without a lock first, because usually no message is old enough to be deleted.
    const first = await read
      .selectFrom('messages')
      .select('id')
      .where('createdAt', '<', past)
      .limit(1)
      .executeTakeFirst()
    if (!first) return
    await database.write((tx) => eraseMessagesBefore(tx, dialect, past, at))
  }

  return {
    settings: async () => ({ keptMonths: await readRetentionMonths() }),

    async change({ keptMonths: months }, by) {
      const revision = await database.write(async (tx) => {
        const before = await readRetentionMonths(tx)
        if (before === months) return null
        const value = String(months)
        await writeSetting(tx, KEPT_KEY, value)
        await recordEntry(tx, {
          at: now(),
          by,
          action: 'update',
          resource: 'settings',
          itemId: KEPT_KEY,
          label: 'Cuánto se guardan los mensajes',
          changes: { keptMonths: [String(before), value] },
        })
        return raiseRevision(tx, 'settings', 0)
      })
      if (revision !== null) onChange('settings', revision)
      const at = await deletionTime()
      if (at !== null) await tidy(at)
      return { keptMonths: months }
    },

    tidy,
  }
}

function monthsBefore(at: number, months: number): number {
  const past = new Date(at)
  past.setUTCMonth(past.getUTCMonth() - months)
  return past.getTime()
}
