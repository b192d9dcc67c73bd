/** What the demo made: taken away in one step, and given back from the bin in one. */

import { resourceNames } from '../../contract/content/resources.ts'
import type { DemoCount } from '../../contract/first-day.ts'
import type { Database } from '../../db/connect.ts'
import { madeByNobody, type Revised } from '../../db/content.ts'
import { readSetting } from '../../db/settings.ts'
import type { ContentRow } from '../../db/tables.ts'
import { type Outcome, success } from '../http/problem-response.ts'
import type { Images } from '../media/images.ts'
import type { Actor } from './record.ts'
import { DEMO_FILLED } from './seed.ts'
import { createWriteItems, type Target } from './write.ts'

export interface Demo {
  count(): Promise<DemoCount>
  /** Puts what is left of it into the bin, all or nothing. @param edited also what somebody has changed since */
  bin(edited: boolean, by: Actor): Promise<Outcome<DemoCount>>
  /** Gives back all of it that lies in the bin, all or nothing. */
  restore(by: Actor): Promise<Outcome<DemoCount>>
}

interface DemoOptions {
  database: Database
  images: Images
  now: () => number
  onChange(resource: Revised, revision: number): void
}

/** It was all written at once, right after it was noted when. */
const WITHIN_MS = 60_000

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
    return { untouched, edited: live.length - untouched, binned: all.length - live.length }
  }

  async function writeAll(
    by: Actor,
    target: (row: ContentRow) => Target | null,
  ): Promise<Outcome<DemoCount>> {
    const writes = (await items()).map(({ resource, id }) => ({
      resource,
      id,
      target: (row: ContentRow | null) => success(row && target(row)),
    }))
    const outcome = await writeItems(writes, { by })
    return outcome.ok ? success(await count()) : outcome
  }

  return {
    count,
    bin: (edited, by) =>
      writeAll(by, (row) => (!isBinned(row) && (edited || isUntouched(row)) ? { live: false } : null)),
    restore: (by) => writeAll(by, (row) => (isBinned(row) ? { live: true } : null)),
  }
}
