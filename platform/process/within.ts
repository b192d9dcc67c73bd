/** Limits the time that a caller waits for work. The work itself continues. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @param onLate called when `work` takes longer than `milliseconds`; its result is returned instead, or its error thrown
 * @throws the error of `work`, if it fails in time
 */
export async function within<T, L = never>(
  milliseconds: number,
  work: Promise<T>,
  onLate: () => L,
): Promise<T | L> {
  const ended = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: ended.signal }).then(onLate)
  // Aborted once the work has ended.
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    ended.abort()
  }
}
