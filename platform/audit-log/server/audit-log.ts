/** The audit log: entries, earlier versions of items, and restoring one of them. */

import { type Outcome, type Precondition, problem, type Versioned } from '../../api/shared/outcome.ts'
import type { Content } from '../../content/server/content.ts'
import { type StoredVersion, undoChanges } from '../../content/server/versions.ts'
import type { Changes } from '../../content/shared/audit-log.ts'
import type {
  AuditLogEntry,
  AuditLogEntryDetail,
  LatestChange,
  RecentChange,
} from '../../content/shared/audit-log-answers.ts'
import type { Declaration } from '../../content/shared/fields.ts'
import {
  type AnyEntity,
  getDeclaration,
  isResource,
  type ResourceName,
} from '../../content/shared/resources.ts'
import type { Database } from '../../db/connect.ts'
import * as store from '../../db/history.ts'
import { findAnyRow } from '../../db/item-queries.ts'
import type { Actor } from '../../db/record-entry.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import type { SettingsService } from '../../settings/server/settings-service.ts'
import { settingsGroups } from '../../settings/shared/all-settings.ts'
import type { SettingsGroup } from '../../settings/shared/site-settings.ts'
import { HISTORY_KEPT_MONTHS } from '../../shared/limits.ts'
import { findSettingsGroup, presentEntries, type StoredEntry } from './present-entries.ts'

export interface AuditLog {
  list(query: store.HistoryQuery): Promise<{ items: AuditLogEntry[]; total: number }>
  /** Lists the last changes by administrators, one per item, newest first. */
  recent(limit: number): Promise<RecentChange[]>
  /**
   * Finds an entry with its whole texts, and with the item before it, after it and today.
   * @returns the entry with the current edit counter of the item, or null when there is no such entry
   */
  one(
    id: string,
  ): Promise<{ detail: AuditLogEntryDetail<AnyEntity | SettingsGroup>; version: number | null } | null>
  /** Returns time and author of the last write of these items. Unknown ids are left out. */
  latest(resource: ResourceName, ids: string[]): Promise<LatestChange[]>
  /** Restores the version before or after an entry. The item may be in the trash. */
  restore(
    id: string,
    to: 'before' | 'after',
    change: { by: Actor; precondition: Precondition },
  ): Promise<Outcome<Restored>>
  /** Deletes entries that are older than the retention, with their references to pictures. */
  tidy(at: number): Promise<void>
}

interface AuditLogOptions {
  database: Database
  content: Pick<Content, 'present' | 'revert'>
  settings: Pick<SettingsService, 'all' | 'row' | 'present' | 'revert'>
  images: Pick<Images, 'pictures'>
}

/** Number of entries that are read to find the latest changes, because one item may have many entries. */
const RECENT_ENTRIES_READ = 60

type Restored = Versioned<AnyEntity | SettingsGroup>

interface Subject {
  declaration: Declaration
  row: ContentRow
  present(rows: ContentRow[]): Promise<(AnyEntity | SettingsGroup)[]>
  revert(seen: ContentRow, target: StoredVersion, by: Actor): Promise<Outcome<Restored>>
}

export function createAuditLog({ database, content, settings, images }: AuditLogOptions): AuditLog {
  const { read } = database
  const present = (rows: StoredEntry[], options: { whole: boolean }) =>
    presentEntries({ read, settings, images }, rows, options)

  /** Returns the item or settings group of an entry. null when it has no versions */
  async function findSubject(entry: StoredEntry): Promise<Subject | null> {
    const { resource, itemId } = entry
    const group = findSettingsGroup(entry)
    if (group !== null)
      return {
        declaration: settingsGroups[group],
        row: await settings.row(group),
        present: (rows) => settings.present(group, rows),
        revert: (seen, target, by) => settings.revert(group, seen, target, by),
      }
    if (!isResource(resource)) return null
    const row = await findAnyRow(read, resource, itemId)
    return (
      row && {
        declaration: getDeclaration(resource),
        row,
        present: (rows) => content.present(resource, rows),
        revert: (seen, target, by) => content.revert(resource, seen, target, by),
      }
    )
  }

  /** Computes the item before and after an entry from the current row. */
  async function computeVersions(entry: StoredEntry) {
    // The row is read before the entries. A write in between changes the edit counter, so the restore is then refused.
    const subject = await findSubject(entry)
    if (!subject) return null
    const { declaration, row } = subject
    const changes = (await store.listEntriesSince(read, entry)).map(
      (one) => JSON.parse(one.changes) as Changes,
    )
    const before = entry.action === 'create' ? null : undoChanges(declaration, row, changes)
    return { ...subject, before, after: undoChanges(declaration, row, changes.slice(0, -1)) }
  }

  return {
    async list(query) {
      const { rows, total } = await store.listHistory(read, query)
      return { items: await present(rows, { whole: false }), total }
    },

    async recent(limit) {
      const rows = await store.listLatestByAdministrators(read, RECENT_ENTRIES_READ)
      const firsts = [
        ...Map.groupBy(rows, ({ resource, itemId }) => `${resource} ${itemId}`).values(),
      ].flatMap(([newest]) => newest ?? [])
      const items = await present(firsts.slice(0, limit), { whole: false })
      return items.map(({ changes: _, userId: __, version: ___, ...entry }) => entry)
    },

    async one(id) {
      const entry = await store.findEntry(read, id)
      if (!entry) return null
      const [item] = await present([entry], { whole: true })
      const versions = await computeVersions(entry)
      const detail = { ...(item as AuditLogEntry), before: null, now: null, after: null }
      if (!versions) return { detail, version: null }
      const { row } = versions
      const [today = null, after = null, before = null] = await versions.present([
        row,
        toRow(row, versions.after),
        ...(versions.before ? [toRow(row, versions.before)] : []),
      ])
      return { detail: { ...detail, before, now: today, after }, version: row.version }
    },

    async latest(resource, ids) {
      const rows = await store.findLatestChanges(read, resource, ids)
      return rows.map(({ id, updatedAt, email, name }) => ({
        _id: id,
        at: new Date(updatedAt).toISOString(),
        by: email,
        byName: name,
      }))
    },

    async restore(id, to, { by, precondition }) {
      const entry = await store.findEntry(read, id)
      const versions = entry && (await computeVersions(entry))
      const target = versions?.[to]
      if (!versions || !target) return problem('not-found')
      const { row } = versions
      return precondition(row.version) ?? versions.revert(row, target, by)
    },

    async tidy(at) {
      const past = new Date(at)
      past.setUTCMonth(past.getUTCMonth() - HISTORY_KEPT_MONTHS)
      await database.write((tx) => store.eraseHistory(tx, past.getTime()))
    },
  }
}

/** Converts an earlier version to a row. */
const toRow = (row: ContentRow, { values, alt }: StoredVersion): ContentRow => ({
  ...row,
  ...values,
  alt: JSON.stringify(alt),
})
