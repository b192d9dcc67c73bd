/**
 * The one way in and out of the six resources. A write goes: parse → store pictures → sanitise → one transaction →
 * present; who may write was settled by the API table. Pages read through the same functions.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Declaration, fieldsOfKind, imageFields, type Picture } from '../contract/fields.ts'
import { TRASH_DAYS } from '../contract/limits.ts'
import { type FieldError, REQUIRED } from '../contract/problems.ts'
import type { Page, PageQuery } from '../contract/reader.ts'
import { type AnyEntity, declarationOf, type ResourceName, resourceNames } from '../contract/resources.ts'
import {
  createSchema,
  isBlankHtml,
  listQuerySchema,
  parse,
  tooManyBytes,
  updateSchema,
} from '../contract/schemas.ts'
import { fold, toTitle } from '../contract/titles.ts'
import { type Database, isUniqueViolation } from '../db/connect.ts'
import * as store from '../db/content.ts'
import type { ContentRow, Tables } from '../db/tables.ts'
import type { Images } from './images.ts'
import { done, type Outcome, refuse } from './problems.ts'
import { inlineMediaIds, sanitizeRichText } from './richtext.ts'

export interface Author {
  userId: string
  /** The request's Idempotency-Key, and the hash of its body. */
  idempotency?: { key: string; fingerprint: string }
}

export interface Content {
  list(resource: ResourceName, query?: PageQuery): Promise<Page<AnyEntity>>
  one(resource: ResourceName, id: string): Promise<{ entity: AnyEntity; version: number } | null>
  newsByTitle(title: string): Promise<{ entity: AnyEntity; version: number } | null>
  create(
    resource: ResourceName,
    body: unknown,
    author: Author,
  ): Promise<Outcome<{ entity: AnyEntity; version: number }>>
  /** @param expected the edit counter that the editor saw, or null: the last one wins */
  update(
    resource: ResourceName,
    id: string,
    body: unknown,
    change: { userId: string; expected: number[] | null },
  ): Promise<Outcome<{ entity: AnyEntity; version: number }>>
  remove(resource: ResourceName, id: string, author: { userId: string }): Promise<Outcome<null>>
  /** Writes items of declared fields in one transaction, pictures having been stored before (demo content). */
  fill(
    items: { resource: ResourceName; values: Values; alt: Alt }[],
    mark: (tx: Kysely<Tables>) => Promise<void>,
  ): Promise<void>
  /** Deletes for good what has been in the bin for 30 days, and old idempotency keys. */
  tidy(): Promise<void>
}

export type Values = Record<string, string>
export type Alt = Record<string, string | null>

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

  async function presentOne(resource: ResourceName, row: ContentRow) {
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
    if (resource === 'news' && values.newsTitle) values.titleKey = fold(values.newsTitle)
    return done({ values, bodyMedia })
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

  return {
    async list(resource, query = {}) {
      const { rows, total } = await store.listLive(database, resource, listQuerySchema.parse(query))
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

    async create(resource, body, { userId, idempotency }) {
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

    async update(resource, id, body, { userId, expected }) {
      const seen = await store.findLive(read, resource, id)
      if (!seen) return refuse('not-found')
      if (expected && !expected.includes(seen.version)) return refuse('edited-meanwhile')
      const parsed = parse(updateSchema(declarationOf(resource)), body)
      if (!parsed.ok) return refuse(parsed.refusal.id, { errors: parsed.refusal.errors })
      const prepared = await prepare(resource, parsed.value, seen)
      if (!prepared.ok) return prepared
      const { values, bodyMedia } = prepared.value
      try {
        const outcome = await database.write(async (tx) => {
          const row = await store.lockLive(tx, dialect, resource, id)
          if (!row) return refuse('not-found')
          if (expected && !expected.includes(row.version)) return refuse('edited-meanwhile')
          const alt = JSON.stringify(altOf(resource, parsed.value.alt, JSON.parse(row.alt)))
          const changes = Object.fromEntries(
            Object.entries({ ...values, alt }).filter(([name, value]) => row[name] !== value),
          )
          if (Object.keys(changes).length === 0) return done({ row, revision: null })
          const changed = await store.updateItem(tx, dialect, resource, {
            row,
            at: now(),
            by: userId,
            values: changes,
          })
          if (resource === 'news' && changed.titleKey !== row.titleKey) {
            await store.moveNewsTitle(tx, id, String(row.titleKey), String(changed.titleKey))
          }
          const inBody = bodyMedia ?? bodyPictures(resource, changed)
          await store.replaceMediaRefs(tx, resource, id, [...pictureIds(resource, changed), ...inBody])
          return done({ row: changed, revision: await store.raiseRevision(tx, resource, 0) })
        })
        if (!outcome.ok) return outcome
        const { row, revision } = outcome.value
        if (revision !== null) onChange(resource, revision)
        return done(await presentOne(resource, row))
      } catch (error) {
        if (isUniqueViolation(error)) return titleTaken()
        throw error
      }
    },

    async remove(resource, id, { userId }) {
      const revision = await database.write(async (tx) => {
        const row = await store.lockLive(tx, dialect, resource, id)
        if (!row) return null
        await store.binItem(tx, dialect, resource, { row, at: now(), by: userId })
        return store.raiseRevision(tx, resource, -1)
      })
      if (revision === null) return refuse('not-found')
      onChange(resource, revision)
      return done(null)
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
      for (const resource of resourceNames)
        await store.emptyBin(database, resource, now() - TRASH_DAYS * DAY_MS)
      await store.forgetIdempotency(database, now() - IDEMPOTENCY_MS)
    },
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
