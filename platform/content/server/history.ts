/** Who did what, and what an item was at any moment since it was first written. */

import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import { findAny } from '../../db/content.ts'
import * as store from '../../db/history.ts'
import type { ContentRow, Row } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import type { SiteWords } from '../../settings/server/site.ts'
import { type GroupName, isGroupName, SITE } from '../../settings/shared/group-names.ts'
import { declarationFor, groups, type Written } from '../../settings/shared/settings-groups.ts'
import type { Group } from '../../settings/shared/site-settings.ts'
import { wallClock } from '../../shared/dates.ts'
import { HISTORY_KEPT_MONTHS } from '../../shared/limits.ts'
import { kindOf } from '../shared/field-types.ts'
import type { Declaration, FieldKind } from '../shared/fields.ts'
import { publicationLabels } from '../shared/publication.ts'
import { type AnyEntity, declarationOf, type ResourceName } from '../shared/resources.ts'
import { plainText } from '../shared/richtext.ts'
import type { RecentChange } from '../shared/versions.ts'
import {
  type Change,
  type Changes,
  type HistoryAction,
  type HistoryDetail,
  type HistoryItem,
  type HistoryResource,
  isContent,
  type LatestChange,
  otherRecordOf,
} from '../shared/versions.ts'
import type { Actor } from './audit-log.ts'
import type { Content } from './content.ts'
import { altFieldOf, type Stored, versionBefore } from './versions.ts'

export interface History {
  list(query: store.HistoryQuery): Promise<{ items: HistoryItem[]; total: number }>
  /** The last change of each of so many things that people changed, the newest first. */
  recent(limit: number): Promise<RecentChange[]>
  /** One entry in full. @returns the edit counter of the item today beside it; null: there is no such item */
  one(id: string): Promise<{ detail: HistoryDetail<AnyEntity | Group>; version: number | null } | null>
  /** When these live items were last written, and by whom; ids that are none are left out. */
  latest(resource: ResourceName, ids: string[]): Promise<LatestChange[]>
  /**
   * Makes the item of an entry what it was before it, or after it, out of the bin too.
   * @param expected the edit counter that the administrator saw, or null: the last one wins
   */
  restore(
    id: string,
    to: 'before' | 'after',
    change: { by: Actor; expected: number[] | null },
  ): Promise<Outcome<Restored>>
  /** Erases what is older than the club remembers, and lets go of its pictures. */
  tidy(at: number): Promise<void>
}

interface HistoryOptions {
  database: Database
  content: Pick<Content, 'present' | 'revert'>
  site: Pick<SiteWords, 'all' | 'row' | 'present' | 'revert'>
  images: Pick<Images, 'pictures'>
}

type Entry = Row<'history'>

/** Entries among which the last changes are looked for: somebody may have saved the same thing many times. */
const RECENT_READ = 60

interface Restored {
  entity: AnyEntity | Group
  version: number
}

interface Subject {
  declaration: Declaration
  row: ContentRow
  present(rows: ContentRow[]): Promise<(AnyEntity | Group)[]>
  revert(seen: ContentRow, target: Stored, by: Actor): Promise<Outcome<Restored>>
}

export function createHistory({ database, content, site, images }: HistoryOptions): History {
  const { read } = database

  async function present(rows: Entry[], { whole }: { whole: boolean }): Promise<HistoryItem[]> {
    const { identity } = await site.all()
    const named = rows.map((row) => ({ row, changes: namedChanges(row, identity.timeZone) }))
    const pictureIds = named.flatMap(({ changes }) =>
      changes
        .filter(({ kind }) => kindOf({ kind }).shown === 'picture')
        .flatMap(({ sides }) => sides.filter((side) => side !== null)),
    )
    const [pictures, states] = await Promise.all([images.pictures(pictureIds), statesOf(rows)])
    return named.map(({ row, changes }) => ({
      _id: row.id,
      at: new Date(row.at).toISOString(),
      by: row.userEmail,
      byName: row.userName,
      userId: row.userId,
      action: row.action as HistoryAction,
      resource: row.resource as HistoryResource,
      itemId: row.itemId,
      label: row.label,
      version: row.version,
      state: isContent(row.resource)
        ? (states.get(row.itemId) ?? 'gone')
        : groupIn(row) === null
          ? null
          : 'live',
      changes: changes.map(({ field, label, kind, values, sides }): Change => {
        const { shown } = kindOf({ kind })
        const words = shown === 'html' && !whole ? excerpts(sides) : sides
        const [before = null, after = null] = words.map((side) => {
          if (side === null) return null
          return shown === 'picture' ? (pictures.get(side) ?? null) : (values?.[side] ?? side)
        })
        return { field, label, kind, before, after }
      }),
    }))
  }

  async function statesOf(rows: Entry[]) {
    const content = rows.filter(({ resource }) => isContent(resource))
    const states = await Promise.all(
      [...Map.groupBy(content, ({ resource }) => resource as ResourceName)].map(([resource, some]) =>
        store.statesOf(read, resource, [...new Set(some.map(({ itemId }) => itemId))]),
      ),
    )
    return new Map(states.flatMap((some) => [...some]))
  }

  /** What an entry is about, where that has versions: an item, or a group of the site's words. */
  async function subjectOf(entry: Entry): Promise<Subject | null> {
    const { resource, itemId } = entry
    const group = groupIn(entry)
    if (group !== null)
      return {
        declaration: groups[group],
        row: await site.row(group),
        present: (rows) => site.present(group, rows),
        async revert(seen, target, by) {
          const outcome = await site.revert(group, seen, target, by)
          return outcome.ok
            ? success({ entity: outcome.value.group, version: outcome.value.version })
            : outcome
        },
      }
    if (!isContent(resource)) return null
    const row = await findAny(read, resource, itemId)
    return (
      row && {
        declaration: declarationOf(resource),
        row,
        present: (rows) => content.present(resource, rows),
        revert: (seen, target, by) => content.revert(resource, seen, target, by),
      }
    )
  }

  /** What the item was before an entry and after it, and the row from which that was worked out. */
  async function versionsAt(entry: Entry) {
    // Before the entries: a write in between then shows in the counter, which the write path compares.
    const subject = await subjectOf(entry)
    if (!subject) return null
    const { declaration, row } = subject
    const changes = (await store.entriesSince(read, entry)).map((one) => JSON.parse(one.changes) as Changes)
    const before = entry.action === 'create' ? null : versionBefore(declaration, row, changes)
    return { ...subject, before, after: versionBefore(declaration, row, changes.slice(0, -1)) }
  }

  return {
    async list(query) {
      const { rows, total } = await store.listHistory(read, query)
      return { items: await present(rows, { whole: false }), total }
    },

    async recent(limit) {
      const rows = await store.latestByPeople(read, RECENT_READ)
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
      const versions = await versionsAt(entry)
      const detail = { ...(item as HistoryItem), before: null, now: null, after: null }
      if (!versions) return { detail, version: null }
      const { row } = versions
      const [today = null, after = null, before = null] = await versions.present([
        row,
        asRow(row, versions.after),
        ...(versions.before ? [asRow(row, versions.before)] : []),
      ])
      return { detail: { ...detail, before, now: today, after }, version: row.version }
    },

    async latest(resource, ids) {
      const rows = await store.latestChanges(read, resource, ids)
      return rows.map(({ id, updatedAt, email, name }) => ({
        _id: id,
        at: new Date(updatedAt).toISOString(),
        by: email,
        byName: name,
      }))
    },

    async restore(id, to, { by, expected }) {
      const entry = await store.findEntry(read, id)
      const versions = entry && (await versionsAt(entry))
      const target = versions?.[to]
      if (!versions || !target) return problem('not-found')
      const { row } = versions
      if (expected && !expected.includes(row.version)) return problem('edited-meanwhile')
      return versions.revert(row, target, by)
    },

    async tidy(at) {
      const past = new Date(at)
      past.setUTCMonth(past.getUTCMonth() - HISTORY_KEPT_MONTHS)
      await database.write((tx) => store.forgetHistory(tx, past.getTime()))
    },
  }
}

