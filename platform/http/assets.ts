/**
 * The built files under /assets: scripts, styles, fonts, pictures and the film. Their names contain a hash of their content.
 * The build stores compressed copies beside scripts and styles. Small files are cached like pages. Large files are read from
 * the disk for each request.
 */
import { createReadStream, type Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getMimeType } from 'hono/utils/mime'
import { ACCEPT_RANGES, respond, respondInParts } from '../cache/answer.ts'
import { encodePrecompressed, encodeUncompressed } from '../cache/encoding.ts'
import {
  CACHED_FILE_MAX_BYTES,
  type CachedResponse,
  IMMUTABLE_CACHE_CONTROL,
  type ResponseCache,
} from '../cache/response-cache.ts'
import { problemResponse } from './problem-response.ts'

/** Matches names without a separator and without a leading dot, so that a name cannot leave its folder on any system. */
const ASSET_PATH = /^\/assets\/([\w-][\w.-]{0,200})$/

interface AssetOptions {
  /** Folder that contains `assets/`. */
  folder: string
  cache: ResponseCache | null
}

/**
 * Answers every method of /assets/*. Open pages may still request files of an older build. Such a request gets a short 404
 * instead of the 404 page.
 */
export function assetHandler({ folder, cache }: AssetOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    const name = ASSET_PATH.exec(pathname)?.[1]
    if (!name || (request.method !== 'GET' && request.method !== 'HEAD')) return problemResponse('not-found')
    const cached = cache?.lookup(pathname)
    if (cached) return respond(cached, request)
    const path = join(folder, 'assets', name)
    const stats = await stat(path).catch(() => null)
    if (!stats?.isFile()) return problemResponse('not-found')
    if (stats.size > CACHED_FILE_MAX_BYTES) {
      const file = {
        headers: [...getHeaders(name, stats), ACCEPT_RANGES],
        etag: `"${name}"`,
        size: stats.size,
      }
      return respondInParts(file, request, (range) => Readable.toWeb(createReadStream(path, range)))
    }
    const load = () => toResponse(path, name, stats)
    return respond(await (cache ? cache.get(pathname, load) : load()), request)
  }
}

const getHeaders = (name: string, { mtime }: Stats): [string, string][] => [
  ['Content-Type', getMimeType(name) ?? 'application/octet-stream'],
  ['Cache-Control', IMMUTABLE_CACHE_CONTROL],
  ['Last-Modified', mtime.toUTCString()],
]

async function toResponse(path: string, name: string, stats: Stats): Promise<CachedResponse> {
  const [identity, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`).catch(() => null),
    readFile(`${path}.gz`).catch(() => null),
  ])
  const headers = getHeaders(name, stats)
  return br && gzip
    ? {
        status: 200,
        headers: [...headers, ['Vary', 'Accept-Encoding']],
        encoded: encodePrecompressed({ br, gzip, identity }, name),
      }
    : {
        status: 200,
        headers: [...headers, ACCEPT_RANGES],
        encoded: encodeUncompressed(identity, `"${name}"`),
      }
}
