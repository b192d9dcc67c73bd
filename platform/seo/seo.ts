/**
 * Documents for search engines, feed readers, social networks and phones. They are cached like pages, until the data that
 * they read changes. Absolute addresses need SITE_URL: without it there is no sitemap and no feed.
 */
import { readFile } from 'node:fs/promises'
import { club } from '../../club/club.ts'
import { respond } from '../cache/answer.ts'
import { type Dependencies, type ResponseCache, UNTRACKED } from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import type { Picture } from '../content/shared/fields.ts'
import { declarationOf, resourceNames } from '../content/shared/resources.ts'
import { pathOf } from '../content/shared/slugs.ts'
import type { Database } from '../db/connect.ts'
import { lastChange, newsAddresses, pageAddresses } from '../db/content.ts'
import { problemResponse } from '../http/problem-response.ts'
import type { Images } from '../media/server/images.ts'
import type { MediaStore } from '../media/server/store.ts'
import { storedJpeg } from '../media/server/variants.ts'
import type { Env } from '../process/env.ts'
import { inCheckout } from '../process/paths.ts'
import type { SiteWords } from '../settings/server/site.ts'
import type { Head } from '../settings/shared/club.ts'
import { groupNames } from '../settings/shared/group-names.ts'
import { isMainTextInEnglish } from '../settings/shared/main-texts.ts'
import { groups } from '../settings/shared/settings-groups.ts'
import type { Site } from '../settings/shared/site-settings.ts'
import { pagesByLanguage, pathIfIn, pathIn } from '../shared/languages.ts'
import { MANIFEST_PATH, newsPath, SECURITY_PATH, SITEMAP_PATH } from '../shared/public-addresses.ts'
import {
  type DocumentServices,
  type DocumentSource,
  type FindDocument,
  pictureDocument,
  textSource,
} from './document-source.ts'
import { type Address, manifest, robots, securityTxt, sitemap } from './documents.ts'
import { jsonFeed, rss } from './feeds.ts'
import { headsOf } from './heads.ts'
import type { ItemFeed, ListedPage } from './page-declaration.ts'
import { documentPaths, itemFeeds, listedPages } from './site-pages.ts'

interface SeoOptions {
  env: Pick<Env, 'siteUrl' | 'apiBase'>
  database: Database
  content: Content
  store: MediaStore
  images: Pick<Images, 'audios'>
  site: Pick<SiteWords, 'all'>
  /** The documents of features. The first source found answers. */
  findDocuments(services: DocumentServices): FindDocument[]
  /** null in development: nothing is cached. */
  cache: ResponseCache | null
  /** For share images, which are large and many: they must not push pages out. */
  shareImageCache: ResponseCache | null
  now: () => number
}

const RSS = { format: rss, type: 'application/rss+xml' }
const JSON_FEED = { format: jsonFeed, type: 'application/feed+json' }

type FormattedFeed = ItemFeed & typeof RSS

const feeds = new Map(
  itemFeeds.flatMap((feed): [string, FormattedFeed][] => [
    [feed.rssPath, { ...feed, ...RSS }],
    [feed.jsonPath, { ...feed, ...JSON_FEED }],
  ]),
)

const documentRoutes = documentPaths.map((each) => (typeof each === 'string' ? each : each.route))

/** Paths that `createSeo` answers, as Hono matches them. */
export const seoPaths = [
  ...documentRoutes,
  '/robots.txt',
  SITEMAP_PATH,
  ...feeds.keys(),
  MANIFEST_PATH,
  SECURITY_PATH,
  '/favicon.ico',
  '/icons/*',
]

/** @returns the route of a path that `createSeo` answers, or null */
export function seoRoute(path: string): string | null {
  if (seoPaths.includes(path)) return path
  for (const each of documentPaths) if (typeof each !== 'string' && each.pattern.test(path)) return each.route
  return null
}

interface SitemapEntry {
  path: string
  changedAt: number | null
  isInEnglish: boolean
}

/** A sitemap holds at most 50000 addresses (sitemaps.org): what changed last; the pages of lists lead to the others. */
const SITEMAP_ITEMS = 49_900
const resourcesWithPages = resourceNames.filter((name) => declarationOf(name).page)

const DAY_MS = 86_400_000
/** `Expires` of security.txt (RFC 9116) is so many days ahead. The file is written anew every day. */
const SECURITY_DAYS = 90

const ICONS = inCheckout('club/pictures/icons/')
const iconTypes: Record<string, string> = {
  'favicon.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'apple-touch-icon.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
}

