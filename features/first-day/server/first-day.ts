/** Computes the missing steps of a new club from its data and configuration. */

import { type Actor, recordEntry } from '../../../platform/content/server/audit-log/record-entry.ts'
import type { Content } from '../../../platform/content/server/content.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { readSetting, writeSetting } from '../../../platform/db/settings.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Env } from '../../../platform/process/env.ts'
import { defaultValues } from '../../../platform/settings/server/settings-rows.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { type Task, tasks } from '../shared/first-day.ts'

export interface FirstDay {
  /** Returns no steps after an administrator has dismissed the list. */
  missing(): Promise<Task[]>
  /** Hides the list for all administrators, permanently. */
  dismiss(by: Actor): Promise<void>
}

interface FirstDayOptions {
  database: Database
  content: Pick<Content, 'list'>
  settings: Pick<SettingsService, 'all'>
  outbox: Pick<Outbox, 'delivers'>
  env: Pick<Env, 'backupTo'>
  now: () => number
}

const SETTING = 'first-day'
const DISMISSED = 'dismissed'

export function createFirstDay({ database, content, settings, outbox, env, now }: FirstDayOptions): FirstDay {
  const { read } = database

  const isDismissed = async (from = read) => (await readSetting(from, SETTING)) === DISMISSED

  async function hasNight(timeZone: string): Promise<boolean> {
    const from = currentNight(new Date(now()), timeZone)
    return (await content.list('events', { from, limit: 1, order: 'oldest' })).items.length > 0
  }

  async function isAlone(): Promise<boolean> {
    const active = read.selectFrom('users').select('id').where('status', '=', 'active').limit(2)
    return (await active.execute()).length < 2
  }

  return {
    async missing() {
      if (await isDismissed()) return []
      const { identity, links } = await settings.all()
      const is: Record<Task, boolean> = {
        name: identity.name === defaultValues('identity').name,
        founder: Object.entries(identity.founder).some(
          ([part, said]) => said !== null && said === defaultValues('identity')[`founder.${part}`],
        ),
        links: links.updatedAt === null,
        night: !(await hasNight(identity.timeZone)),
        colleague: await isAlone(),
        mail: !outbox.delivers,
        backup: env.backupTo === null,
      }
      return tasks.filter((task) => is[task])
    },

    dismiss: (by) =>
      database.write(async (tx) => {
        if (await isDismissed(tx)) return
        await writeSetting(tx, SETTING, DISMISSED)
        await recordEntry(tx, {
          at: now(),
          by,
          action: 'update',
          resource: 'settings',
          itemId: SETTING,
          label: 'Lo que falta, en el inicio',
          changes: { firstDay: ['shown', DISMISSED] },
        })
      }),
  }
}
