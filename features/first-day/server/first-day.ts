/** Computes the missing steps of a new club from its data and configuration. */

import type { Content } from '../../../platform/content/server/content.ts'
import { toSettingsRow } from '../../../platform/content/server/settings-rows.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { type Actor, recordEntry } from '../../../platform/db/record-entry.ts'
import { findStoredGroups, readSetting, UNEDITED_GROUP, writeSetting } from '../../../platform/db/settings.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Env } from '../../../platform/process/env.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { type SettingsName, settingsNames } from '../../../platform/settings/shared/settings-names.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { type Task, tasks } from '../shared/first-day.ts'
import type { FirstDayState } from '../shared/first-day-state.ts'
import { findDemoFields, hasDemoText, isUnwritten } from './demo-texts.ts'

export interface FirstDay {
  /** Returns no steps after an administrator has dismissed the list. */
  missing(): Promise<Task[]>
  /** Returns all missing steps, and the settings that have a value of the demo club. */
  state(): Promise<FirstDayState>
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
    const hasAny = async (state: 'published' | 'scheduled') =>
      (await content.list('events', { from, state, limit: 1, order: 'oldest' })).items.length > 0
    // A scheduled night needs nothing more. A draft does.
    return (await hasAny('published')) || hasAny('scheduled')
  }

  async function isAlone(): Promise<boolean> {
    const active = read.selectFrom('users').select('id').where('status', '=', 'active').limit(2)
    return (await active.execute()).length < 2
  }

  const readRows = async (): Promise<Record<SettingsName, ContentRow>> => {
    const stored = await findStoredGroups(read, settingsNames)
    const rows = settingsNames.map((name) => [name, toSettingsRow(name, stored.get(name) ?? UNEDITED_GROUP)])
    return Object.fromEntries(rows)
  }

  async function findMissing({
    identity,
    contact,
    culture,
  }: Record<SettingsName, ContentRow>): Promise<Task[]> {
    const site = await settings.all()
    const isMissing: Record<Task, boolean> = {
      name: isUnwritten('identity', 'name', identity),
      address: isUnwritten('contact', 'address.street', contact),
      founder: ['founder.name', 'founder.quote'].some((field) => hasDemoText('identity', field, identity)),
      slogans: hasDemoText('identity', 'slogans', identity, 'text'),
      rules: hasDemoText('culture', 'lead', culture) || hasDemoText('culture', 'values', culture, 'text'),
      replies: hasDemoText('contact', 'lead', contact),
      links: site.links.updatedAt === null,
      night: !(await hasNight(site.identity.timeZone)),
      colleague: await isAlone(),
      mail: !outbox.delivers,
      backup: env.backupTo === null,
    }
    return tasks.filter((task) => isMissing[task])
  }

  return {
    missing: async () => ((await isDismissed()) ? [] : findMissing(await readRows())),

    async state() {
      const rows = await readRows()
      const demo = settingsNames.map((name) => [name, findDemoFields(name, rows[name])] as const)
      return {
        missing: await findMissing(rows),
        demo: Object.fromEntries(demo.filter(([, fields]) => fields.length > 0)),
      }
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
