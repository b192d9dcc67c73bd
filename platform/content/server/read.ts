/** Reads content, for visitors and for administrators. */
import type { Versioned } from '../../api/shared/outcome.ts'
import type { Database } from '../../db/connect.ts'
import {
  findAnyRow,
  findAnyRows,
  type ListArguments,
  listItemIds,
  listItems,
  listYearsBefore,
} from '../../db/item-queries.ts'
import { isVisible } from '../../db/publication.ts'
import { findSlug } from '../../db/slugs.ts'
import type { ContentRow } from '../../db/tables.ts'
import { findByTitle } from '../../db/titles.ts'
import { currentNight } from '../../shared/dates.ts'
import { fold, foldForAddress, foldSpelling } from '../../shared/text/fold.ts'
import type { ItemBySlug, Page, PageQuery } from '../shared/content-query.ts'
import { listQuerySchema } from '../shared/content-schemas.ts'
import type { ListState } from '../shared/publication.ts'
import { type EntityOf, getDeclaration, type ResourceName, resourceNames } from '../shared/resources.ts'
import { toTitle } from '../shared/titles.ts'
import type { Audience, Presenter } from './present.ts'

/** A visible item that was found by its slug, or by a former one. `slug` is the present one. */
export type VersionedBySlug = ItemBySlug & { version: number }

/** The read functions of content. */
export interface ContentReading {
  /**
   * Lists the items that visitors see. Administrators list the items of a state. `versions` has the edit counters.
   * @param timeZone IANA name, for the order 'next' and for periods
   * @throws TypeError when the order is 'next', or there is a period, and the time zone is missing
   */
  list<R extends ResourceName>(
    resource: R,
    query?: PageQuery & { state?: ListState | undefined; timeZone?: string },
  ): Promise<Page<EntityOf<R>> & { versions: number[] }>
  /** Lists the ids of the items that visitors see. @throws as `list` */
  listIds(
    resource: ResourceName,
    query: PageQuery & { timeZone?: string },
  ): Promise<{ ids: string[]; total: number }>
  /** Finds items that visitors see, in any order. Other ids are left out. */
  several<R extends ResourceName>(resource: R, ids: string[]): Promise<EntityOf<R>[]>
  /** Finds a visible item by its slug. @param path path above the slug, such as `/fechas/` */
  bySlug(path: string, slug: string): Promise<VersionedBySlug | null>
  /** Lists the years with visible items before a day (`YYYY-MM-DD`), latest first. */
  yearsBefore(resource: ResourceName, until: string): Promise<number[]>
  /** Finds an item. @param audience 'administrators' also receive hidden items */
  one<R extends ResourceName>(
    resource: R,
    id: string,
    audience: Audience,
  ): Promise<Versioned<EntityOf<R>> | null>
  /** Finds a visible item by its title, or by a former title. */
  byTitle<R extends ResourceName>(resource: R, title: string): Promise<Versioned<EntityOf<R>> | null>
}

interface ReadingOptions {
  database: Database
  presenter: Presenter
  now: () => number
  /** Id of a live item that counts as published. */
  including?: string
}

export function createReading({ database, presenter, now, including }: ReadingOptions): ContentReading {
  const { read } = database
  const isShown = (row: ContentRow) =>
    isVisible(row, now()) || (row.id === including && row.deletedAt === null)

  function toArguments(
    resource: ResourceName,
    { mentions, timeZone, ...query }: PageQuery & { state?: ListState | undefined; timeZone?: string },
  ): ListArguments {
    const { state, ...parsed } = listQuerySchema(getDeclaration(resource)).parse(query)
    return {
      ...parsed,
      state: state ?? 'published',
      mentions,
      now: now(),
      tonight: timeZone && currentNight(new Date(now()), timeZone),
      including,
      isForVisitors: state === undefined,
    }
  }

  return {
    async list(resource, query = {}) {
      const list = toArguments(resource, query)
      const { rows, total } = await listItems(database, resource, list)
      const audience = list.isForVisitors ? 'visitors' : 'administrators'
      return {
        items: await presenter.many(resource, rows, audience, including),
        total,
        versions: rows.map(({ version }) => version),
      }
    },

    async listIds(resource, query) {
      const { rows, total } = await listItemIds(database, resource, toArguments(resource, query))
      return { ids: rows.map(({ id }) => id), total }
    },

    async several(resource, ids) {
      const rows = await findAnyRows(read, resource, ids)
      return presenter.many(resource, rows.filter(isShown), 'visitors', including)
    },

    async one(resource, id, audience) {
      const row = await findAnyRow(read, resource, id)
      if (row === null || row.deletedAt !== null) return null
      return audience === 'administrators' || isShown(row)
        ? presenter.one(resource, row, audience, including)
        : null
    },

    async byTitle(resource, title) {
      const titleKey = fold(toTitle(title))
      const spelledKey = foldSpelling(toTitle(title))
      const row =
        titleKey === ''
          ? null
          : await findByTitle(read, resource, { titleKey, spelledKey, now: now(), including })
      return row && presenter.one(resource, row, 'visitors', including)
    },

    async bySlug(path, slug) {
      const found = await findSlug(read, path, [slug, foldForAddress(slug)])
      const resource = found && resourceNames.find((name) => name === found.resource)
      if (!found || !resource) return null
      const row = await findAnyRow(read, resource, found.itemId)
      if (row === null || !isShown(row)) return null
      const item = await presenter.one(resource, row, 'visitors', including)
      return { resource, slug: String(row.slug), ...item } as VersionedBySlug
    },

    yearsBefore: (resource, until) => listYearsBefore(read, resource, { until, now: now(), including }),
  }
}
