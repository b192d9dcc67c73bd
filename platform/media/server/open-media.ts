/** Opens the media store that MEDIA_URL names. */

import { isBucketUrl, parseBucketUrl } from '../../process/bucket-url.ts'
import { EnvError } from '../../process/env.ts'
import { explainError, formatExplanation } from '../../process/explain-error.ts'
import { waitAtMost } from '../../process/wait-at-most.ts'
import { type BucketBounds, isRefusal } from './bucket.ts'
import { openBucketMedia } from './bucket-media.ts'
import { openLocalMedia } from './local-media.ts'
import type { MediaStore } from './store.ts'

/**
 * Time for which the start of the server waits for the bucket. A bucket that has not refused access by then is accepted. ms
 */
const REFUSAL_MS = 5_000

/**
 * Opens the media store.
 * @param mediaUrl absolute path of a folder, or `s3://…`
 * @param bounds time limits of a bucket. Only for tests
 * @throws when the folder cannot be used, or the bucket refuses access
 */
export async function openMedia(mediaUrl: string, bounds?: BucketBounds): Promise<MediaStore> {
  if (!isBucketUrl(mediaUrl)) return openLocalMedia(mediaUrl)
  const place = parseBucketUrl(mediaUrl)
  if (place === null) throw new TypeError('MEDIA_URL names no bucket')
  const store = await openBucketMedia(place, bounds)
  const refusal = await waitAtMost(
    bounds?.silenceMs ?? REFUSAL_MS,
    store.ping().then(
      () => null,
      (error: unknown) => (isRefusal(error) ? error : null),
    ),
    () => null,
  )
  if (refusal !== null)
    throw new EnvError(
      `MEDIA_URL: no se puede usar el balde ${place.bucket}: ${formatExplanation(explainError(refusal, 'MEDIA_URL'))}`,
      { cause: refusal },
    )
  return store
}
