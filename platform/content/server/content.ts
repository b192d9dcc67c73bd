/**
 * The one way in and out of content, deleting for good (trash.ts) excepted. A write goes: parse → store pictures → sanitise → one transaction (write.ts) →
 * present; who may write was settled by the API table. Pages read through the same functions.
 */
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Outcome, problem, success } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import * as store from '../../db/content.ts'
import { isVisible } from '../../db/publication.ts'
import { findSlug } from '../../db/slugs.ts'
import type { ContentRow, Tables } from '../../db/tables.ts'
import { findByTitle } from '../../db/titles.ts'
import type { Images } from '../../media/server/images.ts'
import { currentNight } from '../../shared/dates.ts'
import { nameOf } from '../../shared/names.ts'
import type { FoundBySlug, Page, PageQuery } from '../shared/content-reader.ts'
import { createSchema, listQuerySchema, parse, updateSchema } from '../shared/content-schemas.ts'
import { withoutSecrets } from '../shared/delayed-reveal.ts'
import { kindOf as contractKindOf } from '../shared/field-types.ts'
import { type Declaration, imageFields, type Picture } from '../shared/fields.ts'
import { flatten, nest } from '../shared/nested-values.ts'
import type { ListState, Publication } from '../shared/publication.ts'
import {
  type AnyEntity,
  declarationOf,
  type EntityOf,
  type ResourceName,
  resourceNames,
} from '../shared/resources.ts'
import type { Share } from '../shared/share-set.ts'
import { fold, toTitle } from '../shared/titles.ts'
import type { Actor } from './audit-log.ts'
import { kindOf } from './field-writers.ts'
import { type NameReferred, prepareFields } from './prepare.ts'
import { type IsShown, nameReferred, shownReferences, withoutHidden } from './references.ts'
import type { ResolveLink } from './short-links.ts'
import type { TimedRulesByResource } from './timed-rules.ts'
import { type Alt, publicationOf, type Stored, type Values } from './versions.ts'
import { createWriteItems, type ItemWrite, type Target } from './write.ts'

export interface Author {
  by: Actor
  /** The request's Idempotency-Key, and the hash of its body. */
  idempotency?: { key: string; fingerprint: string }
}

/** Whom an answer is for. */
export type Audience = 'visitors' | 'administrators'

/** An entity and its edit counter. */
export interface Versioned<E = AnyEntity> {
  entity: E
  version: number
}

/** A visible item that was found by its slug or by one that it had before: `slug` is its own. */
export type VersionedBySlug = FoundBySlug & { version: number }

/** An item as it is to be, under its id. */
export interface Filling {
  resource: ResourceName
  id: string
  /** As in a POST. */
  body: Record<string, unknown>
  alt: Alt
  /** What only the server writes. */
  derived: Values
}

/** What is read of content. */
export interface ContentReading {
  /**
   * What visitors see, or for administrators what is in a state. `versions` are the edit counters of the items.
   * `timeZone`, an IANA name: where tonight is told, which the order 'next' needs. @throws TypeError without it
   */
  list<R extends ResourceName>(
    resource: R,
    query?: PageQuery & { state?: ListState | undefined; timeZone?: string },
  ): Promise<Page<EntityOf<R>> & { versions: number[] }>
  /** @param path the address above the slug, such as `/fechas/` */
  bySlug(path: string, slug: string): Promise<VersionedBySlug | null>
  /** Years of which there are visible items before a day (`YYYY-MM-DD`), the last first. */
  yearsBefore(resource: ResourceName, until: string): Promise<number[]>
  /** @param audience 'administrators' get what is hidden too */
  one<R extends ResourceName>(
    resource: R,
    id: string,
    audience: Audience,
  ): Promise<Versioned<EntityOf<R>> | null>
  /** What visitors see of a resource that has titles, by that or by one that an item had before. */
  byTitle<R extends ResourceName>(resource: R, title: string): Promise<Versioned<EntityOf<R>> | null>
}

