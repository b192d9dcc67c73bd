/** Decides which paths are pages that visitors can see, and finds their titles. */
import { type RawBuilder, sql } from 'kysely'
import { formatDatedItemName } from '../../../platform/content/shared/item-names.ts'
import {
  type EntityOf,
  getDeclaration,
  type ResourceName,
  resourceNames,
} from '../../../platform/content/shared/resources.ts'
import type { Database } from '../../../platform/db/connect.ts'
import { listYearsBefore } from '../../../platform/db/item-queries.ts'
import { isInState } from '../../../platform/db/publication.ts'
import type { ContentRow } from '../../../platform/db/tables.ts'
import type { SettingsService } from '../../../platform/settings/server/settings-service.ts'
import { currentNight } from '../../../platform/shared/dates.ts'
import { findLocalizedPath, getLanguage, spanishPath } from '../../../platform/shared/languages.ts'
import { archivePath, formatNewsTitle, newsPath } from '../../../platform/shared/public-paths.ts'
import { fold } from '../../../platform/shared/text/fold.ts'
import { OTHER } from '../shared/visits.ts'

/** A page that is not the page of one item, such as the home page or a list. */
export interface LabelledPage {
  readonly path: string
  readonly listing: { readonly label: string }
}

interface PagesOptions {
  database: Pick<Database, 'read'>
  settings: Pick<SettingsService, 'all'>
  listedPages: readonly LabelledPage[]
  now: () => number
}

export interface SitePages {
  /** Returns the paths that are currently pages for visitors and are spelled as in the site's own links. */
  filterVisible(paths: Iterable<string>): Promise<Set<string>>
  /** Returns titles by path, also for pages that were unpublished or have moved to another address. */
  findTitles(paths: Iterable<string>): Promise<Map<string, string>>
}

const NEWS = newsPath('')
const ARCHIVE = archivePath(0).slice(0, -1)

/** Folders of the pages of resources, such as `/fechas/`. */
const folders = [...new Set(resourceNames.flatMap((name) => getDeclaration(name).page?.path ?? []))]
const findResources = (folder: string) =>
  resourceNames.filter((name) => getDeclaration(name).page?.path === folder)

/** True when the page exists in the language that its path begins with. */
const isSpelled = (path: string): boolean => findLocalizedPath(getLanguage(path), spanishPath(path)) === path

/** Returns the last segment of a path in a folder. null when the path is not in its canonical spelling */
function parseSegment(folder: string, path: string): string | null {
  if (!path.startsWith(folder)) return null
  const part = path.slice(folder.length)
  try {
    const decoded = decodeURIComponent(part)
    // PostgreSQL refuses a NUL character in a query, and no stored text contains one. So paths with NUL are no pages.
    return decoded !== '' && !decoded.includes('\0') && encodeURIComponent(decoded) === part ? decoded : null
  } catch {
    return null
  }
}

/** Groups the paths of a folder by their last segment. */
function groupBySegment(folder: string, paths: readonly string[]): Map<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const part = parseSegment(folder, path)
      return part === null ? [] : [[part, path]]
    }),
  )
}

