/** Serves the files of pictures, films and sounds under /media. */
import { Readable } from 'node:stream'
import { ACCEPT_RANGES, respond, respondInParts } from '../../cache/answer.ts'
import { encodeUncompressed } from '../../cache/encoding.ts'
import { UNTRACKED } from '../../cache/freshness.ts'
import { evaluate } from '../../cache/preconditions.ts'
import {
  CACHED_FILE_MAX_BYTES,
  IMMUTABLE_CACHE_CONTROL,
  type ResponseCache,
  type ResponseCreator,
} from '../../cache/response-cache.ts'
import { MEDIA_PATH } from '../../content/shared/fields.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { EMBEDDABLE, SANDBOX_POLICY } from '../../http/security-headers.ts'
import { getContentType, isMediaName, isStreamed, type MediaStore } from './store.ts'
import { parseFileName } from './variants.ts'

const getEtag = (name: string) => `"${name}"`

const getHeaders = (name: string): [string, string][] => [
  ['Cache-Control', IMMUTABLE_CACHE_CONTROL],
  ['Content-Type', getContentType(name)],
  // Browsers must not run code that a file contains.
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', SANDBOX_POLICY],
  EMBEDDABLE,
]

/**
 * Time for which other processes may serve a removed file from memory. This does no harm, because no item refers to the
 * file, and browsers keep it for a year anyway. ms
 */
const CACHED_MS = 60_000

interface MediaHandlerOptions {
  store: Pick<MediaStore, 'read' | 'readStream' | 'size'>
  cache: ResponseCache | null
}

/** Answers GET and HEAD of /media/<name>. A missing AVIF redirects to its WebP. */
export function createMediaHandler({
  store,
  cache,
}: MediaHandlerOptions): (request: Request) => Promise<Response> {
  const load =
    (name: string): ResponseCreator =>
    async ({ expiresIn, doNotStore }) => {
      const bytes = await store.read(name)
      if (bytes === null) return answerMissing(store, name)
      expiresIn(CACHED_MS)
      if (bytes.byteLength > CACHED_FILE_MAX_BYTES) doNotStore()
      return { status: 200, headers: getHeaders(name), encoded: encodeUncompressed(bytes, getEtag(name)) }
    }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return problemResponse('method-not-allowed')
    const { pathname } = new URL(request.url)
    const name = pathname.slice(MEDIA_PATH.length)
    // The store also holds share images, which have their own route and visibility.
    if (!isMediaName(name) || parseFileName(name) === null) return problemResponse('not-found')
    // A client that sends the file's ETag has the file, so the store is not queried.
    if (isNamedByClient(request, name))
      return new Response(null, { status: 304, headers: [...getHeaders(name), ['ETag', getEtag(name)]] })
    if (isStreamed(name)) return streamFile(store, name, request)
    return respond(await (cache ? cache.get(pathname, load(name)) : load(name)(UNTRACKED)), request)
  }
}

/** Streams a film or sound, whole or in the range that the request names. */
async function streamFile(
  store: Pick<MediaStore, 'readStream' | 'size'>,
  name: string,
  request: Request,
): Promise<Response> {
  const size = await store.size(name)
  if (size === null) return problemResponse('not-found')
  const chunks = async function* (range: { start: number; end: number }) {
    const content = await store.readStream(name, range)
    // The headers with the length are sent already, so the response can only be aborted.
    if (content === null) throw new Error(`${name} was removed while it was being sent`)
    yield* content
  }
  const file = { headers: [...getHeaders(name), ACCEPT_RANGES], etag: getEtag(name), size }
  return respondInParts(file, request, (range) =>
    Readable.toWeb(Readable.from(chunks(range), { objectMode: false })),
  )
}

/** Wraps a store so that removed files are removed from the cache too. */
export function withCacheRemoval(store: MediaStore, cache: ResponseCache | null): MediaStore {
  const forget = (name: string, isRemoved: boolean) => {
    if (isRemoved) cache?.remove(MEDIA_PATH + name)
    return isRemoved
  }
  return {
    ...store,
    remove: async (name, writtenBefore) => forget(name, await store.remove(name, writtenBefore)),
    setAside: async (name, writtenBefore) => forget(name, await store.setAside(name, writtenBefore)),
  }
}

const isNamedByClient = ({ method, headers }: Request, name: string): boolean =>
  headers.get('If-None-Match')?.trim() !== '*' &&
  evaluate(method, headers, { etag: getEtag(name) }) === 'unchanged'

/** Redirects an AVIF that the background work has not made yet to its WebP. */
async function answerMissing(store: Pick<MediaStore, 'size'>, name: string): Promise<Response> {
  const webp = name.replace(/\.avif$/, '.webp')
  if (webp === name || (await store.size(webp)) === null) return problemResponse('not-found')
  return new Response(null, {
    status: 302,
    headers: { Location: MEDIA_PATH + webp, 'Cache-Control': 'no-store' },
  })
}
