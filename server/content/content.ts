/**
 * The one way in and out of the six resources. A write goes: parse → store pictures → sanitise → one transaction →
 * present; who may write was settled by the API table. Pages read through the same functions.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type Declaration, fieldsOfKind, imageFields, type Picture } from '../../contract/content/fields.ts'
import type { Changes, HistoryAction } from '../../contract/content/history.ts'
import type { Page, PageQuery } from '../../contract/content/reader.ts'
import { type AnyEntity, declarationOf, type ResourceName } from '../../contract/content/resources.ts'
import {
  createSchema,
  isBlankHtml,
  listQuerySchema,
  parse,
  tooManyBytes,
  updateSchema,
} from '../../contract/content/schemas.ts'
import { fold, toTitle } from '../../contract/content/titles.ts'
import { type FieldError, REQUIRED } from '../../contract/problems.ts'
import { type Database, isUniqueViolation } from '../../db/connect.ts'
import * as store from '../../db/content.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { done, type Outcome, refuse } from '../http/problem-response.ts'
import type { Images } from '../media/images.ts'
import { type Actor, record } from './history.ts'
import { inlineMediaIds, sanitizeRichText } from './richtext.ts'
import { transact } from './transact.ts'
import { takeOut } from './trash.ts'
import { type Alt, changesBetween, type Stored, subjectOf, type Values } from './versions.ts'

export interface Author {
  by: Actor
  /** The request's Idempotency-Key, and the hash of its body. */
  idempotency?: { key: string; fingerprint: string }
}

/** An entity and its edit counter. */
export interface Versioned {
  entity: AnyEntity
  version: number
}

export interface Content {
  list(resource: ResourceName, query?: PageQuery): Promise<Page<AnyEntity>>
  one(resource: ResourceName, id: string): Promise<Versioned | null>
  newsByTitle(title: string): Promise<Versioned | null>
  create(resource: ResourceName, body: unknown, author: Author): Promise<Outcome<Versioned>>
  /** @param expected the edit counter that the editor saw, or null: the last one wins */
  update(
    resource: ResourceName,
    id: string,
    body: unknown,
    change: { by: Actor; expected: number[] | null },
  ): Promise<Outcome<Versioned>>
  /**
   * Makes an item what it once was, taking it out of the bin if it lies there.
   * @param seen the row from which `target` was worked out: nothing is written when it has changed since
   */
  revert(resource: ResourceName, seen: ContentRow, target: Stored, by: Actor): Promise<Outcome<Versioned>>
  /** Puts items into the bin, all at once. @returns the ids of those that were there */
  remove(resource: ResourceName, ids: string[], by: Actor): Promise<Outcome<string[]>>
  /** Rows as the API answers them. */
  present(resource: ResourceName, rows: ContentRow[]): Promise<AnyEntity[]>
  /** Writes items of declared fields in one transaction, pictures having been stored before (demo content). */
  fill(
    items: { resource: ResourceName; values: Values; alt: Alt }[],
    mark: (tx: Kysely<Tables>) => Promise<void>,
  ): Promise<void>
  /** Forgets old idempotency keys. */
  tidy(): Promise<void>
}

/** A change on its way into a row. */
interface Writing {
  /** By column. */
  values: Values
  /** Pictures inside the rich texts; null: look into them. */
  bodyMedia: string[] | null
  by: Actor
  action: HistoryAction
}

interface ContentOptions {
  database: Database
  images: Images
  now: () => number
  /** Called after a commit, before the answer: pages that read the resource are stale. */
  onChange(resource: ResourceName, revision: number): void
}

const DAY_MS = 86_400_000
/** A form that was left open for a night can still be sent again safely. */
const IDEMPOTENCY_MS = 2 * DAY_MS