export function createSeo({
  env,
  database,
  content,
  store,
  images,
  site,
  findDocuments,
  cache,
  shareImageCache,
  now,
}: SeoOptions) {
  const { siteUrl } = env

  /** Reads the settings, and makes the answer depend on them. */
  function said({ reads }: Dependencies): Promise<Site> {
    reads('settings')
    return site.all()
  }

  async function makeSitemap(origin: string, dependencies: Dependencies): Promise<string> {
    for (const resource of resourceNames) dependencies.reads(resource)
    const asked = { limit: SITEMAP_ITEMS, now: now() }
    const changedAt = async ({ path, listing: { changedBy } }: ListedPage) =>
      changedBy && ([path, await lastChange(database.read, changedBy, now())] as const)
    const [words, news, pageChanges, ...withPages] = await Promise.all([
      said(dependencies),
      newsAddresses(database.read, asked),
      Promise.all(listedPages.map(changedAt)),
      ...resourcesWithPages.map(async (resource) => {
        const declaration = declarationOf(resource)
        const rows = await pageAddresses(database.read, resource, asked)
        return rows.map(({ slug, ...row }) => ({ path: pathOf(declaration, slug), ...row }))
      }),
    ])
    // A page has a date once its settings were edited. Texts that ship have none.
    const changes = new Map(pageChanges.filter((change) => change !== undefined))
    const changeOf = ({ path }: ListedPage): number | null => {
      const edits = groupNames
        .filter((name) => groups[name].shownOn === path)
        .flatMap((name) => words[name].updatedAt ?? [])
      const known = [changes.get(path) ?? [], edits.map(Date.parse)].flat()
      return known.length === 0 ? null : Math.max(...known)
    }
    const items = [
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
    /** A page, and the one in English where there is one to be found. */
    const inLanguages = ({ path, changedAt, isInEnglish }: SitemapEntry): Address[] => {
      if (!isInEnglish) return [{ url: origin + path, changedAt }]
      const languages = pagesByLanguage(path).map(([tag, each]) => [tag, origin + each] as const)
      return [path, pathIn('en', path)].map((each) => ({ url: origin + each, changedAt, languages }))
    }
    return sitemap([
      ...listedPages.flatMap((page) =>
        inLanguages({
          path: page.path,
          changedAt: changeOf(page),
          isInEnglish: pathIfIn('en', page.path) !== null && isMainTextInEnglish(page.key, words),
        }),
      ),
      ...items
        .toSorted((a, b) => b.changedAt - a.changedAt)
        .flatMap(inLanguages)
        .slice(0, SITEMAP_ITEMS),
    ])
  }

  async function makeFeed(
    { resource, page, contents, format }: FormattedFeed,
    origin: string,
    path: string,
    dependencies: Dependencies,
  ): Promise<string> {
    dependencies.reads(resource)
    const words = await said(dependencies)
    const { name, timeZone } = words.identity
    const at = now()
    const sources = {
      content,
      sizeOf: (picture: Picture) => store.size(storedJpeg(picture, picture.width)),
      origin,
      name,
      timeZone,
      head: (headsOf(words) as Record<string, Head>)[page] as Head,
      now: new Date(at),
      expiresIn: (milliseconds: number) => dependencies.expiresIn(milliseconds),
    }
    const [told, changedAt] = await Promise.all([
      contents(sources),
      lastChange(database.read, [resource], at),
    ])
    return format({ ...told, url: origin + path, icon: `${origin}/icons/icon-192.png`, changedAt })
  }

  const documents = findDocuments({ siteUrl, content, store, images, settings: said, headsOf, now })

  /** @returns null when the path has no document */
  function sourceOf(path: string): DocumentSource | null {
    switch (path) {
      case '/robots.txt':
        return textSource('text/plain', () =>
          robots(siteUrl, URL.canParse(env.apiBase) ? '/api' : env.apiBase),
        )
      case MANIFEST_PATH:
        return textSource('application/manifest+json', async (dependencies) =>
          manifest((await said(dependencies)).identity),
        )
      case SECURITY_PATH: {
        const contacts = [...club.security.contacts, ...(siteUrl === null ? [] : [`${siteUrl}/contact`])]
        if (contacts.length === 0) return null
        return textSource('text/plain', (dependencies) => {
          dependencies.expiresIn(DAY_MS)
          return securityTxt(siteUrl, contacts, new Date(now() + SECURITY_DAYS * DAY_MS))
        })
      }
      case SITEMAP_PATH:
        return siteUrl === null
          ? null
          : textSource('application/xml', (dependencies) => makeSitemap(siteUrl, dependencies))
    }
    const feed = feeds.get(path)
    if (feed) {
      return siteUrl === null
        ? null
        : textSource(feed.type, (dependencies) => makeFeed(feed, siteUrl, path, dependencies))
    }
    const icon = /^\/(?:icons\/)?([\w.-]+)$/.exec(path)?.[1] ?? ''
    if (Object.hasOwn(iconTypes, icon)) {
      return {
        fill: async () => pictureDocument(await readFile(new URL(icon, ICONS)), iconTypes[icon] as string),
        cache: 'pages',
      }
    }
    for (const find of documents) {
      const source = find(path)
      if (source) return source
    }
    return null
  }

  const caches = { pages: cache, 'share-images': shareImageCache }

  /** Answers GET and HEAD of `seoPaths`. */
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const response = problemResponse('method-not-allowed')
      response.headers.set('Allow', 'GET, HEAD')
      return response
    }
    const url = new URL(request.url)
    const source = sourceOf(url.pathname)
    if (!source) return problemResponse('not-found')
    if ('answer' in source) return source.answer(url)
    const stored = source.cache && caches[source.cache]
    const made = await (stored ? stored.get(url.pathname, source.fill) : source.fill(UNTRACKED))
    return respond(made, request)
  }
}
