/** Objects in an S3-compatible store, through the AWS SDK, which is loaded when the first bucket is opened. */
import { Readable } from 'node:stream'
import type { CompleteMultipartUploadCommandInput, S3Client } from '@aws-sdk/client-s3'
import type { BucketPlace } from './bucket-url.ts'
import { StorageFull } from './store.ts'

export interface StoredObject {
  key: string
  bytes: number
  /** Time by the store's clock, in whole seconds. ms since 1970 */
  writtenAt: number
}

/** Keys are relative to the place's prefix. */
export interface Bucket {
  /** Stores an object completely, or not at all. @throws StorageFull */
  put(key: string, bytes: Uint8Array, headers?: { type?: string; caching?: string }): Promise<void>
  /** As `put`, for objects that are too large for the memory. */
  putStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    headers?: { type?: string; caching?: string },
  ): Promise<void>
  /**
   * Begins a multipart upload and ends it. This needs only the right to put and stores no object. So a key that can neither
   * list nor delete can be tested. If the key may not end the upload either, the store keeps an empty upload.
   */
  tryPut(key: string): Promise<void>
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** @param range first and last byte. Default: the whole object */
  readStream(key: string, range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array> | null>
  head(key: string): Promise<Omit<StoredObject, 'key'> | null>
  remove(key: string): Promise<void>
  list(): AsyncIterable<StoredObject>
  /** @throws when the bucket does not answer, is missing, or refuses access */
  ping(): Promise<void>
}

export interface BucketBounds {
  /** An attempt fails when no byte is sent or received for this long. ms */
  silenceMs: number
  attempts: number
  /** The silence that is allowed while the store completes an upload in parts, at least `silenceMs`. ms */
  completionMs?: number
}

/** S3 may take minutes to complete an upload in parts, and other stores send no data meanwhile. ms */
const COMPLETION_MS = 60_000
const CONNECT_MS = 5_000
/** For archives: a store may need time to join the parts of a large upload. */
const ARCHIVE_BOUNDS: BucketBounds = { silenceMs: 20_000, attempts: 3 }
/** Short time limit for ending a failed upload, because its error is reported only after that. ms */
const ABORT_MS = 5_000
/** The pictures of a page are requested at once. */
const SOCKETS_MAX = 64

/** S3 takes parts of 5 MiB and more, and 10000 of them: files up to 78 GiB. */
const PART_BYTES = 8 * 1024 * 1024

/** The names that S3-compatible stores give to a full disk or quota; HTTP's own is 507. */
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
): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3')
  const createClient = (socketTimeout: number): S3Client =>
    new s3.S3Client({
      region,
      // Only Amazon serves a host name per bucket. Other stores expect the bucket in the path.
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: Math.min(CONNECT_MS, silenceMs),
        // Not `requestTimeout`, which limits the whole request: a large part takes long over a slow line.
        socketTimeout,
        httpAgent: { maxSockets: SOCKETS_MAX },
        httpsAgent: { maxSockets: SOCKETS_MAX },
      },
    })
  const client = createClient(silenceMs)
  // A client has one socket timeout. `Upload` (@aws-sdk/lib-storage) sends the parts and their completion with one client.
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

  return {
    async put(key, bytes, { type, caching } = {}) {
      await detectFullStorage(
        client.send(
          new s3.PutObjectCommand({ ...at(key), Body: bytes, ContentType: type, CacheControl: caching }),
        ),
      )
    },

    async putStream(key, chunks, { type, caching } = {}) {
      const { Upload } = await import('@aws-sdk/lib-storage')
      const upload = new Upload({
        client,
        params: { ...at(key), Body: Readable.from(chunks), ContentType: type, CacheControl: caching },
        partSize: PART_BYTES,
        // One part at a time: memory holds it, and little more.
        queueSize: 1,
        // With false, a key without the right to delete would hide the first error behind its own.
        leavePartsOnError: true,
      })
      try {
        await detectFullStorage(upload.done())
      } catch (error) {
        // Stores keep, and bill, the parts of an upload that never ends.
        const { uploadId: UploadId } = upload
        if (UploadId !== undefined)
          await client
            .send(new s3.AbortMultipartUploadCommand({ ...at(key), UploadId }), {
              abortSignal: AbortSignal.timeout(ABORT_MS),
            })
            .catch(() => {})
        throw error
      }
    },

    async tryPut(key) {
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(at(key)))
      if (UploadId !== undefined)
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

    async head(key) {
      const found = await nullIfMissing(client.send(new s3.HeadObjectCommand(at(key))))
      return found && { bytes: found.ContentLength ?? 0, writtenAt: found.LastModified?.getTime() ?? 0 }
    },

    async remove(key) {
      await client.send(new s3.DeleteObjectCommand(at(key)))
    },

    async *list() {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })
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

const getErrorName = (error: unknown) => (error instanceof Error ? error.name : '')

const getErrorStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // NoSuchBucket is not included: all objects would seem to be missing.
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

/** True for an answer that waiting does not change, such as a wrong key. */
export const isRefusal = (error: unknown): boolean =>
  ['CredentialsProviderError', 'NoSuchBucket', 'NotFound'].includes(getErrorName(error)) ||
  [301, 400, 401, 403, 404].includes(getErrorStatus(error) ?? 0)