export function createContent({ database, images, now, onChange }: ContentOptions): Content {
  const { dialect, read } = database

  async function present(resource: ResourceName, rows: ContentRow[]): Promise<AnyEntity[]> {
    const declaration = declarationOf(resource)
    const names = imageFields(declaration)
    const pictures = await images.pictures(rows.flatMap((row) => names.map((name) => String(row[name]))))
    return rows.map((row) => toEntity(declaration, row, pictures))
  }

  async function presentOne(resource: ResourceName, row: ContentRow): Promise<Versioned> {
    const [entity] = await present(resource, [row])
    return { entity: entity as AnyEntity, version: row.version }
  }

  /**
   * Pictures to files, rich text to its allow-list. Everything slow happens here, before the transaction.
   * @param kept the row being changed: a field that names its own picture keeps it
   */
  async function prepare(
    resource: ResourceName,
    parsed: Record<string, unknown>,
    kept: ContentRow | null,
  ): Promise<Outcome<{ values: Values; bodyMedia: string[] | null }>> {
    const declaration = declarationOf(resource)
    const values: Values = {}
    const errors: FieldError[] = []
    let bodyMedia: string[] | null = null
    for (const [name, field] of Object.entries(declaration.fields)) {
      const value = parsed[name]
      if (typeof value !== 'string') continue
      if (field.kind === 'image') {
        if (kept && images.idOf(value) === kept[name]) continue
        const stored = await images.store(value)
        if (stored.ok) values[name] = stored.id
        else if (stored.problem === 'image-too-large') {
          return refuse('image-too-large', { errors: [{ field: name, message: stored.message }] })
        } else errors.push({ field: name, message: stored.message })
      } else if (field.kind === 'rich') {
        const { html, mediaIds } = await sanitizeRichText(value, images)
        if (isBlankHtml(html)) {
          if (kept) continue
          return refuse('missing-fields', { errors: [{ field: name, message: REQUIRED }] })
        }
        // Escaping makes it longer: what is stored must be what an editor can send back.
        if (Buffer.byteLength(html) > field.maxBytes)
          errors.push({ field: name, message: tooManyBytes(field.maxBytes) })
        values[name] = html
        bodyMedia = mediaIds
      } else values[name] = value
    }
    if (errors.length > 0) return refuse('invalid-fields', { errors })
    return done({ values: withTitleKey(resource, values), bodyMedia })
  }

  async function insert(
    tx: Kysely<Tables>,
    resource: ResourceName,
    item: store.NewItem,
    bodyMedia: string[],
  ) {
    const row = await store.insertItem(tx, dialect, resource, item)
    if (resource === 'news') await store.moveNewsTitle(tx, row.id, null, String(row.titleKey))
    await store.replaceMediaRefs(tx, resource, row.id, [...pictureIds(resource, row), ...bodyMedia])
    return row
  }

  /** Writes what differs from the locked row: the one way in which an item changes. @returns null when nothing does */
  async function change(
    tx: Kysely<Tables>,
    resource: ResourceName,
    row: ContentRow,
    { values, bodyMedia, by, action }: Writing,
  ): Promise<ContentRow | null> {
    const differing = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => row[name] !== value),
    )
    if (Object.keys(differing).length === 0) return null
    const at = now()
    const changed = await store.updateItem(tx, dialect, resource, { row, at, by: by.id, values: differing })
    if (resource === 'news' && changed.titleKey !== row.titleKey) {
      await store.moveNewsTitle(tx, row.id, String(row.titleKey), String(changed.titleKey))
    }
    const inBody = bodyMedia ?? bodyPictures(resource, changed)
    await store.replaceMediaRefs(tx, resource, row.id, [...pictureIds(resource, changed), ...inBody])
    const changes = changesBetween(resource, row, changed)
    await record(tx, {
      at,
      by,
      action,
      ...subjectOf(resource, changed),
      changes,
      mediaIds: picturesIn(resource, changes),
    })
    return changed
  }

  /**
   * Runs a write and tells the pages.
   * @param work answers the row as it is now, and how many live items there are more than before; null: nothing changed
   */
  async function commit(
    resource: ResourceName,
    work: (tx: Transaction<Tables>) => Promise<Outcome<{ row: ContentRow; added: number | null }>>,
  ): Promise<Outcome<Versioned>> {
    try {
      const outcome = await transact(database, async (tx) => {
        const written = await work(tx)
        if (!written.ok) return written
        const { row, added } = written.value
        return done({ row, revision: added === null ? null : await store.raiseRevision(tx, resource, added) })
      })
      if (!outcome.ok) return outcome
      const { row, revision } = outcome.value
      if (revision !== null) onChange(resource, revision)
      return done(await presentOne(resource, row))
    } catch (error) {
      if (isUniqueViolation(error)) return titleTaken()
      throw error
    }
  }

  return {
    async list(resource, query = {}) {
      const { rows, total } = await store.listLive(
        database,
        resource,
        listQuerySchema(declarationOf(resource)).parse(query),
      )
      return { items: await present(resource, rows), total }
    },

    async one(resource, id) {
      const row = await store.findLive(read, resource, id)
      return row && presentOne(resource, row)
    },

    async newsByTitle(title) {
      const key = fold(toTitle(title))
      const row = key === '' ? null : await store.findNewsByTitle(read, key)
      return row && presentOne('news', row)
    },

    present,

    async create(resource, body, { by, idempotency }) {
      const userId = by.id
      const repeated = async () => {
        if (!idempotency) return null
        const known = await store.findIdempotency(read, { key: idempotency.key, userId, resource })
        if (!known) return null
        if (known.fingerprint !== idempotency.fingerprint) return refuse('key-reused')
        const row = await store.findAny(read, resource, known.itemId)
        return row ? done(await presentOne(resource, row)) : refuse('not-found')
      }
      const before = await repeated()
      if (before) return before

      const parsed = parse(createSchema(declarationOf(resource)), body)
      if (!parsed.ok) return refuse(parsed.refusal.id, { errors: parsed.refusal.errors })
      const prepared = await prepare(resource, parsed.value, null)
      if (!prepared.ok) return prepared
      const { values, bodyMedia } = prepared.value
      const at = now()
      const id = randomUUIDv7()
      const alt = JSON.stringify(altOf(resource, parsed.value.alt, {}))
      try {
        const { row, revision } = await database.write(async (tx) => {
          const item = { id, at, by: userId, values: { ...values, alt } }
          const row = await insert(tx, resource, item, bodyMedia ?? [])
          await record(tx, { at, by, action: 'create', ...subjectOf(resource, row) })
          if (idempotency) {
            await store.rememberIdempotency(tx, {
              ...idempotency,
              userId,
              resource,
              itemId: id,
              createdAt: at,
            })
          }
          return { row, revision: await store.raiseRevision(tx, resource, 1) }
        })
        onChange(resource, revision)
        return done(await presentOne(resource, row))
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        // Either the same request was being handled at the same time, or the title is taken.
        return (await repeated()) ?? titleTaken()
      }
    },

    async update(resource, id, body, { by, expected }) {
      const seen = await store.findLive(read, resource, id)
      if (!seen) return refuse('not-found')
      if (expected && !expected.includes(seen.version)) return refuse('edited-meanwhile')
      const parsed = parse(updateSchema(declarationOf(resource)), body)
      if (!parsed.ok) return refuse(parsed.refusal.id, { errors: parsed.refusal.errors })
      const prepared = await prepare(resource, parsed.value, seen)
      if (!prepared.ok) return prepared
      const { values, bodyMedia } = prepared.value
      return commit(resource, async (tx) => {
        const row = await store.lockLive(tx, dialect, resource, id)
        if (!row) return refuse('not-found')
        if (expected && !expected.includes(row.version)) return refuse('edited-meanwhile')
        const alt = JSON.stringify(altOf(resource, parsed.value.alt, JSON.parse(row.alt)))
        const writing = { values: { ...values, alt }, bodyMedia, by, action: 'update' } as const
        const changed = await change(tx, resource, row, writing)
        return done({ row: changed ?? row, added: changed ? 0 : null })
      })
    },

    async revert(resource, seen, { values: stored, alt }, by) {
      const values = { ...stored }
      // What may stand in a text today is judged today.
      for (const name of fieldsOfKind(declarationOf(resource), 'rich'))
        if (values[name] !== undefined) values[name] = (await sanitizeRichText(values[name], images)).html
      return commit(resource, async (tx) => {
        const row = await store.lockAny(tx, dialect, resource, seen.id)
        if (!row) return refuse('not-found')
        if (row.version !== seen.version || row.deletedAt !== seen.deletedAt)
          return refuse('edited-meanwhile')
        const altJson = JSON.stringify(altOf(resource, alt, {}))
        const changed = await change(tx, resource, row, {
          values: withTitleKey(resource, { ...values, alt: altJson }),
          bodyMedia: null,
          by,
          action: 'revert',
        })
        if (row.deletedAt === null) return done({ row: changed ?? row, added: changed ? 0 : null })
        // Now that it has its earlier title, which may be free where the later one is not.
        const taken = await takeOut(tx, dialect, resource, changed ?? row, { at: now(), by })
        return taken.ok ? done({ row: taken.value, added: 1 }) : taken
      })
    },

    async remove(resource, ids, by) {
      const outcome = await database.write(async (tx) => {
        const at = now()
        const gone: string[] = []
        // In one order, so that two who delete the same items wait for each other and not in a circle.
        for (const id of [...new Set(ids)].sort()) {
          const row = await store.lockLive(tx, dialect, resource, id)
          if (!row) continue
          await store.binItem(tx, dialect, resource, { row, at, by: by.id })
          await record(tx, { at, by, action: 'delete', ...subjectOf(resource, row) })
          gone.push(id)
        }
        return gone.length > 0 && { gone, revision: await store.raiseRevision(tx, resource, -gone.length) }
      })
      if (!outcome) return refuse('not-found')
      onChange(resource, outcome.revision)
      return done(outcome.gone)
    },

    async fill(items, mark) {
      const prepared = await Promise.all(
        items.map(async ({ resource, values, alt }) => {
          const parsed = parse(createSchema(declarationOf(resource)), { ...values, alt })
          if (!parsed.ok) throw new Error(`${resource}: ${JSON.stringify(parsed.refusal)}`)
          const ready = await prepare(resource, parsed.value, null)
          if (!ready.ok) throw new Error(`${resource}: ${JSON.stringify(ready)}`)
          const altJson = JSON.stringify(altOf(resource, parsed.value.alt, {}))
          return {
            resource,
            values: { ...ready.value.values, alt: altJson },
            bodyMedia: ready.value.bodyMedia ?? [],
          }
        }),
      )
      const revisions = await database.write(async (tx) => {
        const raised = new Map<ResourceName, number>()
        for (const { resource, values, bodyMedia } of prepared) {
          await insert(tx, resource, { id: randomUUIDv7(), at: now(), by: null, values }, bodyMedia)
          raised.set(resource, await store.raiseRevision(tx, resource, 1))
        }
        await mark(tx)
        return raised
      })
      for (const [resource, revision] of revisions) onChange(resource, revision)
    },

    async tidy() {
      await store.forgetIdempotency(database, now() - IDEMPOTENCY_MS)
    },
  }

  /** Pictures that a change names, on either side of it. */
  function picturesIn(resource: ResourceName, changes: Changes): string[] {
    const { fields } = declarationOf(resource)
    return Object.entries(changes).flatMap(([name, sides]) => {
      const values = sides.filter((side) => side !== null)
      const kind = fields[name]?.kind
      if (kind === 'image') return values
      return kind === 'rich' ? values.flatMap((html) => inlineMediaIds(html, images)) : []
    })
  }

  /** Pictures inside the rich texts of an item whose texts did not change. */
  function bodyPictures(resource: ResourceName, row: ContentRow): string[] {
    return fieldsOfKind(declarationOf(resource), 'rich').flatMap((name) =>
      inlineMediaIds(String(row[name]), images),
    )
  }
}

