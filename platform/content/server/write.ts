/**
 * The one write path of content, deleting for good (trash.ts) excepted. Whatever is done to items is a list of what each of them shall be; all of it happens in
 * one transaction, or nothing does: row, search index, titles, pictures held, history entry, revision.
 */
import type { Kysely } from 'kysely'
import { type Outcome, success } from '../../api/shared/outcome.ts'
import { type Database, isUniqueViolation } from '../../db/connect.ts'
import * as store from '../../db/content.ts'
import { replaceMentions } from '../../db/mentions.ts'
import { wasVisible } from '../../db/publication.ts'
import { claimSlug, releaseSlug, rememberSlug } from '../../db/slugs.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { Images } from '../../media/server/images.ts'
import { lockGroup, saveGroup } from '../../settings/server/groups.ts'
import { SITE } from '../../settings/shared/group-names.ts'
import { declarationFor, type Written } from '../../settings/shared/settings-groups.ts'
import { canHaveSecrets } from '../shared/delayed-reveal.ts'
import { type Declaration, type Field, referencedBy, titleField } from '../shared/fields.ts'
import { declarationOf, type ResourceName } from '../shared/resources.ts'
import { slugOf } from '../shared/slugs.ts'
import type { Changes } from '../shared/versions.ts'
import { type Actor, record } from './audit-log.ts'
import { kindOf, titleTaken } from './field-writers.ts'
import { mentionsOf } from './references.ts'
import { changesBetween, subjectOf, type Values } from './versions.ts'

/** What an item shall be; what is left out stays. */
export interface Target {
  /** By column; a new item has all its declared ones. */
  values?: Values
  /** Whether it is seen, or lies in the bin. */
  live?: boolean
}

export interface ItemWrite {
  resource: Written
  id: string
  /** How the history calls new values of an item that was there. */
  action?: 'update' | 'revert'
  /**
   * Decides by the row, which nobody else changes meanwhile; null: there is none, so it is made.
   * @returns null: nothing is done to this one; a problem: nothing to any
   */
  target(row: ContentRow | null): Outcome<Target | null>
}

interface Write {
  /** null: the club itself, which leaves no entry in the history. */
  by: Actor | null
  /** Comes first, in the same transaction. */
  first?(tx: Kysely<Tables>): Promise<Outcome<null>>
}

/** @returns the rows as they are now; null for each to which nothing was to be done */
export type WriteItems = (items: ItemWrite[], write: Write) => Promise<Outcome<(ContentRow | null)[]>>

interface WriteOptions {
  database: Database
  images: Images
  now: () => number
  /** Called after a commit, before the answer: pages that read the resource are stale. */
  onChange(resource: store.Revised, revision: number): void
}

