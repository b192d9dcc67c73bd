/**
 * Reads, writes, deletes and restores content. A write parses the body, stores pictures and sanitises rich text
 * (prepare.ts), runs one transaction (write.ts), and presents the row (present.ts). This file checks no permissions,
 * because the API routes check them first. Only trash.ts deletes items for ever.
 */
import type { Kysely, Transaction } from 'kysely'
import {
  anyVersion,
  type Outcome,
  type Precondition,
  problem,
  success,
  type Versioned,
} from '../../api/shared/outcome.ts'
import { createOnce, forgetRequests, type KeyedRequest } from '../../db/idempotency.ts'
import { findAnyRow } from '../../db/item-queries.ts'
import type { Actor } from '../../db/record-entry.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import type { Env } from '../../process/env.ts'
import { SETTINGS_RESOURCE, type SettingsName } from '../../settings/shared/settings-names.ts'
import { formatItemName } from '../shared/item-names.ts'
import { type AnyEntity, getDeclaration, type ResourceName } from '../shared/resources.ts'
import type { RevisionKey } from '../shared/revision-keys.ts'
import { getFieldWriter } from './field-writers.ts'
import { createPreparation, type FindReferenceName, type Preparation, serializeAlt } from './prepare.ts'
import { createPresenter, type PresenterOptions } from './present.ts'
import { type ContentReading, createReading } from './read.ts'
import type { ResolveLink } from './short-links.ts'
import { createUnsavedPresenter, type PresentUnsaved } from './unsaved-item.ts'
import type { Alt, StoredVersion, Values } from './versions.ts'
import { createWriteItems, type ItemWrite, type Target, type Write, type WriteItems } from './write.ts'

export interface Author {
  by: Actor
  /** null or absent for a request without an Idempotency-Key. */
  request?: KeyedRequest | null
  /** Id of the item from which the new one was copied. It may no longer exist. */
  copiedFrom?: string | undefined
}

/**
 * Copies what a feature stores about an item to a copy of the item, in the transaction that creates the copy.
 * @param copy ids of both items, and the time. ms since 1970
 */
export type CopyFeatureData = (
  tx: Transaction<Tables>,
  copy: { resource: ResourceName; from: string; to: string; at: number },
) => Promise<void>

/** A demo item with a fixed id. */
export interface DemoItemWrite {
  resource: ResourceName
  id: string
  /** Values in the form of a POST body. */
  body: Record<string, unknown>
  alt: Alt
  /** Columns that only the server writes. */
  derived: Values
}

export interface Content extends ContentReading {
  /**
   * True when items of a resource change with the time in the club's zone. Answers that contain them depend on the
   * settings.
   */
  isTimed(resource: ResourceName): boolean
  /** Returns read functions for which one item counts as published, unless it is in the trash. */
  withPreviewOf(id: string): ContentReading
  /** Returns an item with unsaved values, as visitors would see it. Nothing is stored. */
  presentUnsaved: PresentUnsaved
  create(resource: ResourceName, body: unknown, author: Author): Promise<Outcome<Versioned<AnyEntity>>>
  /** Changes an item. */
  update(
    resource: ResourceName,
    id: string,
    body: unknown,
    change: { by: Actor; precondition: Precondition },
  ): Promise<Outcome<Versioned<AnyEntity>>>
  /**
   * Restores an earlier version of an item, which may be in the trash.
   * @param seen the row from which `target` was computed. If the row has changed since then, nothing is written
   */
  revert(
    resource: ResourceName,
    seen: ContentRow,
    target: StoredVersion,
    by: Actor,
  ): Promise<Outcome<Versioned<AnyEntity>>>
  /** Moves items to the trash in one transaction. @returns the ids of the existing items */
  remove(
    resource: ResourceName,
    ids: string[],
    by: Actor,
    precondition?: Precondition,
  ): Promise<Outcome<string[]>>
  /** Restores items from the trash in one transaction. @returns the restored items in the requested order */
  restore(resource: ResourceName, ids: string[], by: Actor): Promise<Outcome<AnyEntity[]>>
  /** Converts rows to entities for administrators. */
  present(resource: ResourceName, rows: ContentRow[]): Promise<AnyEntity[]>
  /**
   * Writes demo items and demo settings in one transaction, after the pictures are stored. The items may refer to each other.
   * Settings groups that an administrator has edited stay unchanged.
   */
  fill(
    items: DemoItemWrite[],
    settings: Readonly<Partial<Record<SettingsName, Values>>>,
    mark: (tx: Kysely<Tables>) => Promise<void>,
  ): Promise<void>
  /** Deletes old idempotency keys. */
  tidy(at: number): Promise<void>
}

interface ContentOptions extends PresenterOptions {
  resolveLink: ResolveLink
  copyFeatureData?: CopyFeatureData
  env?: Pick<Env, 'siteUrl'>
  /** Called after the commit and before the answer is sent, so that cached pages that read the resource become stale. */
  onChange(resource: RevisionKey, revision: number): void
}

const DAY_MS = 86_400_000
/** Retention of idempotency keys. It is long enough for a form that stays open overnight. ms */
const IDEMPOTENCY_MS = 2 * DAY_MS

