/** Moves the whole demo content to the trash, and restores it. */

import type { Kysely } from 'kysely'
import { type Outcome, success } from '../../../platform/api/shared/outcome.ts'
import { DEMO_FILLED } from '../../../platform/content/server/seed.ts'
import { lockSettingsRow, toSettingsRow } from '../../../platform/content/server/settings-rows.ts'
import type { Values } from '../../../platform/content/server/versions.ts'
import {
  createWriteItems,
  type ItemWrite,
  type Target,
  type Write,
} from '../../../platform/content/server/write.ts'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import type { RevisionKey } from '../../../platform/content/shared/revision-keys.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { findSystemItems } from '../../../platform/db/item-queries.ts'
import type { Actor } from '../../../platform/db/record-entry.ts'
import { findStoredGroups, readSetting, UNEDITED_GROUP, writeSetting } from '../../../platform/db/settings.ts'
import type { ContentRow, Tables } from '../../../platform/db/tables.ts'
import type { Images } from '../../../platform/media/server/images.ts'
import {
  SETTINGS_RESOURCE,
  type SettingsName,
  settingsNames,
} from '../../../platform/settings/shared/settings-names.ts'
import type { DemoCount } from '../shared/demo-count.ts'
import {
  type EmptiedFields,
  emptyDemoFields,
  findDemoFields,
  getTextState,
  restoreDemoFields,
} from './demo-texts.ts'

export interface Demo {
  count(): Promise<DemoCount>
  /**
   * Moves the demo content to the trash, and empties the settings that have a value of the demo club, in one transaction.
   * @param edited true also moves demo items that an administrator has edited
   */
  bin(edited: boolean, by: Actor): Promise<Outcome<DemoCount>>
  /** Restores the demo content from the trash, and the settings that `bin` emptied and nobody has written since. */
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

/** Key of the setting with the fields that `bin` emptied. JSON of `EmptiedFields` */
const EMPTIED = 'demo-emptied'

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
    const [stored, emptied] = await Promise.all([findStoredGroups(read, settingsNames), readEmptied(read)])
    const textStates = settingsNames.map((name) => {
      const row = toSettingsRow(name, stored.get(name) ?? UNEDITED_GROUP)
      return [name, getTextState(name, row, emptied)] as const
    })
    return {
      untouched,
      edited: live.length - untouched,
      binned: all.length - live.length,
      told: Object.fromEntries(textStates) as DemoCount['told'],
    }
  }

  async function writeAll(
    by: Actor,
    target: (row: ContentRow) => Target | null,
    {
      textTarget,
      ...write
    }: Omit<Write, 'by'> & { textTarget: (name: SettingsName, row: ContentRow) => Values },
  ): Promise<Outcome<DemoCount>> {
    const ofItems = (await items()).map(
      ({ resource, id }): ItemWrite => ({
        resource,
        id,
        target: (row) => success(row && target(row)),
      }),
    )
    const ofSettings = settingsNames.map(
      (name): ItemWrite => ({
        resource: SETTINGS_RESOURCE,
        id: name,
        target: (row) => success(row && { values: textTarget(name, row) }),
      }),
    )
    const outcome = await writeItems([...ofItems, ...ofSettings], { ...write, by })
    return outcome.ok ? success(await count()) : outcome
  }

  return {
    count,

    bin: (edited, by) =>
      writeAll(by, (row) => (!isBinned(row) && (edited || isUntouched(row)) ? { live: false } : null), {
        first: noteEmptied,
        textTarget: emptyDemoFields,
      }),

    restore(by) {
      let emptied: EmptiedFields = {}
      return writeAll(by, (row) => (isBinned(row) ? { live: true } : null), {
        async first(tx) {
          emptied = await readEmptied(tx)
          if (Object.keys(emptied).length > 0) await writeSetting(tx, EMPTIED, '{}')
          return success(null)
        },
        textTarget: (name, row) => restoreDemoFields(name, row, emptied),
      })
    },
  }

  /** Stores which fields the write is about to empty, in addition to those that earlier writes have emptied. */
  async function noteEmptied(tx: Kysely<Tables>): Promise<Outcome<null>> {
    const before = await readEmptied(tx)
    const after: Record<string, string[]> = {}
    for (const name of settingsNames) {
      const fields = findDemoFields(name, await lockSettingsRow(tx, options.database.dialect, name))
      const all = new Set([...(before[name] ?? []), ...fields])
      if (all.size > 0) after[name] = [...all]
    }
    await writeSetting(tx, EMPTIED, JSON.stringify(after))
    return success(null)
  }
}

const readEmptied = async (db: Kysely<Tables>): Promise<EmptiedFields> =>
  JSON.parse((await readSetting(db, EMPTIED)) ?? '{}')
