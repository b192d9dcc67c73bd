/** How the files of pictures, films and sounds are served, under /media. */
import { Readable } from 'node:stream'
import { BY_RANGES, respond, respondInParts } from '../../cache/answer.ts'
import { asItIs, matchesEtag } from '../../cache/encoding.ts'
import {
  CACHED_FILE_MAX_BYTES,
  type Fill,
  IMMUTABLE,
  type ResponseCache,
  UNTRACKED,
} from '../../cache/response-cache.ts'
import { MEDIA_PATH } from '../../content/shared/fields.ts'
import { problemResponse } from '../../http/problem-response.ts'
import { BARE_POLICY, EMBEDDABLE } from '../../http/security-headers.ts'
import { contentTypeOf, isMediaName, isPlayed, type MediaStore } from './store.ts'
import { idOfFile } from './variants.ts'

const etagOf = (name: string) => `"${name}"`

const headersOf = (name: string): [string, string][] => [
  ['Cache-Control', IMMUTABLE],
  ['Content-Type', contentTypeOf(name)],
  // Whatever a file may be taken for, it is a picture, a film or a sound and nothing runs in it.
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', BARE_POLICY],
  EMBEDDABLE,
]

/**
 * A file that was removed may be served from memory for so long by a process that did not remove it. Nothing refers to
 * it any more, and browsers keep it for a year. ms
 */
const CACHED_MS = 60_000

interface MediaHandlerOptions {
  store: Pick<MediaStore, 'read' | 'readStream' | 'size'>
  cache: ResponseCache | null
}

/** Answers GET and HEAD of /media/<name>. An AVIF that is still being made leads to its WebP. */
export function mediaHandler({ store, cache }: MediaHandlerOptions): (request: Request) => Promise<Response> {
  const load =
    (name: string): Fill =>
    async ({ expiresIn, doNotStore }) => {
      const bytes = await store.read(name)
      if (bytes === null) return missing(store, name)
      expiresIn(CACHED_MS)
      if (bytes.byteLength > CACHED_FILE_MAX_BYTES) doNotStore()
      return { status: 200, headers: headersOf(name), encoded: asItIs(bytes, etagOf(name)) }
    }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return problemResponse('method-not-allowed')
    const { pathname } = new URL(request.url)
    const name = pathname.slice(MEDIA_PATH.length)
    // Share images lie in the same store, and are seen only as long as what they show (seo/share-kit).
    if (!isMediaName(name) || idOfFile(name) === null) return problemResponse('not-found')
    // Who holds a file's ETag holds the file: it needs no look at the store.
    if (namesEtag(request.headers.get('If-None-Match'), name))
      return new Response(null, { status: 304, headers: [...headersOf(name), ['ETag', etagOf(name)]] })
    if (isPlayed(name)) return inParts(store, name, request)
    return respond(await (cache ? cache.get(pathname, load(name)) : load(name)(UNTRACKED)), request)
  }
}

/** What plays goes from the store as it is read, and in parts. */
async function inParts(
  store: Pick<MediaStore, 'readStream' | 'size'>,
  name: string,
  request: Request,
): Promise<Response> {
  const size = await store.size(name)
  if (size === null) return problemResponse('not-found')
  const chunks = async function* (range: { start: number; end: number }) {
    const content = await store.readStream(name, range)
    // It was there a moment ago, and its length was told: nothing else is left to say.
    if (content === null) throw new Error(`${name} has gone while it was asked for`)
    yield* content
  }
  const file = { headers: [...headersOf(name), BY_RANGES], etag: etagOf(name), size }
  return respondInParts(file, request, (range) =>
    Readable.toWeb(Readable.from(chunks(range), { objectMode: false })),
  )
}

/** The same store, whose removed files leave the cache too. */
export const removingFromCache = (store: MediaStore, cache: ResponseCache | null): MediaStore => ({
  ...store,
  async remove(name, writtenBefore) {
    const removed = await store.remove(name, writtenBefore)
    if (removed) cache?.remove(MEDIA_PATH + name)
    return removed
  },
})

const namesEtag = (ifNoneMatch: string | null, name: string) =>
  ifNoneMatch !== null && ifNoneMatch.trim() !== '*' && matchesEtag(ifNoneMatch, etagOf(name))

/** An AVIF is missing only until it is made. */
async function missing(store: Pick<MediaStore, 'size'>, name: string): Promise<Response> {
  const webp = name.replace(/\.avif$/, '.webp')
  if (webp === name || (await store.size(webp)) === null) return problemResponse('not-found')
  return new Response(null, {
    status: 302,
    headers: { Location: MEDIA_PATH + webp, 'Cache-Control': 'no-store' },
  })
}