export function createContent(options: ContentOptions): Content {
  const { database, images, now, copyFeatureData, timedRules = {} } = options
  const { read } = database
  const presenter = createPresenter(options)
  const prepare = createPreparation(options)
  const writeItems = createWriteItems(options)

  const reading = (including?: string) =>
    createReading({ database, presenter, now, ...(including && { including }) })

  const presentRow = (resource: ResourceName, row: ContentRow) =>
    presenter.one(resource, row, 'administrators')

  /** Runs `writeItems` for one item. */
  async function writeOne(
    item: ItemWrite & { resource: ResourceName },
    write: Write,
  ): Promise<Outcome<Versioned<AnyEntity>>> {
    const outcome = await writeItems([item], write)
    if (!outcome.ok) return outcome
    const [row] = outcome.value
    return row ? success(await presentRow(item.resource, row)) : problem('not-found')
  }

  return {
    isTimed: (resource) => timedRules[resource] !== undefined,
    ...reading(),
    withPreviewOf: reading,

    present: presenter.withoutShare,
    presentUnsaved: createUnsavedPresenter(options),

    create: (resource, body, { by, request = null, copiedFrom }) =>
      createOnce(read, {
        resource,
        request,
        async create(remember) {
          const item = await prepare.newItem(resource, body)
          if (!item.ok) return item
          const { id } = item.value
          async function first(tx: Transaction<Tables>) {
            const at = now()
            const remembered = await remember(tx, id, at)
            if (remembered.ok && copiedFrom !== undefined)
              await copyFeatureData?.(tx, { resource, from: copiedFrom, to: id, at })
            return remembered
          }
          return writeOne({ ...item.value, resource }, { by, first })
        },
        async readCreated(id) {
          const row = await findAnyRow(read, resource, id)
          return row ? success(await presentRow(resource, row)) : problem('not-found')
        },
      }),

    async update(resource, id, body, { by, precondition }) {
      const seen = checkVersion(await findAnyRow(read, resource, id), precondition)
      if (!seen.ok) return seen
      const change = await prepare.change(resource, body, seen.value)
      if (!change.ok) return change
      const target = (row: ContentRow | null): Outcome<Target> => {
        const checked = checkVersion(row, precondition)
        return checked.ok ? change.value(checked.value) : checked
      }
      return writeOne({ resource, id, target }, { by })
    },

    async revert(resource, seen, { values: stored, alt }, by) {
      const values: Values = { ...stored, alt: serializeAlt(resource, alt) }
      for (const [name, field] of Object.entries(getDeclaration(resource).fields)) {
        const value = values[name]
        if (typeof value === 'string')
          values[name] = (await getFieldWriter(field).renew?.(value, images)) ?? value
      }
      const target = (row: ContentRow | null): Outcome<Target> => {
        if (!row) return problem('not-found')
        const isAsSeen = row.version === seen.version && row.deletedAt === seen.deletedAt
        return isAsSeen ? success({ values, live: true }) : problem('edited-meanwhile')
      }
      return writeOne({ resource, id: seen.id, action: 'revert', target }, { by })
    },

    async remove(resource, ids, by, precondition = anyVersion) {
      const removed = await writeAll(writeItems, resource, ids, by, (row) =>
        row?.deletedAt === null ? (precondition(row.version) ?? success({ live: false })) : success(null),
      )
      return removed.ok ? success(removed.value.map(({ id }) => id)) : removed
    },

    async restore(resource, ids, by) {
      const restored = await writeAll(writeItems, resource, ids, by, (row) =>
        success(row && row.deletedAt !== null ? { live: true } : null),
      )
      if (!restored.ok) return restored
      const rows = new Map(restored.value.map((row) => [row.id, row]))
      const inOrder = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
      return success(await presenter.many(resource, inOrder, 'administrators'))
    },

    async fill(items, settings, mark) {
      const first = (tx: Kysely<Tables>) => mark(tx).then(() => success(null))
      const groups = Object.entries(settings).map(
        ([id, values]): ItemWrite => ({
          resource: SETTINGS_RESOURCE,
          id,
          target: (row) => success(row?.version === 0 ? { values } : null),
        }),
      )
      await writeItems([...(await prepareDemo(items, prepare)), ...groups], { by: null, first })
    },

    async tidy(at) {
      await forgetRequests(database, at - IDEMPOTENCY_MS)
    },
  }
}

/** Refuses deleted items, and items that do not meet the precondition. */
function checkVersion(row: ContentRow | null, precondition: Precondition): Outcome<ContentRow> {
  if (row?.deletedAt !== null) return problem('not-found')
  return precondition(row.version) ?? success(row)
}

/** Applies the same change to several items of a resource. @returns the changed rows */
async function writeAll(
  writeItems: WriteItems,
  resource: ResourceName,
  ids: string[],
  by: Actor,
  target: (row: ContentRow | null) => Outcome<Target | null>,
): Promise<Outcome<ContentRow[]>> {
  // Items are locked in the order of their ids. Two writers can then not deadlock.
  const items = [...new Set(ids)].sort().map((id) => ({ resource, id, target }))
  const outcome = await writeItems(items, { by })
  if (!outcome.ok) return outcome
  const rows = outcome.value.filter((row) => row !== null)
  return rows.length === 0 ? problem('not-found') : success(rows)
}

/** Prepares demo items that may refer to each other. @throws Error when an item is not valid */
function prepareDemo(items: DemoItemWrite[], prepare: Preparation): Promise<ItemWrite[]> {
  const names = new Map(
    items.map(({ resource, id, body }) => [
      `${resource}/${id}`,
      formatItemName(getDeclaration(resource), body),
    ]),
  )
  const findDemoName: FindReferenceName = async ({ resource, _id }) => names.get(`${resource}/${_id}`) ?? null
  return Promise.all(
    items.map(async ({ resource, id, body, alt, derived }) => {
      const options = { id, derived, findReferencedName: findDemoName }
      const item = await prepare.newItem(resource, { ...body, alt }, options)
      if (!item.ok) throw new Error(`${resource}: ${JSON.stringify(item)}`)
      return item.value
    }),
  )
}
