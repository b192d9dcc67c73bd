/** Limits the time that a caller waits. The work itself continues. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work`.
 * @param onLate called when `work` takes longer than `milliseconds`. Its result is returned instead, or its error thrown
 * @throws the error of `work`, if it fails in time
 */
export async function waitAtMost<T, L = never>(
  milliseconds: number,
  work: Promise<T>,
  onLate: () => L,
): Promise<T | L> {
  const ended = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: ended.signal }).then(onLate)
  // The timer is aborted when the work has ended. That rejects this promise, so the rejection needs a handler.
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
