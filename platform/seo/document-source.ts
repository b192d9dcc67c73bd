/** Types and helpers for documents that programs request: calendars, podcast feeds, share images. Features declare them in index.server.ts. */
import { encode, encodeUncompressed } from '../cache/encoding.ts'
import type { Dependencies } from '../cache/freshness.ts'
import { type CachedResponse, REVALIDATE_HEADERS, type ResponseCreator } from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import { EMBEDDABLE } from '../http/security-headers.ts'
import type { Sender } from '../http/work-gate.ts'
import type { Images } from '../media/server/images.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { SettingsChange } from '../settings/server/settings-service.ts'
import type { Head } from '../settings/shared/club-types.ts'
import type { SettingsName } from '../settings/shared/settings-names.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'

/**
 * Path of a document: a fixed path, or a route with parameters. `route` is for Hono, and `pattern` matches the same paths.
 */
export type DocumentPath = string | { readonly route: string; readonly pattern: RegExp }

export interface DocumentServices {
  /** Public origin without a trailing slash. null when SITE_URL is not set */
  siteUrl: string | null
  content: Content
  store: MediaStore
  images: Pick<Images, 'audios'>
  /** Reads the settings and records them as a dependency of the response. */
  settings(dependencies: Dependencies): Promise<SiteSettings>
  /** Returns when groups of settings changed, and records them as a dependency of the response. */
  settingsChange(dependencies: Dependencies, names: SettingsName[]): Promise<SettingsChange>
  /** Returns title and description of every page. */
  getPageHeads(site: SiteSettings): Record<string, Head>
  now: () => number
}

/**
 * Source of a document, and the cache for it. Share images have a cache of their own, because they are large and many.
 * `cache: null` disables caching.
 */
export type DocumentSource =
  | { fill: ResponseCreator; cache: 'pages' | 'share-images' | null }
  /** For documents that depend on the query or on the visitor, which are not cached. */
  | { answer(url: URL, sender: Sender): Promise<Response> }

/** Finds the document at a path. null when there is none */
export type FindDocument = (path: string) => DocumentSource | null

/** Creates a text document. @param type media type without its charset */
export const createTextDocument = async (text: string, type: string): Promise<CachedResponse> => ({
  status: 200,
  headers: [...REVALIDATE_HEADERS, ['Content-Type', `${type}; charset=utf-8`], EMBEDDABLE],
  encoded: await encode(Buffer.from(text)),
})

/** Creates a picture document. @param type media type */
export const createPictureDocument = (bytes: Uint8Array, type: string): CachedResponse => ({
  status: 200,
  headers: [...REVALIDATE_HEADERS, ['Content-Type', type], EMBEDDABLE],
  encoded: encodeUncompressed(bytes),
})

export const createTextSource = (
  type: string,
  write: (dependencies: Dependencies) => Promise<string> | string,
): DocumentSource => ({
  fill: async (dependencies) => createTextDocument(await write(dependencies), type),
  cache: 'pages',
})

/**
 * Parses the slug in a path.
 * @param pattern its first group is the slug
 * @returns null for a path that does not match or has an invalid escape
 */
export function parseSlug(pattern: RegExp, path: string): string | null {
  const [, slug] = pattern.exec(path) ?? []
  try {
    return slug === undefined ? null : decodeURIComponent(slug)
  } catch {
    return null
  }
}