export interface Content extends ContentReading {
  /** True when items change with the time in the club's time zone. Answers with them depend on the settings. */
  isTimed(resource: ResourceName): boolean
  /** Reads as if an item were published, unless it lies in the bin. */
  revealing(id: string): ContentReading
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
  /** Takes items out of the bin, all or none of those that are in it. @returns them, in the order asked for */
  restore(resource: ResourceName, ids: string[], by: Actor): Promise<Outcome<AnyEntity[]>>
  /** Rows as the API answers administrators. */
  present(resource: ResourceName, rows: ContentRow[]): Promise<AnyEntity[]>
  /** Writes items in one transaction, pictures having been stored before; they may refer to each other (demo content). */
  fill(items: Filling[], mark: (tx: Kysely<Tables>) => Promise<void>): Promise<void>
  /** Forgets old idempotency keys. */
  tidy(at: number): Promise<void>
}

interface ContentOptions {
  database: Database
  images: Images
  resolveLink: ResolveLink
  now: () => number
  /** The club's IANA time zone. The hours of a night are wall-clock times in it. */
  timeZone(): Promise<string>
  /** Default: no resource has any. */
  timedRules?: TimedRulesByResource
  /** Called after a commit, before the answer: pages that read the resource are stale. */
  onChange(resource: store.Revised, revision: number): void
  /** What administrators get beside an item for passing it on; null: nothing. @param item as visitors see it, or will */
  shareOf?: (resource: ResourceName, item: AnyEntity) => Promise<Share | null>
}

interface NewOptions {
  id?: string
  /** What only the server writes. */
  derived?: Values
  /** What the item that a reference leads to is called; null: there is none. */
  named?: NameReferred
}

const DAY_MS = 86_400_000
/** A form that was left open for a night can still be sent again safely. */
const IDEMPOTENCY_MS = 2 * DAY_MS

