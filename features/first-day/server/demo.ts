/** Moves the whole demo content to the trash, and restores it. */

import { type Outcome, success } from '../../../platform/api/shared/outcome.ts'
import type { Actor } from '../../../platform/content/server/audit-log/record-entry.ts'
import type { Values } from '../../../platform/content/server/audit-log/versions.ts'
import { DEMO_FILLED } from '../../../platform/content/server/seed.ts'
import { createWriteItems, type ItemWrite, type Target } from '../../../platform/content/server/write.ts'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { findSystemItems } from '../../../platform/db/item-queries.ts'
import type { RevisionKey } from '../../../platform/db/revisions.ts'
import { findStoredGroup, readSetting } from '../../../platform/db/settings.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { Images } from '../../../platform/media/server/images.ts'
import { defaultValues, toSettingsRow } from '../../../platform/settings/server/settings-rows.ts'
import { settingsGroups } from '../../../platform/settings/shared/all-settings.ts'
import { SETTINGS_RESOURCE, type SettingsName } from '../../../platform/settings/shared/settings-names.ts'
import type { DemoCount } from '../shared/demo-count.ts'
import { type DemoTextState, stories } from '../shared/first-day.ts'

export interface Demo {
  count(): Promise<DemoCount>
  /**
   * Moves the demo content to the trash, and empties the demo texts that were not edited, in one transaction.
   * @param edited true also moves demo items that an administrator has edited
   */
  bin(edited: boolean, by: Actor): Promise<Outcome<DemoCount>>
  /** Restores the demo content from the trash, and the demo texts that are empty, in one transaction. */
  restore(by: Actor): Promise<Outcome<DemoCount>>
}

interface DemoOptions {
  database: Database
  images: Images
  now: () => number
  onChange(resource: RevisionKey, revision: number): void
}

/**
 * Demo items are recognised by their creation time. One transaction creates them all, and the database stores the time at
 * which it started. This is the maximum time from that start to the creation of an item. ms
 */
const WITHIN_MS = 5_000

type Facts = Pick<ContentRow, 'version' | 'deletedAt'>

const isUntouched = ({ version }: Facts): boolean => version === 1
const isBinned = ({ deletedAt }: Facts): boolean => deletedAt !== null

export function createDemo(options: DemoOptions): Demo {
  const { read } = options.database
  const writeItems = createWriteItems(options)

  /**
   * Reads the demo items, sorted by id. Every write locks items in this order (content.ts), so that two writes cannot
   * deadlock.
   */
  async function items() {
    const noted = await readSetting(read, DEMO_FILLED)
    if (noted === null) return []
    const from = Date.parse(noted)
    const found = await Promise.all(
      resourceNames.map(async (resource) => {
        const rows = await findSystemItems(read, resource, { from, to: from + WITHIN_MS })
        return rows.map((row) => ({ resource, ...row }))
      }),
    )
    return found.flat().sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async function count(): Promise<DemoCount> {
    const all = await items()
    const live = all.filter((item) => !isBinned(item))
    const untouched = live.filter(isUntouched).length
    const told = await Promise.all(
      stories.map(
        async (name) =>
          [name, getTextState(name, toSettingsRow(name, await findStoredGroup(read, name)))] as const,
      ),
    )
    return {
      untouched,
      edited: live.length - untouched,
      binned: all.length - live.length,
      told: Object.fromEntries(told) as DemoCount['told'],
    }
  }

  async function writeAll(
    by: Actor,
    target: (row: ContentRow) => Target | null,
    story: { from: DemoTextState; to: (name: SettingsName) => Values },
  ): Promise<Outcome<DemoCount>> {
    const ofItems = (await items()).map(
      ({ resource, id }): ItemWrite => ({
        resource,
        id,
        target: (row) => success(row && target(row)),
      }),
    )
    const ofStories = stories.map(
      (name): ItemWrite => ({
        resource: SETTINGS_RESOURCE,
        id: name,
        target: (row) =>
          success(row && getTextState(name, row) === story.from ? { values: story.to(name) } : null),
      }),
    )
    const outcome = await writeItems([...ofItems, ...ofStories], { by })
    return outcome.ok ? success(await count()) : outcome
  }

  return {
    count,
    bin: (edited, by) =>
      writeAll(by, (row) => (!isBinned(row) && (edited || isUntouched(row)) ? { live: false } : null), {
        from: 'shipped',
        to: untold,
      }),
    restore: (by) =>
      writeAll(by, (row) => (isBinned(row) ? { live: true } : null), { from: 'nothing', to: shippedStory }),
  }
}

/** Returns the optional fields of a demo text. Title and description are required, so they are never emptied. */
const storyFields = (name: SettingsName): string[] =>
  Object.entries(settingsGroups[name].fields).flatMap(([field, { optional }]) => (optional ? field : []))

const untold = (name: SettingsName): Values =>
  Object.fromEntries(storyFields(name).map((field) => [field, null]))

const shippedStory = (name: SettingsName): Values =>
  Object.fromEntries(storyFields(name).map((field) => [field, defaultValues(name)[field] ?? null]))

function getTextState(name: SettingsName, row: ContentRow): DemoTextState {
  const says = (values: Values) => Object.entries(values).every(([field, value]) => row[field] === value)
  if (says(shippedStory(name))) return 'shipped'
  return says(untold(name)) ? 'nothing' : 'own'
}
