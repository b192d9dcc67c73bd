/**
 * Serves documents for search engines, feed readers, social networks and phones. They are cached like pages, until the data
 * that they read changes. Sitemap and feeds need absolute URLs, so without SITE_URL they do not exist.
 */
import { readFile } from 'node:fs/promises'
import { club } from '../../club/club.ts'
import { contactLinks } from '../../features/index.menu.ts'
import { respond } from '../cache/answer.ts'
import { type Dependencies, UNTRACKED } from '../cache/freshness.ts'
import type { ResponseCache, ResponseCreator } from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import type { Database } from '../db/connect.ts'
import { problemResponse } from '../http/problem-response.ts'
import type { Sender, WorkGate } from '../http/work-gate.ts'
import type { Images } from '../media/server/images.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { Env } from '../process/env.ts'
import { resolveInCheckout } from '../process/paths.ts'
import type { SettingsService } from '../settings/server/settings-service.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'
import { MANIFEST_PATH, SECURITY_PATH, SITEMAP_PATH } from '../shared/public-paths.ts'
import {
  createPictureDocument,
  createTextSource,
  type DocumentServices,
  type DocumentSource,
  type FindDocument,
} from './document-source.ts'
import { writeManifest, writeRobots, writeSecurityTxt } from './documents.ts'
import { feeds, writeFeed } from './item-feeds.ts'
import { documentPaths, getPageHeads } from './site-pages.ts'
import { createSitemap } from './sitemap-source.ts'

interface SeoOptions {
  env: Pick<Env, 'siteUrl' | 'apiBase'>
  database: Database
  content: Content
  store: MediaStore
  images: Pick<Images, 'audios'>
  settings: Pick<SettingsService, 'all' | 'changeOf'>
  /** Creates the functions with which features find their documents. The first result that is not null is used. */
  findDocuments(services: DocumentServices): FindDocument[]
  /** Cache for documents. null in development, where the cache is off */
  cache: ResponseCache | null
  /** Share images are large and many. In the cache of pages they would evict pages. */
  shareImageCache: ResponseCache | null
  gate: WorkGate
  now: () => number
}

const documentRoutes = documentPaths.map((each) => (typeof each === 'string' ? each : each.route))

/** All routes that `createSeo` answers, in the syntax of Hono. */
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

/** Paths with one document each. `*` and parameters stand for any number. */
const fixedPaths = new Set(seoPaths.filter((path) => !/[*:]/.test(path)))

/** Returns the route that answers a path. null when `createSeo` does not answer it */
export function findSeoRoute(path: string): string | null {
  if (seoPaths.includes(path)) return path
  for (const each of documentPaths) if (typeof each !== 'string' && each.pattern.test(path)) return each.route
  return null
}

const DAY_MS = 86_400_000
/** `Expires` of security.txt (RFC 9116) is this number of days ahead. The file is generated again every day. */
const SECURITY_DAYS = 90

const ICONS = resolveInCheckout('club/pictures/icons/')
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
  settings,
  findDocuments,
  cache,
  shareImageCache,
  gate,
  now,
}: SeoOptions) {
  const { siteUrl } = env

  /** Reads the settings and records them as a dependency of the response. */
  function readSettings({ reads }: Dependencies): Promise<SiteSettings> {
    reads('settings')
    return settings.all()
  }

  const sources = { database, content, store, settings: readSettings, now }
  const settingsChange: DocumentServices['settingsChange'] = ({ reads }, names) => {
    reads('settings')
    return settings.changeOf(names)
  }
  const documents = findDocuments({ ...sources, settingsChange, siteUrl, images, getPageHeads })

  /** Finds the document at a path. null when there is none */
  function findSource(path: string): DocumentSource | null {
    switch (path) {
      case '/robots.txt':
        return createTextSource('text/plain', () =>
          writeRobots(siteUrl, URL.canParse(env.apiBase) ? '/api' : env.apiBase),
        )
      case MANIFEST_PATH:
        return createTextSource('application/manifest+json', async (dependencies) =>
          writeManifest((await readSettings(dependencies)).identity),
        )
      case SECURITY_PATH: {
        const pages = siteUrl === null ? [] : contactLinks.map(({ path }) => siteUrl + path)
        const contacts = [...club.security.contacts, ...pages]
        if (contacts.length === 0) return null
        return createTextSource('text/plain', (dependencies) => {
          dependencies.expiresIn(DAY_MS)
          return writeSecurityTxt(siteUrl, contacts, new Date(now() + SECURITY_DAYS * DAY_MS))
        })
      }
      case SITEMAP_PATH:
        return siteUrl === null
          ? null
          : createTextSource('application/xml', (dependencies) =>
              createSitemap(siteUrl, sources, dependencies),
            )
    }
    const feed = feeds.get(path)
    if (feed) {
      return siteUrl === null
        ? null
        : createTextSource(feed.type, (dependencies) =>
            writeFeed(feed, { origin: siteUrl, path }, sources, dependencies),
          )
    }
    const icon = /^\/(?:icons\/)?([\w.-]+)$/.exec(path)?.[1] ?? ''
    if (Object.hasOwn(iconTypes, icon)) {
      return {
        fill: async () =>
          createPictureDocument(await readFile(new URL(icon, ICONS)), iconTypes[icon] as string),
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
  return async (request: Request, sender: Sender): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const response = problemResponse('method-not-allowed')
      response.headers.set('Allow', 'GET, HEAD')
      return response
    }
    const url = new URL(request.url)
    const source = findSource(url.pathname)
    if (!source) return problemResponse('not-found')
    if ('answer' in source) return gate.run('lookup', sender, () => source.answer(url, sender))
    // Documents at a fixed path are few, and each is cached, so they have no limit.
    const fill: ResponseCreator = fixedPaths.has(url.pathname)
      ? source.fill
      : (dependencies) => gate.run('lookup', sender, () => source.fill(dependencies))
    const stored = source.cache && caches[source.cache]
    const response = await (stored ? stored.get(url.pathname, fill) : fill(UNTRACKED))
    return respond(response, request)
  }
}
