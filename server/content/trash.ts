/** The bin: what was deleted can be restored for 30 days, then it is gone for good (decisions §6). */
import type { Kysely, Transaction } from 'kysely'
import type { TrashItem } from '../../contract/content/history.ts'
import { type AnyEntity, type ResourceName, resourceNames } from '../../contract/content/resources.ts'
import { TRASH_DAYS } from '../../contract/limits.ts'
import { fromTitle } from '../../contract/share.ts'
import { type Database, type Dialect, isUniqueViolation } from '../../db/connect.ts'
import * as store from '../../db/content.ts'
import { forgetChanges } from '../../db/history.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { listTrash, oldestInTrash } from '../../db/trash.ts'
import { done, type Outcome, type Refused, refuse } from '../http/problem-response.ts'
import type { Content } from './content.ts'
import { type Actor, record } from './history.ts'
import { transact } from './transact.ts'
import { subjectOf } from './versions.ts'

export interface Trash {
  list(query: { limit: number; page: number }): Promise<{ items: TrashItem[]; total: number }>
  /** Takes items out of the bin, all or none of those that are in it. @returns them, in the order asked for */
  restore(resource: ResourceName, ids: string[], by: Actor): Promise<Outcome<AnyEntity[]>>
  /** Deletes an item of the bin for good. */
  purge(resource: ResourceName, id: string, by: Actor): Promise<Outcome<null>>
  /** Deletes all that is in the bin now for good. */
  empty(by: Actor): Promise<void>
  /** Deletes for good what has been in the bin for 30 days. */
  tidy(): Promise<void>
}

interface TrashOptions {
  database: Database
  content: Pick<Content, 'present'>
  now: () => number
  /** Called after a commit, before the answer: pages that read the resource are stale. */
  onChange(resource: ResourceName, revision: number): void
}

const TRASH_MS = TRASH_DAYS * 86_400_000

/** So many items go in one transaction: on SQLite everybody else waits for it. */
const AT_ONCE = 100

export function createTrash({ database, content, now, onChange }: TrashOptions): Trash {
  const { dialect } = database

  const iso = (at: number) => new Date(at).toISOString()

  async function erase(tx: Transaction<Tables>, resource: ResourceName, id: string, by: Actor | null) {
    const row = await store.lockAny(tx, dialect, resource, id)
    if (!row || row.deletedAt === null) return false
    await store.eraseItem(tx, resource, row)
    await forgetChanges(tx, resource, id)
    await record(tx, { at: now(), by, action: 'purge', ...subjectOf(resource, row) })
    return true
  }

  /** What went into the bin before `before`, some at a time. */
  async function eraseAll(before: number, by: Actor | null) {
    for (const resource of resourceNames) {
      for (;;) {
        const ids = await oldestInTrash(database, resource, { before, limit: AT_ONCE })
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
      const items = rows.map(({ resource, row, deletedAt, deletedBy }) => ({
        resource,
        entity: entities.get(row.id) as AnyEntity,
        deletedAt: iso(deletedAt),
        deletedBy,
        expiresAt: iso(deletedAt + TRASH_MS),
      }))
      return { items, total }
    },

    async restore(resource, ids, by) {
      try {
        const restored = await transact(database, async (tx) => {
          const rows = new Map<string, ContentRow>()
          // In one order, so that two who restore the same items wait for each other and not in a circle.
          for (const id of [...new Set(ids)].sort()) {
            const row = await store.lockAny(tx, dialect, resource, id)
            if (!row || row.deletedAt === null) continue
            const taken = await takeOut(tx, dialect, resource, row, { at: now(), by })
            if (!taken.ok) return taken
            rows.set(id, taken.value)
          }
          if (rows.size === 0) return refuse('not-found')
          return done({ rows, revision: await store.raiseRevision(tx, resource, rows.size) })
        })
        if (!restored.ok) return restored
        const { rows, revision } = restored.value
        onChange(resource, revision)
        const inOrder = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
        return done(await content.present(resource, inOrder))
      } catch (error) {
        // Somebody took the title at this very moment.
        if (isUniqueViolation(error)) return refuse('title-taken')
        throw error
      }
    },

    async purge(resource, id, by) {
      const gone = await database.write((tx) => erase(tx, resource, id, by))
      return gone ? done(null) : refuse('not-found')
    },

    empty: (by) => eraseAll(now() + 1, by),
    tidy: () => eraseAll(now() - TRASH_MS, null),
  }
}

/**
 * Takes an item out of the bin, as it lies there. The caller raises the resource's revision.
 * @returns title-taken, when another news item has its title by now
 */
export async function takeOut(
  tx: Kysely<Tables>,
  dialect: Dialect,
  resource: ResourceName,
  row: ContentRow,
  { at, by }: { at: number; by: Actor },
): Promise<Outcome<ContentRow>> {
  if (resource === 'news') {
    const key = String(row.titleKey)
    if (await store.isTitleTaken(tx, key)) return titleTakenBy(String(row.newsTitle))
    await store.moveNewsTitle(tx, row.id, null, key)
  }
  const restored = await store.unbinItem(tx, dialect, resource, row)
  await record(tx, { at, by, action: 'restore', ...subjectOf(resource, restored) })
  return done(restored)
}

function titleTakenBy(title: string): Refused {
  const detail = `Ya hay otra novedad que se llama «${fromTitle(title)}». Cambiale el título a esa y probá de nuevo.`
  return refuse('title-taken', { detail, errors: [{ field: 'newsTitle', message: detail }] })
}
