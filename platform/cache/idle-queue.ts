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
  let working = false

  function arm() {
    clearTimeout(timer)
    timer = setTimeout(next, idleMs).unref()
  }

  async function next() {
    const [key] = waiting
    if (key === undefined || working) return
    waiting.delete(key)
    working = true
    const armed = timer
    await work(key).catch(() => {})
    working = false
    // If `add` was called during the work, it has set another timer. The queue then waits for that one.
    if (timer === armed) void next()
    else arm()
  }

  return {
    add(key) {
      waiting.add(key)
      arm()
    },
    remove: (key) => waiting.delete(key),
  }
}
