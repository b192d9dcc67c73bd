/** The store that MEDIA_URL names. */
import { isRefusal } from './bucket.ts'
import { isBucketUrl, parseBucketUrl } from './bucket-url.ts'
import { localMedia } from './disk.ts'
import { bucketMedia } from './s3.ts'
import type { MediaStore } from './store.ts'

/**
 * @param mediaUrl absolute path of a folder, or `s3://…`
 * @throws when the folder cannot be used, or the bucket refuses us; one that does not answer may do so later
 */
export async function openMedia(mediaUrl: string): Promise<MediaStore> {
  if (!isBucketUrl(mediaUrl)) return localMedia(mediaUrl)
  const place = parseBucketUrl(mediaUrl)
  if (place === null) throw new TypeError('MEDIA_URL names no bucket')
  const store = await bucketMedia(place)
  await store.ping().catch((error: unknown) => {
    if (isRefusal(error))
      throw new Error(
        `MEDIA_URL: el balde ${place.bucket} no nos deja entrar (${(error as Error).name}). Revisá su nombre, AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY.`,
        { cause: error },
      )
  })
  return store
}
