/** The retention period of messages: the stored setting, and the deletion of older messages. */

import type { Actor } from '../../../platform/db/record-entry.ts'
import {
  type ChangeOptions,
  changeNumbers,
  type NumbersDeclaration,
  readNumbers,
} from '../../../platform/settings/server/number-settings.ts'
import { MESSAGES_KEPT_MONTHS } from '../shared/message-limits.ts'
import type { MessageSettings } from '../shared/messages.ts'
import { eraseMessagesBefore } from './message-erasure.ts'

export interface MessageRetention {
  settings(): Promise<MessageSettings>
  /** Stores the setting and deletes the messages that are older than the new period. */
  change(settings: MessageSettings, by: Actor): Promise<MessageSettings>
  /** Deletes messages older than the retention period, and their mails. @param at ms since 1970 */
  tidy(at: number): Promise<void>
}

const messageNumbers: NumbersDeclaration<MessageSettings> = {
  itemId: 'messages.keptMonths',
  label: 'Cuánto se guardan los mensajes',
  keys: { keptMonths: 'messages.keptMonths' },
  defaults: { keptMonths: MESSAGES_KEPT_MONTHS },
}

export function createMessageRetention(options: Omit<ChangeOptions, 'tidy'>): MessageRetention {
  const { read, dialect, write } = options.database

  const readSettings = () => readNumbers(read, messageNumbers)

  async function tidy(at: number): Promise<void> {
    const past = monthsBefore(at, (await readSettings()).keptMonths)
    // Checks without a lock first, because usually no message is old enough to be deleted.
    const first = await read
      .selectFrom('messages')
      .select('id')
      .where('createdAt', '<', past)
      .limit(1)
      .executeTakeFirst()
    if (!first) return
    await write((tx) => eraseMessagesBefore(tx, dialect, past, at))
  }

  return {
    settings: readSettings,
    change: (settings, by) => changeNumbers({ ...options, tidy }, messageNumbers, settings, by),
    tidy,
  }
}

function monthsBefore(at: number, months: number): number {
  const past = new Date(at)
  past.setUTCMonth(past.getUTCMonth() - months)
  return past.getTime()
}
