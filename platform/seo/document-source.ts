/** Documents that programs request besides pages: calendars, podcast feeds, share images. Features declare them in index.server.ts. */
import { encode, encodeUncompressed } from '../cache/encoding.ts'
import { type CachedResponse, type Dependencies, type Fill, REVALIDATED } from '../cache/response-cache.ts'
import type { Content } from '../content/server/content.ts'
import { EMBEDDABLE } from '../http/security-headers.ts'
import type { Images } from '../media/server/images.ts'
import type { MediaStore } from '../media/server/store.ts'
import type { Head } from '../settings/shared/club-types.ts'
import type { SiteSettings } from '../settings/shared/site-settings.ts'

/** A path as Hono matches it. `pattern` recognises the addresses of a route with parameters. */
export type DocumentPath = string | { readonly route: string; readonly pattern: RegExp }

export interface DocumentServices {
  /** The public origin without a trailing slash. null when SITE_URL is not set. */
  siteUrl: string | null
  content: Content
  store: MediaStore
  images: Pick<Images, 'audios'>
  /** Reads the settings and records them as a dependency of the response. */
  settings(dependencies: Dependencies): Promise<SiteSettings>
  /** Title and description of every page. */
  getPageHeads(site: SiteSettings): Record<string, Head>
  now: () => number
}

/** `cache`: share images have their own cache, because they are large and many. null disables caching. */
export type DocumentSource =
  | { fill: Fill; cache: 'pages' | 'share-images' | null }
  /** For documents that depend on the query. */
  | { answer(url: URL): Promise<Response> }

/** @returns null when the path belongs to no document */
export type FindDocument = (path: string) => DocumentSource | null

/** @param type media type without its charset */
export const createTextDocument = async (text: string, type: string): Promise<CachedResponse> => ({
  status: 200,
  headers: [...REVALIDATED, ['Content-Type', `${type}; charset=utf-8`], EMBEDDABLE],
  encoded: await encode(Buffer.from(text)),
})

/** @param type media type */
export const createPictureDocument = (bytes: Uint8Array, type: string): CachedResponse => ({
  status: 200,
  headers: [...REVALIDATED, ['Content-Type', type], EMBEDDABLE],
  encoded: encodeUncompressed(bytes),
})

/** A source for a text that is cached like a page. */
export const createTextSource = (
  type: string,
  write: (dependencies: Dependencies) => Promise<string> | string,
): DocumentSource => ({
  fill: async (dependencies) => createTextDocument(await write(dependencies), type),
  cache: 'pages',
})

/** @param pattern its first group is a slug @returns null: another path, or one with an invalid escape */
export function parseSlug(pattern: RegExp, path: string): string | null {
  const [, slug] = pattern.exec(path) ?? []
  try {
    return slug === undefined ? null : decodeURIComponent(slug)
  } catch {
    return null
  }
}
