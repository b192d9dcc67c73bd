/** Errors of the disk and of the media store that are not bugs. */

/** Thrown when the disk, the quota or the bucket is full. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** Thrown when the disk or the bucket is missing or refuses writes. This may be temporary. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  constructor(cause: unknown) {
    // The message of the operating system or of the bucket helps the operator to find the cause.
    super(cause instanceof Error ? cause.message || cause.name : String(cause), { cause })
  }
}
