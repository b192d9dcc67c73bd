/** Pictures in a bucket of an S3-compatible store, where more than one machine finds them. */
import { openBucket } from '../bucket.ts'
import type { BucketPlace } from '../bucket-url.ts'
import { contentTypeOf, FOREVER, isMediaName, type MediaStore, requireMediaName } from '../media.ts'

export async function bucketMedia(place: BucketPlace): Promise<MediaStore> {
  const bucket = await openBucket(place)
  return {
    async put(name, bytes) {
      requireMediaName(name)
      await bucket.put(name, bytes, { type: contentTypeOf(name), caching: FOREVER })
    },

    async read(name) {
      requireMediaName(name)
      return bucket.read(name)
    },

    async size(name) {
      requireMediaName(name)
      return (await bucket.head(name))?.bytes ?? null
    },

    async remove(name, writtenBefore = Number.POSITIVE_INFINITY) {
      requireMediaName(name)
      const found = await bucket.head(name)
      if (!found || found.writtenAt >= writtenBefore) return false
      await bucket.remove(name)
      return true
    },

    ping: () => bucket.ping(),

    async *list(writtenBefore) {
      for await (const { key, writtenAt } of bucket.list())
        if (isMediaName(key) && writtenAt < writtenBefore) yield key
    },
  }
}