export function createContent({
  database,
  images,
  resolveLink,
  now,
  timeZone: clubTimeZone,
  timedRules = {},
  onChange,
  shareOf,
}: ContentOptions): Content {
  const { read } = database

  async function present(
    resource: ResourceName,
    stored: ContentRow[],
    audience: Audience = 'administrators',
    including?: string,
    forSharing = false,
  ): Promise<AnyEntity[]> {
    const declaration = declarationOf(resource)
    const at = now()
    const rows = audience === 'visitors' ? stored.map((row) => withoutSecrets(declaration, row, at)) : stored
    const names = imageFields(declaration)
    const ids = rows.flatMap((row) => names.flatMap((name) => (row[name] === null ? [] : String(row[name]))))
    const [pictures, isShown] = await Promise.all([
      images.pictures(ids),
      audience === 'visitors'
        ? shownReferences(database, declaration, rows, { now: at, including })
        : () => true,
    ])
    const entities = rows.map((row) => toEntity(declaration, row, pictures, isShown))
    const rules = timedRules[resource]
    if (audience === 'visitors' && rules) {
      const timeZone = await clubTimeZone()
      return entities.map((entity) => rules.forVisitors(entity, at, timeZone))
    }
    if (!forSharing || !shareOf) return entities
    // Nothing that is not revealed yet is passed on.
    const told = rows.map((row) =>
      toEntity(declaration, withoutSecrets(declaration, row, at), pictures, isShown),
    )
    const shares = await Promise.all(told.map((entity) => shareOf(resource, entity)))
    return entities.map((entity, index) => {
      const share = shares[index]
      return share ? { ...entity, share } : entity
    })
  }

  /** What there is of items today, for administrators. */
  const presentToday = (resource: ResourceName, rows: ContentRow[]) =>
    present(resource, rows, 'administrators', undefined, true)

  /** Presents items to an audience. `toEntity` makes them after the declaration of their resource, which fixes their type. */
  async function presentTo<R extends ResourceName>(
    audience: Audience,
    resource: R,
    rows: ContentRow[],
    including?: string,
  ): Promise<EntityOf<R>[]> {
    const entities =
      audience === 'administrators'
        ? await presentToday(resource, rows)
        : await present(resource, rows, audience, including)
    return entities as EntityOf<R>[]
  }

  async function presentOne<R extends ResourceName>(
    resource: R,
    row: ContentRow,
    audience: Audience = 'administrators',
    including?: string,
  ): Promise<Versioned<EntityOf<R>>> {
    const [entity] = await presentTo(audience, resource, [row], including)
    return { entity: entity as EntityOf<R>, version: row.version }
  }

  const nameInClub: NameReferred = (reference) => nameReferred(database, reference)

  const writeItems = createWriteItems({ database, images, now, onChange })

  /** As `writeItems` of one item. */
  async function writeOne(
    item: ItemWrite & { resource: ResourceName },
    by: Actor,
  ): Promise<Outcome<Versioned>> {
    const outcome = await writeItems([item], { by })
    if (!outcome.ok) return outcome
    const [row] = outcome.value
    return row ? success(await presentOne(item.resource, row)) : problem('not-found')
  }

  /** Does to each of these items of a resource the same. @returns the rows of those to which anything was done */
  async function writeAll(
    resource: ResourceName,
    ids: string[],
    by: Actor,
    target: (row: ContentRow | null) => Target | null,
  ): Promise<Outcome<ContentRow[]>> {
    // In one order, so that two who write the same items wait for each other and not in a circle.
    const items = [...new Set(ids)]
      .sort()
      .map((id) => ({ resource, id, target: (row: ContentRow | null) => success(target(row)) }))
    const outcome = await writeItems(items, { by })
    if (!outcome.ok) return outcome
    const rows = outcome.value.filter((row) => row !== null)
    return rows.length === 0 ? problem('not-found') : success(rows)
  }

  const prepare = (
    resource: ResourceName,
    parsed: Record<string, unknown>,
    kept: ContentRow | null,
    named: NameReferred = nameInClub,
  ) => {
    const declaration = declarationOf(resource)
    const sent = flatten(declaration.fields, parsed) as Record<string, unknown>
    return prepareFields(declaration, sent, kept, { images, nameReferred: named, resolveLink })
  }

  /** A new item of what was sent. */
  async function prepareNew(
    resource: ResourceName,
    body: unknown,
    { id = randomUUIDv7(), derived = {}, named = nameInClub }: NewOptions = {},
  ): Promise<Outcome<ItemWrite>> {
    const parsed = parse(createSchema(declarationOf(resource)), body)
    if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
    const prepared = await prepare(resource, parsed.value, null, named)
    if (!prepared.ok) return prepared
    const published = publicationColumns(parsed.value, null, now())
    if (!published.ok) return published
    const values = {
      ...prepared.value,
      ...published.value,
      ...derived,
      alt: altJson(resource, parsed.value.alt),
    }
    return success({ resource, id, target: () => success({ values, live: true }) })
  }

  /** @param including the id of an item that counts as published unless it is in the bin */
  const reading = (including?: string): ContentReading => {
    const isShown = (row: ContentRow) =>
      isVisible(row, now()) || (row.id === including && row.deletedAt === null)
    return {
      async list(resource, { mentions, timeZone, ...query } = {}) {
        const { state, ...parsed } = listQuerySchema(declarationOf(resource)).parse(query)
        const isForVisitors = state === undefined
        const list = {
          ...parsed,
          state: state ?? 'published',
          mentions,
          now: now(),
          tonight: timeZone && currentNight(new Date(now()), timeZone),
          including,
          isForVisitors,
        }
        const { rows, total } = await store.listItems(database, resource, list)
        return {
          items: await presentTo(isForVisitors ? 'visitors' : 'administrators', resource, rows, including),
          total,
          versions: rows.map(({ version }) => version),
        }
      },

      async one(resource, id, audience) {
        const row = await store.findAny(read, resource, id)
        if (row === null || row.deletedAt !== null) return null
        return audience === 'administrators' || isShown(row)
          ? presentOne(resource, row, audience, including)
          : null
      },

      async byTitle(resource, title) {
        const key = fold(toTitle(title))
        const row =
          key === '' ? null : await findByTitle(read, resource, { titleKey: key, now: now(), including })
        return row && presentOne(resource, row, 'visitors', including)
      },

      async bySlug(path, slug) {
        const found = await findSlug(read, path, slug)
        const resource = found && resourceNames.find((name) => name === found.resource)
        if (!found || !resource) return null
        const row = await store.findAny(read, resource, found.itemId)
        if (row === null || !isShown(row)) return null
        const item = await presentOne(resource, row, 'visitors', including)
        return { resource, slug: String(row.slug), ...item } as VersionedBySlug
      },

      yearsBefore: (resource, until) => store.yearsBefore(read, resource, { until, now: now(), including }),
    }
  }

  return {
    isTimed: (resource) => timedRules[resource] !== undefined,
    ...reading(),
    revealing: reading,

    present: (resource, rows) => present(resource, rows),

    async create(resource, body, { by, idempotency }) {
      const repeated = async () => {
        if (!idempotency) return null
        const known = await store.findIdempotency(read, { key: idempotency.key, userId: by.id, resource })
        if (!known) return null
        if (known.fingerprint !== idempotency.fingerprint) return problem('key-reused')
        const row = await store.findAny(read, resource, known.itemId)
        return row ? success(await presentOne(resource, row)) : problem('not-found')
      }
      const before = await repeated()
      if (before) return before

      const item = await prepareNew(resource, body)
      if (!item.ok) return item
      const { id } = item.value
      const outcome = await writeItems([item.value], {
        by,
        async first(tx) {
          if (!idempotency) return success(null)
          const request = { ...idempotency, userId: by.id, resource, itemId: id, createdAt: now() }
          return (await store.rememberIdempotency(tx, request)) ? success(null) : problem('key-reused')
        },
      })
      // The same request may have been handled at the same time.
      if (!outcome.ok) return (await repeated()) ?? outcome
      return success(await presentOne(resource, outcome.value[0] as ContentRow))
    },

    async update(resource, id, body, { by, expected }) {
      const judge = (row: ContentRow | null): Outcome<ContentRow> => {
        if (row?.deletedAt !== null) return problem('not-found')
        return expected && !expected.includes(row.version) ? problem('edited-meanwhile') : success(row)
      }
      const seen = judge(await store.findAny(read, resource, id))
      if (!seen.ok) return seen
      const parsed = parse(updateSchema(declarationOf(resource)), body)
      if (!parsed.ok) return problem(parsed.problem.id, { errors: parsed.problem.errors })
      const prepared = await prepare(resource, parsed.value, seen.value)
      if (!prepared.ok) return prepared
      const target = (row: ContentRow | null): Outcome<Target> => {
        const judged = judge(row)
        if (!judged.ok) return judged
        const alt = altJson(resource, parsed.value.alt, judged.value)
        const published = publicationColumns(parsed.value, judged.value, now())
        return published.ok ? success({ values: { ...prepared.value, ...published.value, alt } }) : published
      }
      return writeOne({ resource, id, target }, by)
    },

    async revert(resource, seen, { values: stored, alt }, by) {
      const values: Values = { ...stored, alt: altJson(resource, alt) }
      for (const [name, field] of Object.entries(declarationOf(resource).fields)) {
        const value = values[name]
        if (typeof value === 'string') values[name] = (await kindOf(field).renew?.(value, images)) ?? value
      }
      const target = (row: ContentRow | null): Outcome<Target> => {
        if (!row) return problem('not-found')
        const isAsSeen = row.version === seen.version && row.deletedAt === seen.deletedAt
        return isAsSeen ? success({ values, live: true }) : problem('edited-meanwhile')
      }
      return writeOne({ resource, id: seen.id, action: 'revert', target }, by)
    },

    async remove(resource, ids, by) {
      const gone = await writeAll(resource, ids, by, (row) =>
        row?.deletedAt === null ? { live: false } : null,
      )
      return gone.ok ? success(gone.value.map(({ id }) => id)) : gone
    },

    async restore(resource, ids, by) {
      const restored = await writeAll(resource, ids, by, (row) =>
        row && row.deletedAt !== null ? { live: true } : null,
      )
      if (!restored.ok) return restored
      const rows = new Map(restored.value.map((row) => [row.id, row]))
      const inOrder = [...new Set(ids)].flatMap((id) => rows.get(id) ?? [])
      return success(await presentToday(resource, inOrder))
    },

    async fill(items, mark) {
      const names = new Map(
        items.map(({ resource, id, body }) => [`${resource}/${id}`, nameOf(declarationOf(resource), body)]),
      )
      const known: NameReferred = async ({ resource, _id }) => names.get(`${resource}/${_id}`) ?? null
      const made = await Promise.all(
        items.map(async ({ resource, id, body, alt, derived }) => {
          const item = await prepareNew(resource, { ...body, alt }, { id, derived, named: known })
          if (!item.ok) throw new Error(`${resource}: ${JSON.stringify(item)}`)
          return item.value
        }),
      )
      await writeItems(made, {
        by: null,
        async first(tx) {
          await mark(tx)
          return success(null)
        },
      })
    },

    async tidy(at) {
      await store.forgetIdempotency(database, at - IDEMPOTENCY_MS)
    },
  }
}

