/** Compresses response bodies for the encodings that clients accept. Each cached body is compressed once. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

/** Encodings in order of preference. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface Encoded {
  etag: string
  bodies: Readonly<Record<Encoding, Uint8Array>>
  /** Upper limit of the memory that the bodies use. Bytes */
  size: number
  /** True when `recompress` can make the bodies smaller. */
  canShrink: boolean
}

/** Compression saves no network packet below this size. Bytes */
const COMPRESSED_MIN_BYTES = 600

/** Computes a strong ETag, which identifies the exact bytes. */
const computeEtag = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/**
 * Stores a body without compression, because compression would not make it smaller: pictures, for example.
 * @param etag a strong ETag
 */
export const encodeUncompressed = (body: Uint8Array, etag = computeEtag(body)): Encoded => ({
  etag,
  bodies: { br: body, gzip: body, identity: body },
  size: body.byteLength,
  canShrink: false,
})

/** Stores bodies that the build has compressed at the highest level. @param tag the ETag without quotes */
export const encodePrecompressed = (bodies: Record<Encoding, Uint8Array>, tag: string): Encoded => ({
  // A weak ETag, because bodies with different bytes share it (RFC 9110 §8.8.3).
  etag: `W/"${tag}"`,
  bodies,
  size: ENCODINGS.reduce((sum, encoding) => sum + bodies[encoding].byteLength, 0),
  canShrink: false,
})

/**
 * Bodies up to this size are compressed in the calling thread, because another thread takes more processor time: for both
 * encodings of a home page of 182 kB, 4.4 ms instead of 2.1 ms. Bytes
 */
const SAME_THREAD_MAX_BYTES = 512_000

/**
 * Size of the compressors' output buffer. Nearly all responses fit in one, because each further buffer costs another call.
 * Bytes
 */
const CHUNK_BYTES = 65_536

const getFastBrotliOptions = (body: Uint8Array): BrotliOptions => ({
  chunkSize: CHUNK_BYTES,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})
const FAST_GZIP = { level: 1, chunkSize: CHUNK_BYTES }

/** Copies a body into a buffer of its own size, because the compressors return views on much larger buffers. */
const compact = (body: Uint8Array): Uint8Array => new Uint8Array(body)

/**
 * Compresses at a fast level, because a visitor is waiting. `recompress` follows when the server is idle. For a home page
 * of 182 kB, brotli 3 takes 0.8 ms for 23.4 kB, brotli 4 takes 1.3 ms for 22.3 kB, and gzip 1 takes 0.9 ms for 30 kB.
 * @returns the body in each encoding. All have one weak ETag, because their bytes differ (RFC 9110 §8.8.3)
 */
export async function encode(body: Uint8Array): Promise<Encoded> {
  if (body.byteLength < COMPRESSED_MIN_BYTES) return encodeUncompressed(body)
  const etag = `W/${computeEtag(body)}`
  if (body.byteLength > SAME_THREAD_MAX_BYTES) {
    const [br, gz] = await Promise.all([
      brotliInThread(body, getFastBrotliOptions(body)),
      gzipInThread(body, FAST_GZIP),
    ])
    return {
      etag,
      bodies: { br: compact(br), gzip: compact(gz), identity: body },
      size: body.byteLength + br.byteLength + gz.byteLength,
      // Only large lists are here. Brotli 11 takes half a second for 600 kB, which visitors could request again and again.
      canShrink: false,
    }
  }
  const br = compact(brotliCompressSync(body, getFastBrotliOptions(body)))
  let gz: Uint8Array | undefined
  return {
    etag,
    bodies: {
      br,
      // gzip is compressed on first use. Browsers accept brotli, and most responses are recompressed before a client needs
      // gzip.
      get gzip() {
        gz ??= compact(gzipSync(body, FAST_GZIP))
        return gz
      },
      identity: body,
    },
    // An estimate: the gzip body is less than twice as large as the brotli body.
    size: body.byteLength + 3 * br.byteLength,
    canShrink: true,
  }
}

/** Compresses at the highest level in another thread. Brotli 11 takes up to 56 ms per page and saves a tenth. Keeps the ETag. */
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

/**
 * Parsed values of Accept-Encoding. Browsers send few different ones, and parsing takes a fifth of the time of a cached
 * response.
 */
const encodingCache = new Map<string, Encoding>()
/** Upper limit of the map, because clients can invent values. */
const ENCODING_CACHE_MAX = 100

/** Returns the preferred encoding that the client accepts (RFC 9110 §12.5.3). */
export function pickEncoding(acceptEncoding: string | null): Encoding {
  const known = encodingCache.get(acceptEncoding ?? '')
  if (known) return known
  const offered = parseQualities(acceptEncoding ?? '')
  const best = ENCODINGS.find((encoding) => (offered.get(encoding) ?? 0) > 0) ?? 'identity'
  if (encodingCache.size < ENCODING_CACHE_MAX) encodingCache.set(acceptEncoding ?? '', best)
  return best
}

function parseQualities(acceptEncoding: string): Map<string, number> {
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
