/** Stores media files in a bucket of an S3-compatible store. Several machines can share a bucket. */
import { IMMUTABLE_CACHE_CONTROL } from '../../cache/response-cache.ts'
import type { BucketPlace } from '../../process/bucket-url.ts'
import { StorageFull, StoreUnavailable } from '../../process/storage-errors.ts'
import { type BucketBounds, openBucket } from './bucket.ts'
import {
  createTestName,
  ERASURES,
  formatOwner,
  getContentType,
  isMediaName,
  type MediaStore,
  OWNER,
  parseOwner,
  requireMediaName,
  SET_ASIDE_MS,
} from './store.ts'

const TEST_BYTES = 64

/** Folder of objects that are set aside. */
const ASIDE = 'removed/'

/**
 * Limits of an upload. It fails after about 30 s when the bucket does not answer, because a user waits for it. Completing a
 * large file may take longer.
 */
const UPLOAD_BOUNDS: BucketBounds = { silenceMs: 10_000, attempts: 2 }

export async function openBucketMedia(place: BucketPlace, bounds = UPLOAD_BOUNDS): Promise<MediaStore> {
  const bucket = await openBucket(place, bounds)
  /** True after a failed write, until a write succeeds. */
  let hasWriteFailed = false

  const readOwner = async () => parseOwner(await detectOutage(bucket.read(OWNER)))

  async function isOlder(name: string, writtenBefore: number): Promise<boolean> {
    requireMediaName(name)
    const found = await bucket.head(name)
    return found !== null && found.writtenAt < writtenBefore
  }

  /** Copies an object and deletes the original. A crash in between leaves both. */
  async function move(from: string, to: string): Promise<boolean> {
    if (!(await bucket.copy(from, to))) return false
    await bucket.remove(from)
    return true
  }

  async function* listAside() {
    for await (const { key, bytes, writtenAt } of bucket.list(ASIDE)) {
      const name = key.slice(ASIDE.length)
      if (isMediaName(name)) yield { name, bytes, at: writtenAt }
    }
  }

  return {
    async put(name, content) {
      requireMediaName(name)
      const headers = { type: getContentType(name), caching: IMMUTABLE_CACHE_CONTROL }
      try {
        await detectOutage(
          content instanceof Uint8Array
            ? bucket.put(name, content, headers)
            : bucket.putStream(name, content, headers),
        )
        hasWriteFailed = false
      } catch (error) {
        hasWriteFailed = true
        throw error
      }
    },

    async read(name) {
      requireMediaName(name)
      return detectOutage(bucket.read(name))
    },

    async readStream(name, range) {
      requireMediaName(name)
      return detectOutage(bucket.readStream(name, range))
    },

    async size(name) {
      requireMediaName(name)
      return (await detectOutage(bucket.head(name)))?.bytes ?? null
    },

    async remove(name, writtenBefore = Number.POSITIVE_INFINITY) {
      if (!(await isOlder(name, writtenBefore))) return false
      await bucket.remove(name)
      return true
    },

    setAside: async (name, writtenBefore) =>
      (await isOlder(name, writtenBefore)) && (await move(name, ASIDE + name)),

    listAside,

    async bringBack(name) {
      requireMediaName(name)
      return move(ASIDE + name, name)
    },

    readOwner,

    async claim(id) {
      const there = await readOwner()
      if (there !== null) return there
      await detectOutage(bucket.putIfMissing(OWNER, formatOwner(id)))
      const stored = await readOwner()
      if (stored !== null) return stored
      // The object is damaged.
      await detectOutage(bucket.put(OWNER, formatOwner(id)))
      return id
    },

    setOwner: (id) => detectOutage(id === null ? bucket.remove(OWNER) : bucket.put(OWNER, formatOwner(id))),

    readErasures: () => detectOutage(bucket.read(ERASURES)),

    writeErasures: (list) => detectOutage(bucket.put(ERASURES, list)),

    async ping() {
      await bucket.ping()
      if (!hasWriteFailed) return
      const name = createTestName()
      await bucket.put(name, new Uint8Array(TEST_BYTES))
      await bucket.remove(name)
      hasWriteFailed = false
    },

    // An interrupted upload leaves no partial object in a bucket.
    async tidy(at) {
      for await (const aside of listAside())
        if (aside.at < at - SET_ASIDE_MS) await bucket.remove(ASIDE + aside.name)
    },

    async *list(writtenBefore) {
      for await (const { key, writtenAt } of bucket.list())
        if (isMediaName(key) && writtenAt < writtenBefore) yield key
    },
  }
}

async function detectOutage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageFull) throw error
    throw new StoreUnavailable(error)
  }
}
