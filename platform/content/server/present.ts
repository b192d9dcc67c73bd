/** Converts rows of the database to entities of the API. */
import type { Versioned } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import type { ContentRow } from '../../db/tables.ts'
import type { TimedRules, TimedRulesByResource } from '../../db/timed-presentation.ts'
import type { Images } from '../../media/server/images.ts'
import { removeUnrevealedRows } from '../shared/delayed-reveal.ts'
import type { Picture, Share } from '../shared/entity-parts.ts'
import { getFieldType } from '../shared/field-types.ts'
import { type Declaration, listImageFields } from '../shared/fields.ts'
import { nest } from '../shared/nested-values.ts'
import { type AnyEntity, type EntityOf, getDeclaration, type ResourceName } from '../shared/resources.ts'
import { findShownReferences, type IsShown, removeHiddenReferences } from './references.ts'
import { type Alt, readPublication } from './versions.ts'

/** The kind of reader of an answer. */
export type Audience = 'visitors' | 'administrators'

/** Converts rows for readers. @param including id of a live item that counts as published */
export interface Presenter {
  many<R extends ResourceName>(
    resource: R,
    rows: ContentRow[],
    audience: Audience,
    including?: string,
  ): Promise<EntityOf<R>[]>
  one<R extends ResourceName>(
    resource: R,
    row: ContentRow,
    audience: Audience,
    including?: string,
  ): Promise<Versioned<EntityOf<R>>>
  /** Converts rows for administrators, without share image sets. */
  withoutShare(resource: ResourceName, rows: ContentRow[]): Promise<AnyEntity[]>
}

export interface PresenterOptions {
  database: Database
  images: Images
  now: () => number
  /** Returns the club's IANA time zone. Hours of a night are local times in it. */
  timeZone(): Promise<string>
  /** Rules for items that change with time. A resource without rules has no such items. */
  timedRules?: TimedRulesByResource
  shareOf?: ShareOf
}

/**
 * Returns the share image set that administrators get with an item. null when it has none
 * @param item as visitors see it now or will see it
 */
export type ShareOf = (resource: ResourceName, item: AnyEntity) => Promise<Share | null>

export function createPresenter(options: PresenterOptions): Presenter {
  const { database, images, now, timedRules = {}, shareOf } = options

  async function readPictures(declaration: Declaration, rows: ContentRow[]) {
    const names = listImageFields(declaration)
    return images.pictures(
      rows.flatMap((row) => names.flatMap((name) => (row[name] === null ? [] : String(row[name])))),
    )
  }

  async function forVisitors<R extends ResourceName>(
    resource: R,
    stored: ContentRow[],
    including?: string,
  ): Promise<EntityOf<R>[]> {
    const declaration = getDeclaration(resource)
    const at = now()
    const rows = stored.map((row) => removeUnrevealedRows(declaration, row, at))
    const [pictures, isShown] = await Promise.all([
      readPictures(declaration, rows),
      findShownReferences(database, declaration, rows, { now: at, including }),
    ])
    const entities = rows.map((row) => toEntity(resource, row, pictures, isShown))
    const rules: TimedRules<R> | undefined = timedRules[resource]
    if (!rules) return entities
    const timeZone = await options.timeZone()
    return entities.map((entity) => rules.forVisitors(entity, at, timeZone))
  }

  async function forAdministrators<R extends ResourceName>(
    resource: R,
    rows: ContentRow[],
    isSharing: boolean,
  ): Promise<EntityOf<R>[]> {
    const declaration = getDeclaration(resource)
    const pictures = await readPictures(declaration, rows)
    const toAdministratorEntity = (row: ContentRow) => toEntity(resource, row, pictures, () => true)
    const entities = rows.map(toAdministratorEntity)
    if (!isSharing || !shareOf) return entities
    const at = now()
    // Share images and their text are made from the item as visitors see it, because they must not reveal a line-up before
    // its reveal.
    const shares = await Promise.all(
      rows.map((row) => shareOf(resource, toAdministratorEntity(removeUnrevealedRows(declaration, row, at)))),
    )
    return entities.map((entity, index) => {
      const share = shares[index]
      return share ? { ...entity, share } : entity
    })
  }

  async function many<R extends ResourceName>(
    resource: R,
    rows: ContentRow[],
    audience: Audience,
    including?: string,
  ): Promise<EntityOf<R>[]> {
    return audience === 'administrators'
      ? forAdministrators(resource, rows, true)
      : forVisitors(resource, rows, including)
  }

  return {
    many,
    async one(resource, row, audience, including) {
      const [entity] = await many(resource, [row], audience, including)
      return { entity: entity as EntityOf<typeof resource>, version: row.version }
    },
    withoutShare: (resource, rows) => forAdministrators(resource, rows, false),
  }
}

/** Creates an entity from the declared fields and those of every entity. Other columns do not leave the server. */
function toEntity<R extends ResourceName>(
  resource: R,
  row: ContentRow,
  pictures: Map<string, Picture>,
  isShown: IsShown,
): EntityOf<R> {
  const declaration: Declaration = getDeclaration(resource)
  const entity: AnyEntity = {
    _id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    ...readPublication(row),
    images: {},
    alt: JSON.parse(row.alt) as Alt,
  }
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(declaration.fields)) {
    if (field.kind === 'image') {
      if (row[name] === null) {
        values[name] = null
        continue
      }
      const picture = pictures.get(String(row[name]))
      if (!picture) throw new Error(`${declaration.name} ${row.id}: picture ${row[name]} has no row`)
      values[name] = picture.src
      entity.images[name] = picture
    } else {
      const value = getFieldType(field).toApiValue(row[name] as string | null, field)
      values[name] = removeHiddenReferences(field, value, isShown)
    }
  }
  Object.assign(entity, nest(values))
  if (declaration.page) entity.slug = row.slug
  // The cast is safe, because the declaration of the resource fixes the type of its entities.
  return entity as EntityOf<R>
}