const among = (column: string, values: Iterable<string>) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`

export function createSitePages({ database: { read }, settings, listedPages, now }: PagesOptions): SitePages {
  const labelByPath = new Map([
    ...listedPages.map(({ path, listing }) => [path, listing.label] as const),
    [OTHER, 'Otras direcciones'],
  ])
  const listed = new Set(listedPages.map(({ path }) => path))

  async function yearsSeen(): Promise<Set<string>> {
    const { timeZone } = (await settings.all()).identity
    const until = currentNight(new Date(now()), timeZone)
    return new Set((await listYearsBefore(read, 'events', { until, now: now() })).map(archivePath))
  }

  async function findVisible(folder: string, paths: readonly string[]): Promise<string[]> {
    const parts = groupBySegment(folder, paths)
    if (parts.size === 0) return []
    const found = await Promise.all(
      findResources(folder).map((resource) =>
        sql<{ slug: string }>`select "slug" from ${sql.table(resource)}
          where ${among('slug', parts.keys())} and ${isInState('published', now())}`.execute(read),
      ),
    )
    return found.flatMap(({ rows }) => rows.map(({ slug }) => parts.get(slug) as string))
  }

  /** Finds news items by title, ignoring case and accents. */
  async function findNews(parts: ReadonlyMap<string, string>, condition: RawBuilder<boolean>) {
    if (parts.size === 0) return []
    const { rows } = await sql<Pick<EntityOf<'news'>, 'newsTitle' | 'headline'>>`
      select "newsTitle", "headline" from "news"
      where ${among('titleKey', new Set([...parts.keys()].map(fold)))} and ${condition}`.execute(read)
    return rows
  }

  /** Finds the names of items by their current and former addresses. */
  async function findNames(folder: string, paths: readonly string[]): Promise<[string, string][]> {
    const parts = groupBySegment(folder, paths)
    if (parts.size === 0) return []
    const owners = await read
      .selectFrom('slugs')
      .select(['slug', 'resource', 'itemId'])
      .where('path', '=', folder)
      .where('slug', 'in', [...parts.keys()])
      .execute()
    const names = new Map<string, string>()
    for (const [resource, owned] of Map.groupBy(owners, (owner) => owner.resource as ResourceName)) {
      const { rows } = await sql<ContentRow>`select * from ${sql.table(resource)}
        where ${among('id', new Set(owned.map(({ itemId }) => itemId)))}`.execute(read)
      for (const row of rows)
        names.set(row.id, formatDatedItemName(getDeclaration(resource), row, new Date(now())))
    }
    return owners.flatMap(({ slug, itemId }) => {
      const name = names.get(itemId)
      return name === undefined ? [] : [[parts.get(slug) as string, name]]
    })
  }

  return {
    async filterVisible(paths) {
      const all = [...new Set(paths)]
      const asked = [...new Set(all.filter(isSpelled).map(spanishPath))]
      const others = asked.filter((path) => !listed.has(path))
      const archives = others.filter((path) => path.startsWith(ARCHIVE))
      const [years, news, ...items] = await Promise.all([
        archives.length > 0 ? yearsSeen() : new Set<string>(),
        findNews(groupBySegment(NEWS, others), isInState('published', now())),
        ...folders.map((folder) => findVisible(folder, others)),
      ])
      const visible = new Set([
        ...asked.filter((path) => listed.has(path)),
        ...archives.filter((path) => years.has(path)),
        // A news title in another spelling redirects to its canonical path, so only the canonical path counts as a page.
        ...news.map(({ newsTitle }) => newsPath(newsTitle)).filter((path) => others.includes(path)),
        ...items.flat(),
      ])
      return new Set(all.filter((path) => isSpelled(path) && visible.has(spanishPath(path))))
    },

    async findTitles(paths) {
      const all = [...new Set(paths)]
      const asked = [...new Set(all.map(spanishPath))]
      const [news, ...items] = await Promise.all([
        findNews(groupBySegment(NEWS, asked), isInState('all', now())),
        ...folders.map((folder) => findNames(folder, asked)),
      ])
      const titles = new Map([
        ...asked.flatMap((path): [string, string][] => {
          const label = labelByPath.get(path)
          if (label !== undefined) return [[path, label]]
          return path.startsWith(ARCHIVE) ? [[path, `Fechas ${path.slice(ARCHIVE.length)}`]] : []
        }),
        ...news.map((item): [string, string] => [newsPath(item.newsTitle), formatNewsTitle(item)]),
        ...items.flat(),
      ])
      return new Map(
        all.flatMap((path): [string, string][] => {
          const title = titles.get(spanishPath(path))
          if (title === undefined) return []
          return [[path, getLanguage(path) === 'en' ? `${title}, en inglés` : title]]
        }),
      )
    },
  }
}