/** A row as it was, for presenting it. */
const asRow = (row: ContentRow, { values, alt }: Stored): ContentRow => ({
  ...row,
  ...values,
  alt: JSON.stringify(alt),
})

interface NamedChange {
  field: string
  label: string
  kind: FieldKind
  /** What stored values mean, where they are words of ours. */
  values?: Record<string, string> | undefined
  sides: [before: string | null, after: string | null]
}

/** The group of the site's words that an entry is about; null: it is about something else. */
const groupIn = ({ resource, itemId }: Pick<Entry, 'resource' | 'itemId'>): GroupName | null =>
  resource === SITE && isGroupName(itemId) ? itemId : null

function namedChanges(entry: Entry, timeZone: string): NamedChange[] {
  const { resource, itemId, changes } = entry
  const isGroup = groupIn(entry) !== null
  return Object.entries(JSON.parse(changes) as Changes).map(([field, sides]) => {
    if (!isGroup && !isContent(resource)) {
      const known = otherRecordOf(resource as never).fields[field]
      return { field, label: known?.label ?? field, kind: 'line', values: known?.values, sides }
    }
    if (!isGroup && field === 'draft')
      return {
        field,
        label: publicationLabels[field],
        kind: 'line',
        values: { true: 'Sí', false: 'No' },
        sides,
      }
    if (!isGroup && (field === 'publishAt' || field === 'unpublishAt'))
      return { field, label: publicationLabels[field], kind: 'date', sides: onOurClock(sides, timeZone) }
    const { fields } = declarationFor(resource as Written, itemId)
    const picture = altFieldOf(field)
    if (picture !== null) {
      const label = `${fields[picture]?.label ?? picture}: texto alternativo`
      return { field, label, kind: 'line', sides }
    }
    const declared = fields[field]
    const label = declared?.label ?? field
    if (!declared) return { field, label, kind: 'line', sides }
    const kind = kindOf(declared)
    if (!kind.isToldInWords) return { field, label, kind: declared.kind, sides }
    const [before = null, after = null] = sides.map((side) => side && kind.inOneLine(side, declared))
    return { field, label, kind: kind.shown === 'lines' ? 'text' : 'line', sides: [before, after] }
  })
}

const onOurClock = ([before, after]: NamedChange['sides'], timeZone: string): NamedChange['sides'] => {
  const [one, other] = [before, after].map((side) => side && wallClock(Date.parse(side), timeZone))
  return [one ?? null, other ?? null]
}

/** Words before and after the first that differ. */
const EXCERPT_MAX = 160
const LEAD_MAX = 40

/** The words of two rich texts from shortly before where they part, for a list that has no room for them whole. */
function excerpts(sides: (string | null)[]): (string | null)[] {
  const texts = sides.map((html) => html && plainText(html))
  const [before, after] = [texts[0] ?? '', texts[1] ?? '']
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const start = same <= LEAD_MAX ? 0 : before.lastIndexOf(' ', same - LEAD_MAX) + 1
  return texts.map((text) => {
    if (text === null) return null
    const excerpt = text.slice(start, start + EXCERPT_MAX)
    const more = start + EXCERPT_MAX < text.length
    return `${start > 0 ? '… ' : ''}${excerpt.toWellFormed()}${more ? ' …' : ''}`
  })
}
