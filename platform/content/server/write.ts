/**
 * Writes content. A write is a list of target states, one per item. One transaction writes rows, search index, titles,
 * references to pictures, audit log and revisions, or none of them. Only trash.ts deletes items for ever.
 */
import type { Transaction as DatabaseTransaction, Kysely } from 'kysely'
import { type Outcome, success } from '../../api/shared/outcome.ts'
import { type Database, type Dialect, isUniqueViolation, transact } from '../../db/connect.ts'
import { lockAnyRow } from '../../db/item-queries.ts'
import { insertItem, replaceMediaRefs, updateItem } from '../../db/item-writes.ts'
import { replaceMentions } from '../../db/mentions.ts'
import { wasVisible } from '../../db/publication.ts'
import { type Actor, recordEntry } from '../../db/record-entry.ts'
import { raiseRevision } from '../../db/revisions.ts'
import { claimSlug, releaseSlug, rememberSlug } from '../../db/slugs.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import type { Images } from '../../media/server/images.ts'
import type { Env } from '../../process/env.ts'
import { declarationFor, type WritableResource } from '../../settings/shared/all-settings.ts'
import { SETTINGS_RESOURCE } from '../../settings/shared/settings-names.ts'
import type { Changes } from '../shared/audit-log.ts'
import { hasDelayedReveal } from '../shared/delayed-reveal.ts'
import { type Declaration, type Field, findTitleField, getReferencedResources } from '../shared/fields.ts'
import { getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { RevisionKey } from '../shared/revision-keys.ts'
import { makeSlug } from '../shared/slugs.ts'
import { getFieldWriter, titleTakenProblem } from './field-writers.ts'
import { completeOwnPageLink } from './own-page-link.ts'
import { findMentions } from './references.ts'
import { lockSettingsRow, saveSettingsRow } from './settings-rows.ts'
import { compareRows, getEntrySubject, type Values } from './versions.ts'

/** The target state of an item. Values that are absent stay. */
export interface Target {
  /** Values by column. A new item has all declared columns. */
  values?: Values
  /** False: the item is in the trash afterwards. */
  live?: boolean
}

export interface ItemWrite {
  resource: WritableResource
  id: string
  /** Action in the audit log when an existing item gets new values. */
  action?: 'update' | 'revert'
  /**
   * Computes the target from the locked row, which is null for a new item.
   * @returns null when the item stays unchanged. A problem rolls the whole write back
   */
  target(row: ContentRow | null): Outcome<Target | null>
}

export interface Write {
  /** Author of the write. null for the system itself, whose writes are not in the audit log */
  by: Actor | null
  /** Runs before the items are written, in the same transaction. */
  first?(tx: DatabaseTransaction<Tables>): Promise<Outcome<null>>
}

/** Writes items. @returns the written rows, with null for each unchanged item */
export type WriteItems = (items: ItemWrite[], write: Write) => Promise<Outcome<(ContentRow | null)[]>>

interface WriteOptions {
  database: Database
  images: Images
  now: () => number
  env?: Pick<Env, 'siteUrl'>
  /** Called after the commit and before the answer is sent, so that cached pages that read the resource become stale. */
  onChange(resource: RevisionKey, revision: number): void
}

export function createWriteItems({ database, images, now, env, onChange }: WriteOptions): WriteItems {
  const { dialect } = database
  const siteUrl = env?.siteUrl ?? null

  return async (items, { by, first }) => {
    try {
      const outcome = await transact(database, async (tx) => {
        const begun = await first?.(tx)
        if (begun && !begun.ok) return begun
        const at = now()
        const rows: (ContentRow | null)[] = []
        /** Change of the number of live items, by resource. */
        const added = new Map<WritableResource, number>()
        for (const item of items) {
          const writtenRow = await writeItem({ tx, dialect, images, siteUrl, at, by }, item)
          if (!writtenRow.ok) return writtenRow
          rows.push(writtenRow.value?.row ?? null)
          if (writtenRow.value?.isChanged)
            added.set(item.resource, (added.get(item.resource) ?? 0) + writtenRow.value.added)
        }
        const revisions: [RevisionKey, number][] = []
        for (const [resource, more] of added) {
          const revised = resource === SETTINGS_RESOURCE ? 'settings' : resource
          revisions.push([revised, await raiseRevision(tx, revised, more)])
        }
        return success({ rows, revisions })
      })
      if (!outcome.ok) return outcome
      for (const [resource, revision] of outcome.value.revisions) onChange(resource, revision)
      return success(outcome.value.rows)
    } catch (error) {
      const declaration = items[0] && declarationFor(items[0].resource, items[0].id)
      const title = declaration && findTitleField(declaration)
      // Another request has taken the title at the same time.
      if (title && isUniqueViolation(error)) return titleTakenProblem(declaration, title)
      throw error
    }
  }
}

/** The transaction in which an item is written. */
interface Transaction {
  tx: Kysely<Tables>
  dialect: Dialect
  images: Images
  /** Origin of the site. null when it is unknown */
  siteUrl: string | null
  /** Time of the write. ms since 1970 */
  at: number
  by: Actor | null
}

async function writeItem(
  transaction: Transaction,
  { resource, id, action = 'update', target }: ItemWrite,
): Promise<Outcome<{ row: ContentRow; isChanged: boolean; added: number } | null>> {
  const { tx, dialect, at, by } = transaction
  const declaration = declarationFor(resource, id)
  const before =
    resource === SETTINGS_RESOURCE
      ? await lockSettingsRow(tx, dialect, id)
      : await lockAnyRow(tx, dialect, resource, id)
  const decided = target(before)
  if (!decided.ok) return decided
  if (decided.value === null) return success(null)
  const wasLive = before?.deletedAt === null
  const { values: written = {}, live = wasLive } = decided.value
  const values = { ...written, ...deriveValues(declaration, written, before) }
  const differing = before ? selectChanges(before, values) : values
  const isEdited = Object.keys(differing).length > 0
  if (before && !isEdited && live === wasLive) return success({ row: before, isChanged: false, added: 0 })

  const wasSeen = before !== null && wasVisible(before, at)
  const fields = listFieldWrites(resource, declaration, id, before, wasSeen)
  if (live)
    for (const { kind, write } of fields) {
      const value = values[write.name] ?? before?.[write.name] ?? null
      const claimed = value === null ? undefined : await kind.claim?.(tx, write, String(value))
      if (claimed && !claimed.ok) return claimed
    }
  const address =
    resource === SETTINGS_RESOURCE
      ? {}
      : await moveSlug(transaction, resource, id, { before, values, live, wasSeen })
  const columns: Partial<ContentRow> = {
    ...(before &&
      isEdited && { ...differing, version: before.version + 1, updatedAt: at, updatedBy: by?.id ?? null }),
    ...address,
    ...(live !== wasLive && { deletedAt: live ? null : at, deletedBy: live ? null : (by?.id ?? null) }),
  }
  const row =
    resource === SETTINGS_RESOURCE
      ? await saveSettingsRow(tx, { ...(before as ContentRow), ...columns })
      : before
        ? await updateItem(tx, dialect, resource, before, columns)
        : await insertItem(tx, dialect, resource, {
            id,
            at,
            by: by?.id ?? null,
            values: { ...values, ...address },
          })
  const present = fields.filter(({ write }) => row[write.name] !== null)
  if (live) for (const { kind, write } of present) await kind.follow?.(tx, write, String(row[write.name]))
  if (isEdited) await replaceReferences(transaction, { resource, id, declaration, present, row })
  await recordWrite(transaction, { resource, action, declaration, before, row, isEdited, live })
  return success({ row, isChanged: true, added: Number(live) - Number(wasLive) })
}

/** Stores which pictures and items a row refers to. */
async function replaceReferences(
  { tx, images }: Transaction,
  {
    resource,
    id,
    declaration,
    present,
    row,
  }: {
    resource: WritableResource
    id: string
    declaration: Declaration
    present: ReturnType<typeof listFieldWrites>
    row: ContentRow
  },
): Promise<void> {
  const pictures = present.flatMap(
    ({ kind, write }) =>
      kind.mediaIds?.(String(row[write.name]), images, declaration.fields[write.name] as Field) ?? [],
  )
  await replaceMediaRefs(tx, resource, id, pictures)
  if (
    resource !== SETTINGS_RESOURCE &&
    (getReferencedResources(declaration).length > 0 || hasDelayedReveal(declaration))
  )
    await replaceMentions(tx, resource, id, findMentions(declaration, row))
}

/** Writes the entries of the audit log. Writes of the system have none. */
async function recordWrite(
  { tx, images, at, by }: Transaction,
  {
    resource,
    action,
    declaration,
    before,
    row,
    isEdited,
    live,
  }: {
    resource: WritableResource
    action: 'update' | 'revert'
    declaration: Declaration
    before: ContentRow | null
    row: ContentRow
    isEdited: boolean
    live: boolean
  },
): Promise<void> {
  if (!by) return
  const entry = { at, by, ...getEntrySubject(resource, row) }
  if (!before) return recordEntry(tx, { ...entry, action: 'create' })
  if (isEdited) {
    const changes = compareRows(declaration, before, row)
    await recordEntry(tx, { ...entry, action, changes, mediaIds: findMediaIds(declaration, changes, images) })
  }
  if (live !== (before.deletedAt === null))
    await recordEntry(tx, { ...entry, action: live ? 'restore' : 'delete' })
}

/**
 * Gives an item's page the slug of its new values.
 * @returns the columns to write: the slug if it changes, and a link to the page if it has another slug
 */
async function moveSlug(
  { tx, dialect, siteUrl }: Transaction,
  resource: ResourceName,
  id: string,
  {
    before,
    values,
    live,
    wasSeen,
  }: { before: ContentRow | null; values: Values; live: boolean; wasSeen: boolean },
): Promise<Values> {
  const declaration = getDeclaration(resource)
  if (!declaration.page) return {}
  const owner = { path: declaration.page.path, resource, id }
  const own = typeof before?.slug === 'string' ? before.slug : null
  if (own !== null && wasSeen) await rememberSlug(tx, owner, own)
  const wanted = makeSlug(declaration, { ...before, ...values, id })
  const slug = live ? await claimSlug(tx, dialect, owner, { wanted, own }) : null
  if (own !== null && own !== slug) await releaseSlug(tx, owner, own)
  return {
    ...(own !== slug && { slug }),
    ...(slug !== null &&
      completeOwnPageLink(declaration, { ...before, ...values }, { own, wanted, slug }, siteUrl)),
  }
}

/** Returns the ids of pictures before and after a change. */
function findMediaIds({ fields }: Declaration, changes: Changes, images: Images): string[] {
  return Object.entries(changes).flatMap(([name, sides]) => {
    const field = fields[name]
    const mediaIds = field && getFieldWriter(field).mediaIds
    return mediaIds ? sides.flatMap((side) => (side === null ? [] : mediaIds(side, images, field))) : []
  })
}

/** Computes the fields that depend on other written fields. */
export function deriveValues({ fields }: Declaration, written: Values, before: ContentRow | null): Values {
  const derived = Object.entries(fields).flatMap(([name, field]) => {
    const value = getFieldWriter(field).derive?.(field, name, written, before)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(derived)
}

const selectChanges = (row: ContentRow, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => row[name] !== value))

function listFieldWrites(
  resource: WritableResource,
  declaration: Declaration,
  id: string,
  before: ContentRow | null,
  wasSeen: boolean,
) {
  return Object.entries(declaration.fields).map(([name, field]) => ({
    kind: getFieldWriter(field),
    // The cast is safe: only titles and page addresses use the name of the resource, and settings have neither.
    write: { resource: resource as ResourceName, declaration, name, id, before, wasVisible: wasSeen },
  }))
}