const titleTaken = () =>
  refuse('title-taken', {
    errors: [{ field: 'newsTitle', message: 'Ya existe una novedad con ese título.' }],
  })

/** The title without regard to case or accents goes with the title. */
const withTitleKey = (resource: ResourceName, values: Values): Values =>
  resource === 'news' && values.newsTitle ? { ...values, titleKey: fold(values.newsTitle) } : values

const pictureIds = (resource: ResourceName, row: ContentRow): string[] =>
  imageFields(declarationOf(resource)).map((name) => String(row[name]))

/** The text alternatives after a write: what was sent, else what there was, else none (decorative). */
function altOf(resource: ResourceName, sent: unknown, old: Alt): Alt {
  const given = (sent ?? {}) as Record<string, string | null | undefined>
  return Object.fromEntries(
    imageFields(declarationOf(resource)).map((name) => {
      const value = given[name] === undefined ? (old[name] ?? null) : given[name]
      return [name, value === '' ? null : value]
    }),
  )
}

/** The whitelist of what leaves: declared fields, and the four that every entity has. */
function toEntity(declaration: Declaration, row: ContentRow, pictures: Map<string, Picture>): AnyEntity {
  const entity: AnyEntity = {
    _id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    images: {},
    alt: JSON.parse(row.alt) as Alt,
  }
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (field.kind === 'image') {
      const picture = pictures.get(String(row[name]))
      if (!picture) throw new Error(`${declaration.name} ${row.id}: picture ${row[name]} has no row`)
      entity[name] = picture.src
      entity.images[name] = picture
    } else entity[name] = row[name]
  }
  return entity
}
