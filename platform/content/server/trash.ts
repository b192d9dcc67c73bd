/**
 * The trash: lists deleted items, and deletes them for ever, by hand or after 30 days. content.ts moves items to the trash
 * and back.
 */
import type { Transaction } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import { eraseChanges } from '../../db/history.ts'
import { lockAnyRow } from '../../db/item-queries.ts'
import { eraseItem } from '../../db/item-writes.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import type { Tables } from '../../db/tables.ts'
import { listOldestInTrash, listTrash } from '../../db/trash.ts'
import { TRASH_DAYS } from '../../shared/limits.ts'
import type { TrashItem } from '../shared/audit-log-answers.ts'
import { type AnyEntity, type ResourceName, resourceNames } from '../shared/resources.ts'
import type { Content } from './content.ts'
import { getEntrySubject } from './versions.ts'

export interface Trash {
  /** @param query `q`: words of names, and dates. '' lists all items */
  list(query: { q: string; limit: number; page: number }): Promise<{ items: TrashItem[]; total: number }>
  /** Deletes an item of the trash for ever. */
  purge(resource: ResourceName, id: string, by: Actor): Promise<Outcome<null>>
  /** Deletes all present items of the trash for ever. */
  empty(by: Actor): Promise<void>
  /** Deletes items for ever that have been in the trash for 30 days. */
  tidy(at: number): Promise<void>
}

interface TrashOptions {
  database: Database
  content: Pick<Content, 'present'>
  now: () => number
}

const TRASH_MS = TRASH_DAYS * 86_400_000

/** Number of items per transaction. It is limited, because on SQLite all other writers wait for a transaction. */
const AT_ONCE = 100

export function createTrash({ database, content, now }: TrashOptions): Trash {
  const { dialect } = database

  const iso = (at: number) => new Date(at).toISOString()

  async function erase(tx: Transaction<Tables>, resource: ResourceName, id: string, by: Actor | null) {
    const row = await lockAnyRow(tx, dialect, resource, id)
    if (!row || row.deletedAt === null) return false
    await eraseItem(tx, resource, row)
    await eraseChanges(tx, resource, id)
    await recordEntry(tx, { at: now(), by, action: 'purge', ...getEntrySubject(resource, row) })
    return true
  }

  /** Deletes items for ever that were moved to the trash before `before`, in several transactions. */
  async function eraseAll(before: number, by: Actor | null) {
    for (const resource of resourceNames) {
      for (;;) {
        const ids = await listOldestInTrash(database, resource, { before, limit: AT_ONCE })
        if (ids.length === 0) break
        await database.write(async (tx) => {
          for (const id of ids.sort()) await erase(tx, resource, id, by)
        })
      }
    }
  }

  return {
    async list(query) {
      const { rows, total } = await listTrash(database, query)
      const entities = new Map<string, AnyEntity>()
      for (const [resource, some] of Map.groupBy(rows, (item) => item.resource)) {
        const presented = await content.present(
          resource,
          some.map(({ row }) => row),
        )
        for (const entity of presented) entities.set(entity._id, entity)
      }
      const items = rows.map(({ resource, row, deletedAt, deletedBy, deletedByName }) => ({
        resource,
        entity: entities.get(row.id) as AnyEntity,
        deletedAt: iso(deletedAt),
        deletedBy,
        deletedByName,
        expiresAt: iso(deletedAt + TRASH_MS),
      }))
      return { items, total }
    },

    async purge(resource, id, by) {
      const deleted = await database.write((tx) => erase(tx, resource, id, by))
      return deleted ? success(null) : problem('not-found')
    },

    empty: (by) => eraseAll(now() + 1, by),
    tidy: (at) => eraseAll(at - TRASH_MS, null),
  }
}
