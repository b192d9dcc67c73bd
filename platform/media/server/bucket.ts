/** Reads and writes objects of an S3-compatible store. The AWS SDK is imported when the first bucket is opened. */
import { Readable } from 'node:stream'
import type { CompleteMultipartUploadCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { BucketPlace } from '../../process/bucket-url.ts'
import { StorageFull } from '../../process/storage-errors.ts'

export interface StoredObject {
  key: string
  bytes: number
  /** Time of the last write by the clock of the store, which rounds to whole seconds. ms since 1970 */
  writtenAt: number
}

/** A bucket of a store. Keys of objects are relative to the `prefix` of its `BucketPlace`. */
export interface Bucket {
  /** Stores an object completely, or not at all. @throws StorageFull, LostObject */
  put(key: string, bytes: Uint8Array, headers?: { type?: string; caching?: string }): Promise<void>
  /**
   * Like `put`, for objects that are too large for the memory.
   * @param options `isNew`: fails when the key exists, unless the store does not know If-None-Match
   */
  putStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    options?: { type?: string; caching?: string; isNew?: boolean },
  ): Promise<void>
  /**
   * Tests the right to write: begins a multipart upload and aborts it, which stores no object. This also works for an
   * access key that may neither list nor delete. If it may not abort either, the store keeps an empty upload.
   * @throws LostObject when the store does not know the upload that it has begun
   */
  tryPut(key: string): Promise<void>
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Reads an object as a stream. @param range first and last byte. Without it, the whole object */
  readStream(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  head(key: string): Promise<Omit<StoredObject, 'key'> | null>
  remove(key: string): Promise<void>
  /**
   * Stores an object unless its key exists. Of two calls at once, only one stores its bytes, unless the store does not know
   * If-None-Match.
   */
  putIfMissing(key: string, bytes: Uint8Array): Promise<void>
  /** Copies an object within the bucket, with its headers. @returns false when it is missing */
  copy(from: string, to: string): Promise<boolean>
  /** Lists objects. @param folder part of their keys, with a slash at its end. Without it, all objects */
  list(folder?: string): AsyncIterable<StoredObject>
  /** Requires that the bucket can be used. @throws when it does not answer, is missing, or refuses access */
  ping(): Promise<void>
}

export interface BucketBounds {
  /** An attempt fails after this time without a byte sent or received. ms */
  silenceMs: number
  attempts: number
  /** Replaces `silenceMs` while the store completes a multipart upload, if it is longer. ms */
  completionMs?: number
}

interface BucketOptions {
  /** True for an access key that may lack the right to read. A write is then not verified if the store refuses the read. */
  mayOnlyPut?: boolean
}

/** Thrown when the store has confirmed a write, but has no such object, or one of another size. */
export class LostObject extends Error {
  override name = 'LostObject'
}

/** Limit for completing a multipart upload. S3 may take minutes, and some stores send no byte meanwhile. ms */
const COMPLETION_MS = 60_000
const CONNECT_MS = 5_000
/**
 * Limits for archives. They are generous, because nobody waits for an archive. The limits for media files are in
 * bucket-media.ts.
 */
const ARCHIVE_BOUNDS: BucketBounds = { silenceMs: 20_000, attempts: 3 }
/**
 * Time limit for aborting a failed upload. It is short, because the caller gets the error of the upload only after the
 * abort. ms
 */
const ABORT_MS = 5_000
/** Limit of open connections. A page can request all of its pictures at once. */
const SOCKETS_MAX = 64

/** Size of a part. S3 requires at least 5 MiB and at most 10000 parts, so files can have 78 GiB. Bytes */
const PART_BYTES = 8 * 1024 * 1024

/** Error names for a full disk or quota in S3-compatible stores. Others answer with HTTP status 507. */
const FULL_ERRORS = [
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
  'InsufficientStorage',
  'QuotaExceededError',
]

export async function openBucket(
  { bucket, prefix, endpoint, region }: BucketPlace,
  { silenceMs, attempts, completionMs = COMPLETION_MS }: BucketBounds = ARCHIVE_BOUNDS,
  { mayOnlyPut = false }: BucketOptions = {},
): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3')
  const createClient = (socketTimeout: number): S3Client => {
    const client = new s3.S3Client({
      region,
      // Amazon has a host name for each bucket. Other stores expect the bucket in the path.
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: Math.min(CONNECT_MS, silenceMs),
        // A large part needs a long time on a slow line, so the whole request has no limit (`requestTimeout`).
        socketTimeout,
        httpAgent: { maxSockets: SOCKETS_MAX },
        httpsAgent: { maxSockets: SOCKETS_MAX },
      },
    })
    // Some stores answer 501 to If-None-Match. They get the request again without it.
    client.middlewareStack.add(
      (next) => async (args) => {
        const { IfNoneMatch, ...input } = args.input as { IfNoneMatch?: string }
        return next(args).catch((error: unknown) => {
          if (IfNoneMatch === undefined || getErrorStatus(error) !== 501) throw error
          return next({ ...args, input: input as typeof args.input })
        })
      },
      { step: 'initialize' },
    )
    return client
  }
  const client = createClient(silenceMs)
  // A client has only one socket timeout, but completing an upload needs a longer one. `Upload` (@aws-sdk/lib-storage) uses
  // one client for everything, so the middleware below passes the completion to this second client.
  const completingClient = createClient(Math.max(silenceMs, completionMs))
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'CompleteMultipartUploadCommand') return next(args)
        const command = new s3.CompleteMultipartUploadCommand(
          args.input as CompleteMultipartUploadCommandInput,
        )
        return { response: undefined, output: await completingClient.send(command) }
      },
    { step: 'initialize' },
  )
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key })

  async function get(key: string, Range?: string) {
    return nullIfMissing(client.send(new s3.GetObjectCommand({ ...at(key), Range })))
  }

  async function head(key: string) {
    const found = await nullIfMissing(client.send(new s3.HeadObjectCommand(at(key))))
    return found && { bytes: found.ContentLength ?? 0, writtenAt: found.LastModified?.getTime() ?? 0 }
  }

  /**
   * Verifies a write by the size of the object. This costs one request, and finds stores that confirm a write and lose it.
   * Stores return an object in the first read after its write (Amazon S3: https://aws.amazon.com/s3/consistency/).
   */
  async function requireStored(key: string, bytes: number) {
    const found = await head(key).catch((error: unknown) => {
      if (mayOnlyPut && FORBIDDEN.includes(getErrorStatus(error) ?? 0)) return { bytes }
      throw error
    })
    if (found?.bytes !== bytes)
      throw new LostObject(`${key} has ${found?.bytes ?? 'no'} bytes in the store, not ${bytes}`)
  }

  return {
    async put(key, bytes, { type, caching } = {}) {
      await detectFullStorage(
        client.send(
          new s3.PutObjectCommand({ ...at(key), Body: bytes, ContentType: type, CacheControl: caching }),
        ),
      )
      await requireStored(key, bytes.byteLength)
    },

    async putStream(key, chunks, { type, caching, isNew = false } = {}) {
      const { Upload } = await import('@aws-sdk/lib-storage')
      let bytes = 0
      const counted = async function* () {
        for await (const chunk of chunks) {
          bytes += chunk.byteLength
          yield chunk
        }
      }
      const upload = new Upload({
        client,
        params: {
          ...at(key),
          Body: Readable.from(counted()),
          ContentType: type,
          CacheControl: caching,
          // `Upload` passes it to the request that makes the object visible.
          ...(isNew && { IfNoneMatch: '*' }),
        },
        partSize: PART_BYTES,
        // One part is sent at a time, so that only one is in memory.
        queueSize: 1,
        // With `false`, `Upload` would delete the parts of a failed upload. With an access key that may not delete, this
        // would cause a second error, which would hide the first one.
        leavePartsOnError: true,
      })
      try {
        await detectFullStorage(upload.done())
      } catch (error) {
        // Stores keep the parts of an upload that is not aborted, and charge for them.
        const { uploadId: UploadId } = upload
        if (UploadId !== undefined)
          await client
            .send(new s3.AbortMultipartUploadCommand({ ...at(key), UploadId }), {
              abortSignal: AbortSignal.timeout(ABORT_MS),
            })
            .catch(() => {})
        throw error
      }
      await requireStored(key, bytes)
    },

    async tryPut(key) {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at(key)))
      if (UploadId === undefined) throw new LostObject(`The store began no upload of ${key}`)
      const parts = client.send(new s3.ListPartsCommand({ ...at(key), UploadId }))
      // Other errors count as known: the key may lack this right, and some stores do not have this request.
      const isKnown = await parts.then(
        (answer) => answer.UploadId === UploadId,
        (error: unknown) => getErrorName(error) !== 'NoSuchUpload',
      )
      if (!isKnown) throw new LostObject(`The store does not know the upload of ${key} that it began`)
      await client.send(new s3.AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => {})
    },

    async read(key) {
      const found = await get(key)
      return found?.Body ? new Uint8Array(await found.Body.transformToByteArray()) : null
    },

    async readStream(key, range) {
      const found = await get(key, range && `bytes=${range.start}-${range.end}`)
      return found?.Body ? (found.Body as AsyncIterable<Uint8Array>) : null
    },

    head,

    async remove(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)))
    },

    async putIfMissing(key, bytes) {
      // For stores that do not know If-None-Match.
      if ((await head(key)) !== null) return
      const put = client.send(new s3.PutObjectCommand({ ...at(key), Body: bytes, IfNoneMatch: '*' }))
      await detectFullStorage(put).catch((error: unknown) => {
        if (!CONFLICTS.includes(getErrorStatus(error) ?? 0)) throw error
      })
    },

    async copy(from, to) {
      // The characters of prefixes and keys need no URL encoding.
      const CopySource = `${bucket}/${prefix}${from}`
      return (await nullIfMissing(client.send(new s3.CopyObjectCommand({ ...at(to), CopySource })))) !== null
    },

    async *list(folder = '') {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + folder })
      for await (const { Contents = [] } of pages) {
        for (const { Key, Size, LastModified } of Contents) {
          if (Key === undefined) continue
          yield {
            key: Key.slice(prefix.length),
            bytes: Size ?? 0,
            writtenAt: LastModified?.getTime() ?? Date.now(),
          }
        }
      }
    },

    async ping() {
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }))
    },
  }
}

/** Answers for an access key without the right to a request. */
const FORBIDDEN = [401, 403]

/** Answers to If-None-Match when the object exists, and when another request is storing it. */
const CONFLICTS = [412, 409]

const getErrorName = (error: unknown) => (error instanceof Error ? error.name : '')

const getErrorStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // NoSuchBucket is thrown, because otherwise every object of a missing bucket would count as missing.
    if (['NoSuchKey', 'NotFound'].includes(getErrorName(error))) return null
    throw error
  }
}

async function detectFullStorage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (getErrorStatus(error) === 507 || FULL_ERRORS.includes(getErrorName(error)))
      throw new StorageFull('No room left in the bucket', { cause: error })
    throw error
  }
}

/** True for errors that a retry does not solve, such as a wrong access key. */
export const isRefusal = (error: unknown): boolean =>
  ['CredentialsProviderError', 'NoSuchBucket', 'NotFound'].includes(getErrorName(error)) ||
  [301, 400, 401, 403, 404].includes(getErrorStatus(error) ?? 0)