/**
 * When an item is published after a write. What is published by hand, without a time, is so from now on.
 * @param sent what was parsed of the body
 */
function publicationColumns(
  sent: { [K in keyof Publication]?: Publication[K] | undefined },
  row: ContentRow | null,
  now: number,
): Outcome<Pick<ContentRow, 'draft' | 'publishAt' | 'unpublishAt'>> {
  const timeOf = (name: 'publishAt' | 'unpublishAt'): number | null => {
    const value = sent[name]
    return typeof value === 'string' ? Date.parse(value) : value === null ? null : (row?.[name] ?? null)
  }
  const draft = sent.draft ?? row?.draft === 1
  const isLetOut = row?.draft === 1 && !draft
  const publishAt = timeOf('publishAt') ?? (isLetOut ? now : null)
  const unpublishAt = timeOf('unpublishAt')
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt)
    return problem('invalid-fields', {
      errors: [{ field: 'unpublishAt', message: 'Tiene que ser después de que se publica.' }],
    })
  return success({ draft: draft ? 1 : 0, publishAt, unpublishAt })
}

/** The text alternatives after a write: what was sent, else what there was, else none (decorative). */
function altJson(resource: ResourceName, sent: unknown, row: ContentRow | null = null): string {
  const given = (sent ?? {}) as Record<string, string | null | undefined>
  const old: Alt = row ? JSON.parse(row.alt) : {}
  const alt = imageFields(declarationOf(resource)).map((name) => {
    const value = given[name] === undefined ? (old[name] ?? null) : given[name]
    return [name, value === '' ? null : value]
  })
  return JSON.stringify(Object.fromEntries(alt))
}

/** The whitelist of what leaves: declared fields, and those that every entity has. */
function toEntity(
  declaration: Declaration,
  row: ContentRow,
  pictures: Map<string, Picture>,
  isShown: IsShown,
): AnyEntity {
  const entity: AnyEntity = {
    _id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    ...publicationOf(row),
    images: {},
    alt: JSON.parse(row.alt) as Alt,
  }
  const said: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (field.kind === 'image') {
      if (row[name] === null) {
        said[name] = null
        continue
      }
      const picture = pictures.get(String(row[name]))
      if (!picture) throw new Error(`${declaration.name} ${row.id}: picture ${row[name]} has no row`)
      said[name] = picture.src
      entity.images[name] = picture
    } else {
      const value = contractKindOf(field).read(row[name] as string | null, field)
      said[name] = withoutHidden(field, value, isShown)
    }
  }
  Object.assign(entity, nest(said))
  if (declaration.page) entity.slug = row.slug
  return entity
}
