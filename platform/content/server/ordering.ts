/** Stores the manual order of the items of a resource, for lists with `order=manual`. */
import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Outcome, type Precondition, problem, success } from '../../api/shared/outcome.ts'
import { type Database, transact } from '../../db/connect.ts'
import { listHistory } from '../../db/history.ts'
import { listManualOrder, lockManualOrder } from '../../db/item-queries.ts'
import { writeOrder } from '../../db/item-writes.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import { raiseRevision } from '../../db/revisions.ts'
import type { Tables } from '../../db/tables.ts'
import { PAGE_SIZE_MAX } from '../../shared/limits.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { RevisionKey } from '../shared/revision-keys.ts'

/** Ids of all live items, hidden ones included, and a tag that changes with the order. */
export interface ItemOrder {
  ids: string[]
  tag: string
}

export interface Ordering {
  /**
   * Returns the order. It reads one id beyond the limit of items that can be ordered, to detect a list that is too long.
   */
  read(resource: ResourceName): Promise<ItemOrder>
  /**
   * Stores an order. Edit counters and times of the items stay. The audit log gets one entry for all moves within an hour.
   * @param ids all ids, each once
   */
  write(
    resource: ResourceName,
    ids: string[],
    change: { by: Actor; precondition: Precondition },
  ): Promise<Outcome<ItemOrder>>
}

interface OrderingOptions {
  database: Database
  /** Called after the commit and before the answer is sent, so that cached pages that read the resource become stale. */
  onChange(resource: RevisionKey, revision: number): void
  now: () => number
}

/** Each move is a write. Moves that follow within this time get no entry of their own in the audit log. ms */
const LOG_INTERVAL_MS = 3_600_000

const tagOrder = (ids: string[]): ItemOrder => ({
  ids,
  tag: hash('sha256', ids.join(), 'hex').slice(0, 24),
})

export function createOrdering({ database, onChange, now }: OrderingOptions): Ordering {
  const most = PAGE_SIZE_MAX + 1

  async function recordOrder(tx: Kysely<Tables>, resource: ResourceName, by: Actor): Promise<void> {
    const subject = { resource: 'settings', itemId: `order-${resource}` } as const
    const { rows } = await listHistory(tx, { limit: 1, page: 1, item: subject.itemId })
    if (rows.some(({ userId, at }) => userId === by.id && at > now() - LOG_INTERVAL_MS)) return
    const label = `El orden de ${getDeclaration(resource).words.many}`
    await recordEntry(tx, { at: now(), by, action: 'update', ...subject, label })
  }

  return {
    read: async (resource) => tagOrder(await listManualOrder(database.read, resource, most)),

    async write(resource, ids, { by, precondition }) {
      const outcome = await transact(database, async (tx): Promise<Outcome<number | null>> => {
        const before = tagOrder(await lockManualOrder(tx, database.dialect, resource, most))
        const refusal = precondition(before.tag)
        if (refusal) return refusal
        const asked = new Set(ids)
        if (
          asked.size !== ids.length ||
          asked.size !== before.ids.length ||
          !before.ids.every((id) => asked.has(id))
        )
          return problem('invalid-fields', {
            errors: [{ field: 'ids', message: 'Tienen que ser todos los que hay, una vez cada uno.' }],
          })
        if (ids.join() === before.ids.join()) return success(null)
        await writeOrder(tx, resource, ids)
        await recordOrder(tx, resource, by)
        return success(await raiseRevision(tx, resource, 0))
      })
      if (!outcome.ok) return outcome
      if (outcome.value !== null) onChange(resource, outcome.value)
      return success(tagOrder(ids))
    },
  }
}
