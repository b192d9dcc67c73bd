/** Reads the content of the sitemap: listed pages, and items that have their own page. */
import type { Dependencies } from '../cache/freshness.ts'
import { getDeclaration, resourceNames } from '../content/shared/resources.ts'
import { getItemPath } from '../content/shared/slugs.ts'
import type { Database } from '../db/connect.ts'
import { findLastChange, listNewsAddresses, listPageAddresses } from '../db/item-queries.ts'
import { settingsGroups } from '../settings/shared/all-settings.ts'
import { isMainTextInEnglish } from '../settings/shared/main-texts.ts'
import { settingsNames } from '../settings/shared/settings-names.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { findLocalizedPath, listAlternatePages, localizePath } from '../shared/languages.ts'
import { newsPath } from '../shared/public-paths.ts'
import { type Address, writeSitemap } from './documents.ts'
import type { ListedPage } from './page-declaration.ts'
import { listedPages } from './site-pages.ts'

interface SitemapSources {
  database: Database
  settings(dependencies: Dependencies): Promise<SiteSettings>
  now: () => number
}

interface SitemapEntry<Change = number | null> {
  path: string
  changedAt: Change
  isInEnglish: boolean
}

/**
 * Limit of items in the sitemap. A sitemap has at most 50000 URLs (sitemaps.org). When there are more items, those that
 * changed last are included.
 */
const SITEMAP_ITEMS = 49_900
const resourcesWithPages = resourceNames.filter((name) => getDeclaration(name).page)

export async function createSitemap(
  origin: string,
  { settings, ...sources }: SitemapSources,
  dependencies: Dependencies,
): Promise<string> {
  for (const resource of resourceNames) dependencies.reads(resource)
  const [words, changes, items] = await Promise.all([
    settings(dependencies),
    findPageChanges(sources),
    findItemEntries(sources),
  ])
  return writeSitemap([
    ...listedPages.flatMap((page) =>
      listAddresses(origin, {
        path: page.path,
        changedAt: findLatest([changes.get(page.path) ?? [], listSettingsEdits(page, words)].flat()),
        isInEnglish: findLocalizedPath('en', page.path) !== null && isMainTextInEnglish(page.key, words),
      }),
    ),
    ...items
      .toSorted((a, b) => b.changedAt - a.changedAt)
      .flatMap((item) => listAddresses(origin, item))
      .slice(0, SITEMAP_ITEMS),
  ])
}

const findLatest = (changes: number[]): number | null => (changes.length === 0 ? null : Math.max(...changes))

/** Finds when the resources of each listed page last changed. */
async function findPageChanges({ database, now }: Omit<SitemapSources, 'settings'>) {
  const changes = listedPages.map(async ({ path, listing: { changedBy } }: ListedPage) => {
    const changedAt = changedBy && (await findLastChange(database.read, changedBy, now()))
    return [path, changedAt ?? null] as const
  })
  return new Map(await Promise.all(changes))
}

/** Lists when the settings of a page were last edited. Settings with default texts have no date. */
const listSettingsEdits = ({ path }: ListedPage, words: SiteSettings): number[] =>
  settingsNames
    .filter((name) => settingsGroups[name].shownOn === path)
    .flatMap((name) => words[name].updatedAt ?? [])
    .map(Date.parse)

async function findItemEntries({
  database,
  now,
}: Omit<SitemapSources, 'settings'>): Promise<SitemapEntry<number>[]> {
  const query = { limit: SITEMAP_ITEMS, now: now() }
  const [news, ...withPages] = await Promise.all([
    listNewsAddresses(database.read, query),
    ...resourcesWithPages.map(async (resource) => {
      const declaration = getDeclaration(resource)
      const rows = await listPageAddresses(database.read, resource, query)
      return rows.map(({ slug, ...row }) => ({ path: getItemPath(declaration, slug), ...row }))
    }),
  ])
  return [
    ...withPages.flat(),
    ...news.map(({ newsTitle, ...row }) => ({
      path: newsPath(newsTitle),
      ...row,
      revealedAt: null,
      isInEnglish: 0,
    })),
  ].map(({ path, updatedAt, publishAt, revealedAt, isInEnglish }) => ({
    path,
    changedAt: Math.max(updatedAt, publishAt ?? 0, revealedAt ?? 0),
    isInEnglish: isInEnglish === 1,
  }))
}

/** Lists the URL of a page, and the URL of its English page when its main text is translated. */
function listAddresses(origin: string, { path, changedAt, isInEnglish }: SitemapEntry): Address[] {
  if (!isInEnglish) return [{ url: origin + path, changedAt }]
  const languages = listAlternatePages(path).map(([tag, each]) => [tag, origin + each] as const)
  return [path, localizePath('en', path)].map((each) => ({ url: origin + each, changedAt, languages }))
}
