/** Bodies in the encodings that clients take. What is sent many times is compressed once. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

/** The best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface Encoded {
  etag: string
  bodies: Readonly<Record<Encoding, Uint8Array>>
  /** Bytes held in memory, or more. */
  size: number
  /** Compressed in haste: `recompress` makes it smaller. */
  canShrink: boolean
}

/** Below this a compressed body is no smaller on the wire. Bytes. */
const COMPRESSED_MIN_BYTES = 600

/** Strong: of these very bytes. */
const etagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** A body that compression would not make smaller, such as a picture. @param etag a strong one */
export const encodeUncompressed = (body: Uint8Array, etag = etagOf(body)): Encoded => ({
  etag,
  bodies: { br: body, gzip: body, identity: body },
  size: body.byteLength,
  canShrink: false,
})

/** A body that was compressed as well as can be when it was built. @param tag without quotes */
export const precompressed = (bodies: Record<Encoding, Uint8Array>, tag: string): Encoded => ({
  // Weak: one tag for bodies of different bytes (RFC 9110 §8.8.3).
  etag: `W/"${tag}"`,
  bodies,
  size: ENCODINGS.reduce((sum, encoding) => sum + bodies[encoding].byteLength, 0),
  canShrink: false,
})

/**
 * Up to this size a body is compressed in the calling thread: handing it to another one takes more processor time than
 * compressing it (two encodings of a home page of 182 kB: 2.1 ms here, 4.4 ms there). Bytes.
 */
const SAME_THREAD_MAX_BYTES = 512_000

/** Output buffer of the compressors: larger than nearly every answer, since each further one is another call. Bytes. */
const CHUNK_BYTES = 65_536

const fastBrotli = (body: Uint8Array): BrotliOptions => ({
  chunkSize: CHUNK_BYTES,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})
const FAST_GZIP = { level: 1, chunkSize: CHUNK_BYTES }

/** A copy in a buffer of its own size: the compressors' own buffers are far larger than most bodies. */
const compact = (body: Uint8Array): Uint8Array => new Uint8Array(body)

/**
 * Compresses fast, because a visitor waits; `recompress` follows when the server is idle. Of a home page of 182 kB brotli 3
 * makes 23.4 kB in 0.8 ms where 4 makes 22.3 in 1.3; gzip 1 makes 30 kB in 0.9 ms.
 * @returns the body in each encoding, with one weak ETag, since their bytes differ (RFC 9110 §8.8.3)
 */
export async function encode(body: Uint8Array): Promise<Encoded> {
  if (body.byteLength < COMPRESSED_MIN_BYTES) return encodeUncompressed(body)
  const etag = `W/${etagOf(body)}`
  if (body.byteLength > SAME_THREAD_MAX_BYTES) {
    const [br, gz] = await Promise.all([
      brotliInThread(body, fastBrotli(body)),
      gzipInThread(body, FAST_GZIP),
    ])
    return {
      etag,
      bodies: { br: compact(br), gzip: compact(gz), identity: body },
      size: body.byteLength + br.byteLength + gz.byteLength,
      canShrink: true,
    }
  }
  const br = compact(brotliCompressSync(body, fastBrotli(body)))
  let gz: Uint8Array | undefined
  return {
    etag,
    bodies: {
      br,
      // Made when first asked for: browsers take brotli, and most answers are recompressed before anything asks for gzip.
      get gzip() {
        gz ??= compact(gzipSync(body, FAST_GZIP))
        return gz
      },
      identity: body,
    },
    // gzip makes less than twice what brotli makes.
    size: body.byteLength + 3 * br.byteLength,
    canShrink: true,
  }
}

/** As small as can be, in another thread: brotli 11 costs up to 56 ms a page and saves a tenth. The ETag stays. */
export async function recompress({ etag, bodies: { identity } }: Encoded): Promise<Encoded> {
  const [br, gz] = await Promise.all([
    brotliInThread(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
      },
    }),
    gzipInThread(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return {
    etag,
    bodies: { br: compact(br), gzip: compact(gz), identity },
    size: identity.byteLength + br.byteLength + gz.byteLength,
    canShrink: false,
  }
}

/** Values of Accept-Encoding, of which browsers send few. Parsing one takes a fifth of the time of a cached response. */
const encodingCache = new Map<string, Encoding>()
/** Invented values must not fill the memory. */
const ENCODING_CACHE_MAX = 100

/** The best encoding that the client takes (RFC 9110 §12.5.3). */
export function pickEncoding(acceptEncoding: string | null): Encoding {
  const known = encodingCache.get(acceptEncoding ?? '')
  if (known) return known
  const offered = qualitiesOf(acceptEncoding ?? '')
  const best = ENCODINGS.find((encoding) => (offered.get(encoding) ?? 0) > 0) ?? 'identity'
  if (encodingCache.size < ENCODING_CACHE_MAX) encodingCache.set(acceptEncoding ?? '', best)
  return best
}

function qualitiesOf(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters
        .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
        .find((value) => value !== undefined)
      return [name.trim(), q === undefined ? 1 : Number(q)]
    }),
  )
}

const opaqueOf = (etag: string): string => etag.replace(/^W\//, '')

/** Whether `If-None-Match` names the ETag, compared weakly (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = opaqueOf(etag)
  return ifNoneMatch.split(',').some((candidate) => opaqueOf(candidate.trim()) === opaque)
}