export function createWriteItems({ database, images, now, onChange }: WriteOptions): WriteItems {
  const { dialect } = database

  return async (items, { by, first }) => {
    try {
      const outcome = await transact(database, async (tx) => {
        const begun = await first?.(tx)
        if (begun && !begun.ok) return begun
        const at = now()
        const rows: (ContentRow | null)[] = []
        /** How many live items there are more than before, by resource that changed. */
        const added = new Map<Written, number>()
        for (const item of items) {
          const written = await writeItem(tx, item, { at, by })
          if (!written.ok) return written
          rows.push(written.value?.row ?? null)
          if (written.value?.isChanged)
            added.set(item.resource, (added.get(item.resource) ?? 0) + written.value.added)
        }
        const revisions: [store.Revised, number][] = []
        for (const [resource, more] of added) {
          const revised = resource === SITE ? 'settings' : resource
          revisions.push([revised, await store.raiseRevision(tx, revised, more)])
        }
        return success({ rows, revisions })
      })
      if (!outcome.ok) return outcome
      for (const [resource, revision] of outcome.value.revisions) onChange(resource, revision)
      return success(outcome.value.rows)
    } catch (error) {
      const declaration = items[0] && declarationFor(items[0].resource, items[0].id)
      const title = declaration && titleField(declaration)
      // Somebody took the title at this very moment.
      if (title && isUniqueViolation(error)) return titleTaken(declaration, title)
      throw error
    }
  }

  async function writeItem(
    tx: Kysely<Tables>,
    { resource, id, action = 'update', target }: ItemWrite,
    { at, by }: { at: number; by: Actor | null },
  ): Promise<Outcome<{ row: ContentRow; isChanged: boolean; added: number } | null>> {
    const declaration = declarationFor(resource, id)
    const before =
      resource === SITE ? await lockGroup(tx, dialect, id) : await store.lockAny(tx, dialect, resource, id)
    const decided = target(before)
    if (!decided.ok) return decided
    if (decided.value === null) return success(null)
    const wasLive = before?.deletedAt === null
    const { values: written = {}, live = wasLive } = decided.value
    const values = { ...written, ...derivedFrom(declaration, written, before) }
    const differing = before ? differingFrom(before, values) : values
    const isEdited = Object.keys(differing).length > 0
    if (before && !isEdited && live === wasLive) return success({ row: before, isChanged: false, added: 0 })

    const wasSeen = before !== null && wasVisible(before, at)
    const fields = fieldWrites(resource, declaration, id, before, wasSeen)
    if (live)
      for (const { kind, write } of fields) {
        const value = values[write.name] ?? before?.[write.name] ?? null
        const claimed = value === null ? undefined : await kind.claim?.(tx, write, String(value))
        if (claimed && !claimed.ok) return claimed
      }
    const slug = resource === SITE ? {} : await moveSlug(tx, resource, id, { before, values, live, wasSeen })
    const columns: Partial<ContentRow> = {
      ...(before &&
        isEdited && { ...differing, version: before.version + 1, updatedAt: at, updatedBy: by?.id ?? null }),
      ...slug,
      ...(live !== wasLive && { deletedAt: live ? null : at, deletedBy: live ? null : (by?.id ?? null) }),
    }
    const row =
      resource === SITE
        ? await saveGroup(tx, { ...(before as ContentRow), ...columns })
        : before
          ? await store.updateItem(tx, dialect, resource, before, columns)
          : await store.insertItem(tx, dialect, resource, {
              id,
              at,
              by: by?.id ?? null,
              values: { ...values, ...slug },
            })
    const present = fields.filter(({ write }) => row[write.name] !== null)
    if (live) for (const { kind, write } of present) await kind.follow?.(tx, write, String(row[write.name]))
    if (isEdited) {
      const held = present.flatMap(
        ({ kind, write }) =>
          kind.mediaIds?.(String(row[write.name]), images, declaration.fields[write.name] as Field) ?? [],
      )
      await store.replaceMediaRefs(tx, resource, id, held)
      if (resource !== SITE && (referencedBy(declaration).length > 0 || canHaveSecrets(declaration)))
        await replaceMentions(tx, resource, id, mentionsOf(declaration, row))
    }
    if (by) {
      const entry = { at, by, ...subjectOf(resource, row) }
      if (!before) await record(tx, { ...entry, action: 'create' })
      else if (isEdited) {
        const changes = changesBetween(declaration, before, row)
        await record(tx, { ...entry, action, changes, mediaIds: mediaIdsIn(declaration, changes) })
      }
      if (before && live !== wasLive) await record(tx, { ...entry, action: live ? 'restore' : 'delete' })
    }
    return success({ row, isChanged: true, added: Number(live) - Number(wasLive) })
  }

  /** The address of the page that an item has after a write. @returns the column of it, where it changes */
  async function moveSlug(
    tx: Kysely<Tables>,
    resource: ResourceName,
    id: string,
    {
      before,
      values,
      live,
      wasSeen,
    }: { before: ContentRow | null; values: Values; live: boolean; wasSeen: boolean },
  ): Promise<{ slug?: string | null }> {
    const declaration = declarationOf(resource)
    if (!declaration.page) return {}
    const owner = { path: declaration.page.path, resource, id }
    const own = typeof before?.slug === 'string' ? before.slug : null
    if (own !== null && wasSeen) await rememberSlug(tx, owner, own)
    const wanted = slugOf(declaration, { ...before, ...values, id })
    const slug = live ? await claimSlug(tx, dialect, owner, { wanted, own }) : null
    if (own !== null && own !== slug) await releaseSlug(tx, owner, own)
    return own === slug ? {} : { slug }
  }

  /** Pictures that a change names, on either side of it. */
  function mediaIdsIn({ fields }: Declaration, changes: Changes): string[] {
    return Object.entries(changes).flatMap(([name, sides]) => {
      const field = fields[name]
      const mediaIds = field && kindOf(field).mediaIds
      return mediaIds ? sides.flatMap((side) => (side === null ? [] : mediaIds(side, images, field))) : []
    })
  }
}

/** Fields that follow from what is written to others. */
function derivedFrom({ fields }: Declaration, written: Values, before: ContentRow | null): Values {
  const derived = Object.entries(fields).flatMap(([name, field]) => {
    const value = kindOf(field).derive?.(field, name, written, before)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(derived)
}

const differingFrom = (row: ContentRow, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => row[name] !== value))

function fieldWrites(
  resource: Written,
  declaration: Declaration,
  id: string,
  before: ContentRow | null,
  wasSeen: boolean,
) {
  return Object.entries(declaration.fields).map(([name, field]) => ({
    kind: kindOf(field),
    // Fields of groups have neither titles nor addresses, which are what resources are told apart for.
    write: { resource: resource as ResourceName, declaration, name, id, before, wasVisible: wasSeen },
  }))
}
