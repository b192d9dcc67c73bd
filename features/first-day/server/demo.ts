/** What the demo made, and what is told of its club: taken away in one step, and given back in one. */

import { type Outcome, success } from '../../../platform/api/shared/outcome.ts'
import type { Actor } from '../../../platform/content/server/history/audit-log.ts'
import type { Values } from '../../../platform/content/server/history/versions.ts'
import { DEMO_FILLED } from '../../../platform/content/server/seed.ts'
import { createWriteItems, type ItemWrite, type Target } from '../../../platform/content/server/write.ts'
import { resourceNames } from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { madeByNobody } from '../../../platform/db/content.ts'
import type { Revised } from '../../../platform/db/revisions.ts'
import { findGroup, readSetting } from '../../../platform/db/settings.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { Images } from '../../../platform/media/server/images.ts'
import { shippedIn, toRow } from '../../../platform/settings/server/groups.ts'
import { type GroupName, SITE } from '../../../platform/settings/shared/group-names.ts'
import { groups } from '../../../platform/settings/shared/settings-groups.ts'
import { type DemoCount, stories, type Told } from '../shared/first-day.ts'

export interface Demo {
  count(): Promise<DemoCount>
  /**
   * Puts what is left of it into the bin, and empties the stories that nobody has touched, all or nothing.
   * @param edited also items that somebody has changed since
   */
  bin(edited: boolean, by: Actor): Promise<Outcome<DemoCount>>
  /** Gives back all of it that lies in the bin, and the stories that are empty, all or nothing. */
  restore(by: Actor): Promise<Outcome<DemoCount>>
}

interface DemoOptions {
  database: Database
  images: Images
  now: () => number
  onChange(resource: Revised, revision: number): void
}

/** It was all written at once, in the transaction that noted when. */
const WITHIN_MS = 5_000

type Facts = Pick<ContentRow, 'version' | 'deletedAt'>

const isUntouched = ({ version }: Facts): boolean => version === 1
const isBinned = ({ deletedAt }: Facts): boolean => deletedAt !== null

export function createDemo(options: DemoOptions): Demo {
  const { read } = options.database
  const writeItems = createWriteItems(options)

  /** In the order in which all write several items (content.ts). */
  async function items() {
    const noted = await readSetting(read, DEMO_FILLED)
    if (noted === null) return []
    const from = Date.parse(noted)
    const found = await Promise.all(
      resourceNames.map(async (resource) => {
        const rows = await madeByNobody(read, resource, { from, to: from + WITHIN_MS })
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
      stories.map(async (name) => [name, storyIn(name, toRow(name, await findGroup(read, name)))] as const),
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
    story: { from: Told; to: (name: GroupName) => Values },
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
        resource: SITE,
        id: name,
        target: (row) =>
          success(row && storyIn(name, row) === story.from ? { values: story.to(name) } : null),
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

/** What a story tells is what it could do without: its title and description stay, whoever wrote them. */
const storyFields = (name: GroupName): string[] =>
  Object.entries(groups[name].fields).flatMap(([field, { optional }]) => (optional ? field : []))

const untold = (name: GroupName): Values =>
  Object.fromEntries(storyFields(name).map((field) => [field, null]))

const shippedStory = (name: GroupName): Values =>
  Object.fromEntries(storyFields(name).map((field) => [field, shippedIn(name)[field] ?? null]))

function storyIn(name: GroupName, row: ContentRow): Told {
  const says = (values: Values) => Object.entries(values).every(([field, value]) => row[field] === value)
  if (says(shippedStory(name))) return 'shipped'
  return says(untold(name)) ? 'nothing' : 'own'
}
