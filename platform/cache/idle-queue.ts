/** A queue that does its work while no new work arrives, one key at a time. */

export interface IdleQueue {
  add(key: string): void
  remove(key: string): void
}

/**
 * Creates a queue.
 * @param work runs once per key. A key whose work fails is dropped
 * @param idleMs time without a new key before the work starts. ms
 */
export function createIdleQueue(work: (key: string) => Promise<void>, idleMs: number): IdleQueue {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isWorking = false

  function startTimer() {
    clearTimeout(timer)
    timer = setTimeout(next, idleMs).unref()
  }

  async function next() {
    const [key] = waiting
    if (key === undefined || isWorking) return
    waiting.delete(key)
    isWorking = true
    const timerBefore = timer
    await work(key).catch(() => {})
    isWorking = false
    // If `add` was called during the work, it has set another timer. The queue then waits for that one.
    if (timer === timerBefore) void next()
    else startTimer()
  }

  return {
    add(key) {
      waiting.add(key)
      startTimer()
    },
    remove: (key) => waiting.delete(key),
  }
}
